import * as z from 'zod';
import { isRecord } from '../../contract/guard.ts';
import { actionsConfig } from '../actions/config.ts';
import { alertsConfig } from '../alerts/config.ts';
import { challengeConfig } from '../challenge/config.ts';
import { GATES } from '../claims/gates/index.ts';
import { deliveriesConfig } from '../deliveries/config.ts';
import { embedConfig } from '../embed/config.ts';
import { eventsConfig } from '../events/config.ts';
import { proofsConfig } from '../proofs/config.ts';
import { httpConfig } from '../http/config.ts';
import { identityConfig } from '../identity/config.ts';
import { rateLimitConfig } from '../rate-limit/config.ts';
import { upstreamConfig } from '../upstream/config.ts';
import type { ConfigPart, Keys } from './part.ts';
import { section } from './words.ts';

/** All parts of the config, in the order of its keys: those of features, and of gates. */
const PARTS = [
  httpConfig,
  actionsConfig,
  upstreamConfig,
  identityConfig,
  challengeConfig,
  ...GATES,
  proofsConfig,
  eventsConfig,
  embedConfig,
  alertsConfig,
  deliveriesConfig,
  rateLimitConfig,
] as const;

type Part = (typeof PARTS)[number];
type All<Shape> = (Shape extends unknown ? (shape: Shape) => void : never) extends (shape: infer Whole) => void
  ? Whole
  : never;

/** The keys of all parts in one object. */
function keysOf<Name extends 'keys' | 'actionKeys'>(name: Name): All<Extract<Part, Record<Name, object>>[Name]> {
  const shapes = PARTS.map((part: ConfigPart) => part[name] ?? {});
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is assigned is what the parts have
  return Object.assign({}, ...shapes) as All<Extract<Part, Record<Name, object>>[Name]>;
}

const Action = section(keysOf('actionKeys'), [], {
  place: 'in the config itself, beside actions',
  keys: Object.keys(keysOf('keys')),
});

/** All that an owner can set, after references to environment variables are resolved. Each key is described. */
export const ConfigSchema = section(
  {
    ...keysOf('keys'),
    actions: z
      .record(
        z
          .string()
          .regex(
            /^[a-z0-9][a-z0-9-]{0,63}$/,
            'is not a valid name for an action: small letters, digits and -, at most 64, such as daily-check-in',
          ),
        Action,
      )
      .refine((actions) => Object.keys(actions).length > 0, 'must have at least one action')
      .describe('what members are rewarded for, by name'),
  },
  ['ledger', 'logger', 'transport', 'now', 'elapsed', 'env', 'elements'],
  { place: 'in an action', keys: Object.keys(keysOf('actionKeys')) },
);

export type ActionConfig = z.output<typeof Action>;
export type ConfigOutput = z.output<typeof ConfigSchema>;

/** What is wrong in the config, and at which path. */
export interface ConfigIssue {
  path: PropertyKey[];
  message: string;
}

/**
 * The broken rules between keys. The schema reports errors in single keys, so the owner sees all errors at once. Values may have any type here: the
 * schema reports wrong types.
 */
export function brokenRules(config: unknown): ConfigIssue[] {
  const issues: ConfigIssue[] = [];
  if (!isRecord(config)) return issues;
  const parts: readonly ConfigPart[] = PARTS;
  for (const { check } of parts) check?.(config, (path, message) => issues.push({ path, message }));
  for (const [name, action] of actionsIn(config)) {
    const report = (path: PropertyKey[], message: string): void => {
      issues.push({ path: ['actions', name, ...path], message });
    };
    for (const { checkAction } of parts) checkAction?.(action, report, { name, config });
  }
  return issues;
}

function actionsIn({ actions }: Keys): [string, Keys][] {
  if (!isRecord(actions)) return [];
  return Object.entries(actions).filter((entry): entry is [string, Keys] => isRecord(entry[1]));
}

const SECRET_PLACES = PARTS.flatMap(({ secrets = [] }: ConfigPart) => secrets.map((place) => place.split('.')));

/** The secrets in a config of any shape, besides its API keys, so that errors and logs can leave them out. */
export function secretsIn(config: unknown): string[] {
  return SECRET_PLACES.flatMap((place) => valuesAt(config, place)).filter((secret) => typeof secret === 'string');
}

function valuesAt(value: unknown, [name, ...rest]: readonly string[]): unknown[] {
  if (name === undefined) return [value];
  if (!Array.isArray(value) && !isRecord(value)) return [];
  if (name === '*') return Object.values(value).flatMap((entry) => valuesAt(entry, rest));
  const entry = Object.getOwnPropertyDescriptor(value, name)?.value;
  return entry === undefined ? [] : valuesAt(entry, rest);
}
