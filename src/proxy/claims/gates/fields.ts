import * as z from 'zod';
import { isRecord } from '../../../contract/guard.ts';
import type { AskedField } from '../../actions/action.ts';
import { fieldHintKeys, TYPED } from '../../actions/field-hints.ts';
import { type FieldError, FieldView } from '../../../contract/index.ts';
import type { Keys, Report } from '../../config/part.ts';
import { Count, Text } from '../../config/values.ts';
import { VisitorText } from '../../config/visitor-text.ts';
import { section } from '../../config/words.ts';
import { invalidRequest, RequestProblem } from '../../http/problem.ts';
import type { GateDefinition } from './gate.ts';

const MAX_FIELD_LENGTH = 4096;

const Choice = section({
  value: Text.describe('what is kept with the claim'),
  label: VisitorText.describe('what visitors read'),
});

const Field = section({
  label: VisitorText.describe("what visitors read beside the field, such as 'Your name'"),
  type: z.enum(FieldView.shape.type.options).describe('what kind of field it is'),
  required: z.boolean().default(false).describe('whether it must be filled in'),
  maxLength: Count.max(MAX_FIELD_LENGTH, `must be at most ${MAX_FIELD_LENGTH}`)
    .optional()
    .describe('most characters of a text'),
  options: z
    .array(z.union([Text, Choice], { error: 'must be text, or { value, label }' }))
    .min(1, 'must have at least one entry')
    .optional()
    .describe('what a select offers'),
  ...fieldHintKeys,
});

/** What visitors fill in. */
export const fieldsGate = {
  name: 'fields',
  stage: 'reading',
  ofVisitors: true,
  actionKeys: {
    fields: z
      .record(
        z
          .string()
          .regex(
            /^[A-Za-z][A-Za-z0-9_-]{0,63}$/,
            'is not a valid name for a field: letters, digits, _ and -, at most 64',
          ),
        Field,
      )
      .default({})
      .describe('what visitors fill in besides their id'),
  },
  checkAction({ fields }, report) {
    for (const [name, field] of isRecord(fields) ? Object.entries(fields) : []) {
      if (isRecord(field)) checkField(field, (path, message) => report(['fields', name, ...path], message));
    }
  },
  make: () => (context) => {
    const { fields, answers } = context.action;
    if (fields.length + answers.length === 0 && context.body.fields === undefined) return null;
    context.answers = readFields([...fields, ...answers], context.body.fields);
    const kept = Object.entries(context.answers).filter(([name]) => fields.some((field) => field.name === name));
    context.fields = kept.length > 0 ? Object.fromEntries(kept) : null;
    return null;
  },
} satisfies GateDefinition<object>;

function checkField({ type, maxLength, options, ...hints }: Keys, report: Report): void {
  if (type === 'select' && options === undefined) report(['options'], 'is missing: what the select offers');
  if (type !== 'select' && options !== undefined) report(['options'], 'goes with a select only');
  if (maxLength !== undefined && typeof type === 'string' && !TEXTUAL.includes(type)) {
    report(['maxLength'], `goes with ${TEXTUAL.join(', ')} only`);
  }
  for (const key of ['inputMode', 'enterKeyHint']) {
    if (hints[key] !== undefined && typeof type === 'string' && !TYPED.includes(type)) {
      report([key], `goes with ${TYPED.join(', ')} only, which are typed in`);
    }
  }
  if (hints['autocomplete'] !== undefined && type === 'checkbox') {
    report(['autocomplete'], 'does not work with a checkbox, which browsers never fill in: remove it');
  }
}

const TEXTUAL = ['text', 'textarea', 'email', 'tel', 'url'];

type Value = string | number | boolean;
type Values = Readonly<Record<string, Value>>;

/** The values of the fields that the action asks for. Throws `RequestProblem` with all errors. */
function readFields(asked: readonly AskedField[], given: Values = {}): Record<string, Value> {
  const names = new Set(asked.map(({ name }) => name));
  const unknown = Object.keys(given).filter((name) => !names.has(name));
  const errors = unknown.map((name) => fieldError(name, 'is not asked for here: remove it'));
  const filled = new Map<string, Value>();
  for (const field of asked) {
    const value = Object.hasOwn(given, field.name) ? given[field.name] : undefined;
    const error = value === undefined || value === '' ? (field.required ? MISSING : null) : errorIn(value, field);
    if (error !== null) errors.push(fieldError(field.name, error));
    else if (value !== undefined && value !== '') filled.set(field.name, readable(value));
  }
  if (errors.length > 0) throw new RequestProblem(invalidRequest('Please check what you filled in.', errors));
  return Object.fromEntries(filled);
}

/** Half a surrogate pair would make JSON that not every reader accepts. */
function readable(value: Value): Value {
  return typeof value === 'string' ? value.toWellFormed() : value;
}

const MISSING = 'must be filled in';

function fieldError(name: string, message: string): FieldError {
  return { field: `fields.${name}`, message };
}

function errorIn(value: Value, { type, required, maxLength, options }: AskedField): string | null {
  if (type === 'checkbox') {
    if (typeof value !== 'boolean') return 'must be true or false';
    return required && !value ? 'must be ticked' : null;
  }
  if (type === 'number') return isNumber(value) ? null : 'must be a number';
  if (typeof value !== 'string') return 'must be text';
  if (maxLength !== null && value.length > maxLength) return `must have at most ${maxLength} characters`;
  switch (type) {
    case 'email':
      return /^[^\s@]+@[^\s@]+$/.test(value) ? null : 'must be an e-mail address';
    case 'url':
      return /^https?:\/\//i.test(value) && URL.canParse(value)
        ? null
        : 'must be a web address that begins with https://';
    case 'date':
      return isDate(value) ? null : 'must be a date such as 2026-06-01';
    case 'select':
      return options.some((option) => option.value === value) ? null : 'must be one of the choices';
    case 'tel':
      return /\d/.test(value) ? null : 'must be a telephone number';
    case 'text':
    case 'textarea':
      return value.trim() === '' && required ? MISSING : null;
  }
}

/** Forms send numbers as text. */
function isNumber(value: Value): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value));
}

/** Whether the date exists: `Date` turns one that does not into another, or rejects it. */
function isDate(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}
