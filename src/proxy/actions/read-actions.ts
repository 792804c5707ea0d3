import type { PeriodRule } from '../../ledger/index.ts';
import { challengeView } from '../challenge/view.ts';
import { onchainView } from '../onchain/view.ts';
import { answersTo, asksForTicket } from '../proofs/index.ts';
import type { ActionConfig, ConfigOutput } from '../config/index.ts';
import { ONLY_SERVICE } from '../upstream/config.ts';
import { textIn } from '../config/visitor-text.ts';
import type { Action, AskedField } from './action.ts';
import { hintsFor } from './field-hints.ts';

type FieldConfig = ActionConfig['fields'][string];

const HOUR_MS = 3_600_000;

/** The config's actions by name. It is a map, so that names such as `constructor` have no special meaning. */
export function actionsOf(config: ConfigOutput): ReadonlyMap<string, Action> {
  return new Map(Object.entries(config.actions).map(([name, action]) => [name, toAction(name, action, config)]));
}

function toAction(name: string, action: ActionConfig, config: ConfigOutput): Action {
  const { title, repeats, remark, remarkReference, identity, timeZone = config.timeZone, minimumGapHours = 0 } = action;
  return Object.freeze({
    name,
    title,
    by: action.by,
    repeats: repeats === 'each-event' ? 'rolling' : repeats,
    timeZone,
    remark: textIn(remark, []),
    remarkShown: remark,
    remarkReference,
    identity,
    description: action.description ?? null,
    memberIdExample: identity === 'typed' ? exampleOf(config) : undefined,
    memberIdLabel: (identity === 'typed' && config.memberIds?.label) || null,
    challenge: action.challenge ? challengeView(name, action.challenge) : null,
    rule: ruleOf(action, timeZone),
    service: action.service ?? ONLY_SERVICE,
    points: action.points ?? null,
    role: action.role ?? null,
    opens: instant(action.opens),
    closes: instant(action.closes),
    capacity: action.capacity ?? null,
    budget: action.budget ?? null,
    ...capsOfAll(config),
    minimumGapMs: Math.round(minimumGapHours * HOUR_MS),
    fields: Object.entries(action.fields).map(([field, settings]) => toField(field, settings)),
    answers: action.verify ? answersTo(action.verify) : [],
    onchain: action.verify ? onchainView(action.verify) : null,
    asksForTicket: action.verify !== undefined && asksForTicket(action.verify),
    isProved: action.verify !== undefined,
  });
}

/** The caps for all claims and gifts together. */
export function capsOfAll({
  budget,
  memberPoints,
  timeZone,
}: Pick<ConfigOutput, 'budget' | 'memberPoints' | 'timeZone'>): Pick<Action, 'totalBudget' | 'memberPoints'> {
  return {
    totalBudget: budget ?? null,
    memberPoints: memberPoints ? { points: memberPoints.points, rule: { repeats: memberPoints.per, timeZone } } : null,
  };
}

/** The example of an id in the widget; none if the config has its own pattern and no example. */
function exampleOf({ memberIds }: ConfigOutput): Action['memberIdExample'] {
  const { example = null, pattern } = memberIds ?? {};
  return example !== null || pattern !== undefined ? example : undefined;
}

function ruleOf({ repeats, everyHours }: ActionConfig, timeZone: string): PeriodRule {
  switch (repeats) {
    case 'once':
      return { repeats };
    case 'rolling':
      return { repeats, everyHours: everyHours ?? 0 };
    // Events are told apart by their keys, so no time is needed between two of them.
    case 'each-event':
      return { repeats: 'rolling', everyHours: 0 };
    case 'daily':
    case 'weekly':
    case 'monthly':
      return { repeats, timeZone };
  }
}

function toField(name: string, { label, type, required, maxLength, options = [], ...hints }: FieldConfig): AskedField {
  return {
    name,
    label,
    type,
    required,
    maxLength: maxLength ?? null,
    options: options.map((option) => (typeof option === 'string' ? { value: option, label: option } : option)),
    ...hintsFor(name, { type, ...hints }),
  };
}

function instant(text: string | undefined): number | null {
  return text === undefined ? null : Date.parse(text);
}
