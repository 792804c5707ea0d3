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

/** What has a piece of the config, in the order of its keys: features, and gates of their own. */
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

/** The keys of all parts beside each other. */
function keysOf<Name extends 'keys' | 'actionKeys'>(name: Name): All<Extract<Part, Record<Name, object>>[Name]> {
  const shapes = PARTS.map((part: ConfigPart) => part[name] ?? {});
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is assigned is what the parts have
  return Object.assign({}, ...shapes) as All<Extract<Part, Record<Name, object>>[Name]>;
}

const Action = section(keysOf('actionKeys'), [], {
  place: 'in the config itself, beside actions',
  keys: Object.keys(keysOf('keys')),
});

/** Everything that an owner can set, once references to environment variables are resolved. Each key is described. */
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

/** What is wrong in the config, and where. */
export interface ConfigIssue {
  path: PropertyKey[];
  message: string;
}

/**
 * What breaks the rules between keys, beside what the schema says of single ones, so that the owner hears of everything at once.
 * Values may be of any type here: the schema reports those of a wrong one.
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

/** The secrets in a config that may have any shape, besides its API keys, for keeping them out of errors and logs. */
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
