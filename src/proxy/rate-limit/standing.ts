import type { Policy } from './policy.ts';

/** How a client stands with a limit. */
export interface Standing {
  policy: Policy;
  remaining: number;
  /** Whole seconds until there is all of it again, or where nothing remains, until there is one. */
  resetSeconds: number;
}

/** `tat` and `now` are in epoch milliseconds. */
export function standingOf(policy: Policy, tat: number, now: number): Standing {
  const { everyMs, spanMs } = policy;
  const spentMs = Math.max(0, tat - now);
  const remaining = Math.max(0, Math.floor((spanMs - spentMs) / everyMs));
  return { policy, remaining, resetSeconds: seconds(remaining > 0 ? spentMs : spentMs + everyMs - spanMs) };
}

function seconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}

/** The fields of draft-ietf-httpapi-ratelimit-headers-11 (structured fields, RFC 9651). */
export function standingFields({ policy, remaining, resetSeconds }: Standing): Record<string, string> {
  const { name, max, perSeconds } = policy;
  return {
    'ratelimit-policy': `"${name}";q=${max};w=${perSeconds}`,
    ratelimit: `"${name}";r=${remaining};t=${resetSeconds}`,
  };
}
