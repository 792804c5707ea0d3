import { type ClaimRecord, NO_CALENDAR, periodAt } from '../../ledger/index.ts';
import type { ProblemCode } from '../../contract/index.ts';
import type { ProblemReply } from '../http/problem.ts';
import type { ClaimAttempt, DirectClaim } from './claim-context.ts';
import type { ClaimVerdict } from './claim-verdict.ts';
import type { Claims } from './claims.ts';

/** The result of a claim that the owner's side makes, and may make again. */
export interface Attempted {
  verdict: ClaimVerdict;
  /** The try that it is the result of. */
  request: ClaimAttempt;
  /** Whether that try had already been answered before. */
  repeated: boolean;
}

/**
 * Makes a claim that the owner's side identifies, and that is paid at most once however often it is sent. `tryOf` gives each try, numbered from 1,
 * its own names (`triedAs`). After a try that failed for a temporary reason nothing of it can be paid any more, so another try is made. If a part of
 * it was granted, the next try completes that claim.
 */
export async function claimOnce(
  claims: Pick<Claims, 'claim' | 'earlier'>,
  tryOf: (attempt: number) => ClaimAttempt,
): Promise<Attempted> {
  const { verdict, request } = await latestTry(claims, tryOf);
  return verdict
    ? { verdict, request, repeated: true }
    : { verdict: await claims.claim(request), request, repeated: false };
}

/** The latest try of such a claim and its result; null if that try still has to be made. */
export async function latestTry(
  claims: Pick<Claims, 'earlier'>,
  tryOf: (attempt: number) => ClaimAttempt,
): Promise<{ verdict: ClaimVerdict | null; request: ClaimAttempt }> {
  let part: ClaimRecord | null = null;
  const before: string[] = [];
  for (let attempt = 1; ; attempt += 1) {
    const next = after(before, tryOf(attempt));
    const request = part ? takingUp(part, next) : next;
    // oxlint-disable-next-line no-await-in-loop -- each try is made only after the one before it failed
    const verdict = await claims.earlier(request);
    if (!verdict || !('problem' in verdict) || !isPassing(verdict.problem)) return { verdict, request };
    if (verdict.of) before.push(verdict.of.id);
    part = verdict.of?.grants.some(({ state }) => state === 'granted') ? verdict.of : null;
  }
}

/** The same try, which also names the claims of the tries before it. */
function after(before: readonly string[], request: ClaimAttempt): ClaimAttempt {
  return request.direct && before.length > 0
    ? { ...request, direct: { ...request.direct, triesBefore: [...before] } }
    : request;
}

/** The same try in the period of a claim that was granted in part, even if another period has begun: what was granted is not granted again. */
function takingUp({ period: key, createdAt, nextClaimAt }: ClaimRecord, request: ClaimAttempt): ClaimAttempt {
  if (!request.direct) return request;
  const rule = periodAt(request.action.rule, createdAt);
  const period = { ...rule, ...NO_CALENDAR, key, startsAt: createdAt, endsAt: nextClaimAt };
  return { ...request, direct: { ...request.direct, period } };
}

/** Tokens and sign-ins are valid for minutes. Names from the owner's side are remembered as long as they might be sent again. */
const REMEMBERED_MS = 10 * 365 * 86_400_000;

/** The names of a try. They contain spaces, which a visitor's key cannot. `now` is in epoch milliseconds. */
export function triedAs(
  names: readonly [string, ...string[]],
  attempt: number,
  { now, ifUsed }: { now: number; ifUsed: ProblemReply },
): Pick<DirectClaim, 'idempotencyKey' | 'singleUses'> {
  return {
    idempotencyKey: `${names[0]} ${attempt}`,
    singleUses: names.map((name) => ({
      id: `${name} ${attempt}`,
      expiresAt: now + REMEMBERED_MS,
      isLasting: true,
      ifUsed,
    })),
  };
}

/** Whether a later try may succeed. */
export function isPassing({ code, ofSite }: ProblemReply): boolean {
  return PASSES[code] || ofSite === true;
}

/** Whether the reason is temporary, so that the claim is tried again. */
const PASSES: Readonly<Record<ProblemCode, boolean>> = {
  'invalid-request': false,
  'sign-in-required': false,
  'origin-not-allowed': false,
  'challenge-failed': false,
  'not-proved': false,
  'unknown-action': false,
  'unknown-claim': false,
  'not-found': false,
  'method-not-allowed': false,
  'already-claimed': false,
  'not-yet': false,
  'not-open': false,
  closed: false,
  full: false,
  'too-large': false,
  'unsupported-media-type': false,
  refused: false,
  'rate-limited': true,
  internal: true,
  unreachable: true,
  throttled: true,
};
