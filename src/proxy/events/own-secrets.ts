import { isRecord } from '../../contract/guard.ts';
import type { Keys } from '../config/part.ts';

/** The secrets with which the proxy signs its own messages, and their paths in the config. Values may have any type here. */
export function ownSecrets({ webhook, receivers, actions }: Keys): Map<string, string> {
  const places: [place: string, value: unknown][] = [
    ['webhook', webhook],
    ...entriesOf(receivers).map(([name, receiver]): [string, unknown] => [`receivers.${name}`, receiver]),
    ...entriesOf(actions).map(([name, action]): [string, unknown] => [
      `actions.${name}.verify`,
      isRecord(action) ? action['verify'] : null,
    ]),
  ];
  return new Map(places.flatMap(([place, value]) => secretsWithin(value).map((secret) => [secret, place])));
}

/** Proofs may be nested, and a new secret may stand next to the one that it replaces. */
function secretsWithin(value: unknown): string[] {
  return entriesOf(value).flatMap(([key, inner]) =>
    key === 'secret' ? [inner].flat().filter((secret) => typeof secret === 'string') : secretsWithin(inner),
  );
}

function entriesOf(value: unknown): [string, unknown][] {
  return isRecord(value) || Array.isArray(value) ? Object.entries(value) : [];
}
