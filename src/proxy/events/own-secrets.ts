import { isRecord } from '../../contract/guard.ts';
import type { Keys } from '../config/part.ts';

/** What the proxy signs its own messages with, and where in the config that stands. Values may be of any type here. */
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

/** Proofs lie within each other, and a new secret may stand beside the one that it takes the place of. */
function secretsWithin(value: unknown): string[] {
  return entriesOf(value).flatMap(([key, inner]) =>
    key === 'secret' ? [inner].flat().filter((secret) => typeof secret === 'string') : secretsWithin(inner),
  );
}

function entriesOf(value: unknown): [string, unknown][] {
  return isRecord(value) || Array.isArray(value) ? Object.entries(value) : [];
}
