import { isRecord } from '../../common/is-record.ts';

/**
 * Where a config has secrets, besides its API keys; `*` stands for every entry. A webhook's address counts: many receivers are
 * told from others by a secret part of it.
 */
const PLACES = [
  'memberTokens.secrets.*',
  'webhook.url',
  'webhook.secret',
  'webhook.secret.*',
  'limits.shared.secret',
  'platform.secrets.*',
  'platform.clientSecret',
  'challengeSecret',
  'actions.*.challenge.secret',
].map((place) => place.split('.'));

/** The secrets in a config that may have any shape, for keeping them out of errors and logs. */
export function secretsIn(config: unknown): string[] {
  return PLACES.flatMap((place) => valuesAt(config, place)).filter((secret) => typeof secret === 'string');
}

function valuesAt(value: unknown, [name, ...rest]: readonly string[]): unknown[] {
  if (name === undefined) return [value];
  const entries = Array.isArray(value) || isRecord(value) ? Object.entries(value) : [];
  return entries.flatMap(([key, entry]) => (name === '*' || name === key ? valuesAt(entry, rest) : []));
}
