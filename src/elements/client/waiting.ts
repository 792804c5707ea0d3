import type { Claim } from '../../contract/claim.ts';
import { readClaim } from '../../contract/read-claim.ts';
import type { ClaimFlow } from './claim-flow.ts';
import type { ClaimOutcome } from './types.ts';

export const FIRST_POLL_MS = 1000;
const SLOWEST_POLL_MS = 60_000;
/** Between loads without a press, however wrong the visitor's clock is. */
const RELOAD_GAP_MS = 60_000;

/** Milliseconds until what the state waits for. */
export function timeLeft({ until }: ClaimOutcome): number {
  return Math.max(0, until - Date.now());
}

/** Asks for a pending claim after `delay` milliseconds, and then ever more seldom, until it has come to its end. */
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

/** Whether the same claim is sent again by itself when the time is up: what it takes is not proved yet, or could not be found out. */
export const isAskedAgain = ({ failure }: ClaimOutcome): boolean => failure?.code === 'not-yet' || !!failure?.errors;

/**
 * Has the time left shown anew each second. In the end a throttled visitor may try again, one who was too fast is where they
 * were, by `open`, what is not proved yet, or could not be found out, is asked `again`, and anything else is loaded anew.
 */
export function countDown(
  flow: ClaimFlow,
  outcome: ClaimOutcome,
  signal: AbortSignal,
  steps: Record<'open' | 'again', () => void>,
): void {
  const { state } = flow;
  const code = outcome.failure?.code;
  const earliest = Date.now() + RELOAD_GAP_MS;
  const timer = setInterval(() => {
    flow.changed();
    if (timeLeft(outcome) || (state !== 'throttled' && Date.now() < earliest)) return;
    clearInterval(timer);
    if (isAskedAgain(outcome)) steps.again();
    else if (code === 'rate-limited' && flow.view) steps.open();
    else if (code !== 'throttled') void flow.load();
  }, 1000);
  signal.addEventListener('abort', () => clearInterval(timer));
}
