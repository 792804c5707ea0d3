import type { Claim } from '../../contract/claim.ts';
import { readClaim } from '../../contract/read-claim.ts';
import { type ClaimFlow, together } from './claim-flow.ts';
import { inLanguage } from './in-language.ts';
import type { Outcome } from './types.ts';

export const FIRST_POLL_MS = 1000;
const SLOWEST_POLL_MS = 60_000;
/** Between loads without a press, however wrong the visitor's clock is. */
const RELOAD_GAP_MS = 60_000;

/** Milliseconds until what the state waits for. */
export function timeLeft({ until }: Outcome): number {
  return Math.max(0, until - Date.now());
}

/** A pending claim that is asked for when its time has come. */
interface Followed {
  /** In epoch milliseconds. */
  due: number;
  delay: number;
  look: () => void;
}

const followed = new Set<Followed>();

/** Asks for the claim, and with it for those of other widgets that would be asked for soon, where that makes one request. */
function lookAt(first: Followed): void {
  const now = Date.now();
  for (const one of followed) {
    if (one === first || (together.ask && one.due - now <= one.delay / 2)) one.look();
  }
}

/** Asks for a pending claim after `delay` milliseconds, and then ever more seldom, until it has come to its end. */
export function followClaim(
  flow: ClaimFlow,
  { id, delay, signal }: { id: string; delay: number; signal: AbortSignal },
  end: (claim: Claim) => void,
): void {
  const path = inLanguage(`/claims/${encodeURIComponent(id)}`, flow.site);
  const look = async () => {
    stop();
    const answer = await (together.ask?.(flow, path, signal) ?? flow.api.send(path, { signal }));
    if (signal.aborted) return;
    const claim = answer.response?.ok ? readClaim(answer.body) : undefined;
    if (claim && claim.status !== 'pending') end(claim);
    else {
      const next = Math.min(Math.max(delay * 2, FIRST_POLL_MS), SLOWEST_POLL_MS);
      followClaim(flow, { id, delay: next, signal }, end);
    }
  };
  const self: Followed = { due: Date.now() + delay, delay, look: () => void look() };
  const timer = setTimeout(() => lookAt(self), delay);
  const stop = () => {
    followed.delete(self);
    clearTimeout(timer);
  };
  followed.add(self);
  signal.addEventListener('abort', stop);
}

/**
 * Has the time left shown anew each second. In the end a throttled visitor may try again, one who was too fast is where they
 * were, by `open`, and anything else is loaded anew.
 */
export function countDown(flow: ClaimFlow, outcome: Outcome, signal: AbortSignal, open: () => void): void {
  const { state } = flow;
  const code = outcome.failure?.code;
  const earliest = Date.now() + RELOAD_GAP_MS;
  const timer = setInterval(() => {
    flow.changed();
    if (timeLeft(outcome) || (state !== 'throttled' && Date.now() < earliest)) return;
    clearInterval(timer);
    if (code === 'rate-limited' && flow.view) open();
    else if (code !== 'throttled') void flow.load();
  }, 1000);
  signal.addEventListener('abort', () => clearInterval(timer));
}
