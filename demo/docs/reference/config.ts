import * as z from 'zod';
import { ConfigSchema } from '../../../src/proxy/config/schema.ts';
import { insides } from '../../../src/proxy/config/words.ts';
import { blocks, code, escaped, sentence, table } from './markdown.ts';

/** A key of the config with its whole path, as in `actions.<name>.title`. */
interface Key {
  path: string;
  schema: z.core.$ZodType;
}

/** What stands for a name that the owner chooses, by the key whose names they are. */
const NAMES: Record<string, string> = {
  actions: '<name>',
  services: '<name>',
  fields: '<field>',
  questions: '<field>',
};

/** Every key of the config with its rules, from the schema that checks it: a table for each part. */
export function configReference(): string {
  const keys = keysOf('', ConfigSchema);
  const parts = Map.groupBy(keys, ({ path }) => partOf(path));
  return blocks(
    ...Array.from(parts, ([part, entries]) =>
      blocks(
        part === '' ? '## The whole' : `## ${code(part)}`,
        table(
          ['Key', 'What it is'],
          entries.map(({ path, schema }) => [code(lastOf(part, path)), wordsOn(schema)]),
        ),
      ),
    ),
  );
}

/** The paths of all keys: what a page has to mention to be complete. */
export const configKeys = (): string[] => keysOf('', ConfigSchema).map(({ path }) => path);

/** Tables are made for the uppermost keys, for an action, and for what lies deeper below either. */
function partOf(path: string): string {
  const keys = path.split('.');
  if (keys[0] === 'services') return keys.length === 1 ? '' : 'services.<name>';
  if (keys[0] === 'events') return keys.length === 1 ? '' : 'events.<name>';
  if (keys[0] !== 'actions') return keys.length === 1 ? '' : (keys[0] ?? '');
  return keys.length < 3 ? '' : keys.length === 3 ? 'actions.<name>' : keys.slice(0, 3).join('.');
}

const lastOf = (part: string, path: string): string => (part === '' ? path : path.slice(part.length + 1));

function keysOf(prefix: string, schema: z.core.$ZodType): Key[] {
  return variantsOf(schema).flatMap((variant) => {
    if (variant instanceof z.ZodArray) return keysOf(`${prefix}[]`, variant.element);
    if (variant instanceof z.ZodRecord) {
      const name = NAMES[prefix.split('.').at(-1) ?? ''] ?? '<name>';
      return keysOf(`${prefix}.${name}`, variant.valueType);
    }
    if (!(variant instanceof z.ZodObject)) return [];
    return Object.entries<z.core.$ZodType>(variant.shape).flatMap(([key, inner]) => {
      const path = prefix === '' ? key : `${prefix}.${key}`;
      return [{ path, schema: inner }, ...keysOf(path, inner)];
    });
  });
}

/** What the schema is beneath its defaults and conversions: several where it is a choice. */
function variantsOf(schema: z.core.$ZodType): z.core.$ZodType[] {
  const inside = insides.get(schema)?.inside;
  if (inside instanceof z.core.$ZodType) return variantsOf(inside);
  if (schema instanceof z.ZodPipe) return variantsOf(schema.in);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(variantsOf);
  return schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault
    ? variantsOf(schema.unwrap())
    : [schema];
}

function wordsOn(schema: z.core.$ZodType): string {
  const { description = '' } = z.globalRegistry.get(schema) ?? {};
  const [choice, byDefault] = [choicesOf(schema), defaultOf(schema)];
  return [
    sentence(escaped(description)),
    choice.length > 0
      ? `${choice.length > 1 ? 'One of' : 'Only'} ${choice.map((one) => code(`'${one}'`)).join(', ')}.`
      : '',
    byDefault === undefined ? '' : `Default: ${code(byDefault)}.`,
    isRequired(schema) ? '**Required.**' : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

const choicesOf = (schema: z.core.$ZodType): string[] =>
  variantsOf(schema).flatMap((one) => {
    if (one instanceof z.ZodEnum) return one.options.map(String);
    return one instanceof z.ZodLiteral ? [...one.values].filter((value) => typeof value === 'string') : [];
  });

function defaultOf(schema: z.core.$ZodType): string | undefined {
  if (schema instanceof z.ZodPipe) return defaultOf(schema.in);
  if (!(schema instanceof z.ZodDefault)) return undefined;
  const value: unknown = schema.def.defaultValue;
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}

const isRequired = (schema: z.core.$ZodType): boolean => !z.safeParse(schema, undefined).success;
