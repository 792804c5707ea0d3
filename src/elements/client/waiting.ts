import type { Claim } from '../../contract/claim.ts';
import { readClaim } from '../../contract/read-claim.ts';
import type { ClaimFlow } from './claim-flow.ts';
import { ofDocument } from './own-document.ts';
import type { ClaimOutcome } from './types.ts';

export const FIRST_POLL_MS = 1000;
const SLOWEST_POLL_MS = 60_000;
/** The shortest time between automatic loads, however wrong the visitor's clock is. */
const RELOAD_GAP_MS = 60_000;

/** Milliseconds until the end of what the state waits for. */
export function timeLeft({ until }: ClaimOutcome): number {
  return Math.max(0, until - Date.now());
}

/** Polls a pending claim, first after `delay` milliseconds, then less and less often, until it is settled. */
export function followClaim(
  flow: ClaimFlow,
  { id, delay, signal }: { id: string; delay: number; signal: AbortSignal },
  end: (claim: Claim) => void,
): void {
  const look = async () => {
    const path = `/claims/${encodeURIComponent(id)}`;
    const answer = await flow.ask(path, signal);
    if (signal.aborted) return;
    const claim = answer.response?.ok ? readClaim(answer.body) : undefined;
    if (claim && claim.status !== 'pending') end(claim);
    else {
      const next = Math.min(Math.max(delay * 2, FIRST_POLL_MS), SLOWEST_POLL_MS);
      followClaim(flow, { id, delay: next, signal }, end);
    }
  };
  const timer = setTimeout(() => void look(), delay);
  signal.addEventListener('abort', () => clearTimeout(timer));
}

/** Whether the same claim is sent again automatically when the time is over: because it is not proved yet, or the proof could not be checked. */
export const isAskedAgain = ({ failure }: ClaimOutcome): boolean => failure?.code === 'not-yet' || !!failure?.errors;

/**
 * Shows the time left, anew each second. At the end, a throttled visitor may try again, and one who was too fast is back in the state before, by
 * `open`. What is not proved yet, or could not be checked, is claimed `again`. Anything else is loaded again, as soon as the visitor sees the page: tabs
 * that nobody sees would all ask at midnight, and check in by themselves (`auto`).
 */
export function countDown(
  flow: ClaimFlow,
  outcome: ClaimOutcome,
  signal: AbortSignal,
  steps: Record<'open' | 'again', () => void>,
): void {
  const { state } = flow;
  const code = outcome.failure?.code;
  const timer = setInterval(() => {
    flow.changed();
    if (timeLeft(outcome)) return;
    if (state !== 'throttled' && (ofDocument('hidden') || Date.now() < flow.lookedAt + RELOAD_GAP_MS)) return;
    clearInterval(timer);
    if (isAskedAgain(outcome)) steps.again();
    else if (code === 'rate-limited' && flow.view) steps.open();
    else if (code !== 'throttled') void flow.load();
  }, 1000);
  signal.addEventListener('abort', () => clearInterval(timer));
}
