import type { Finding } from '../proxy/index.ts';
import type { ChainReader } from './chain-reader.ts';

const MIN_S = 10;
const MAX_S = 60;
/** Seconds until the widget asks again if the chain's pace is unknown. */
const USUAL_S = 15;
/** No chain has so many blocks after its last final one: an RPC that says so is wrong. */
const MAX_NOT_FINAL = 1_000_000;

/**
 * A `not-yet` for a transaction in that block, or in none: with the number of confirmations so far, and the time until it may be final, but at most a
 * minute, so that the visitor sees progress. `reason` is an additional text for the visitor.
 */
export async function waiting(reader: ChainReader, block: bigint | null, reason?: string): Promise<Finding> {
  const withReason = reason === undefined ? {} : { reason };
  const { final, latest, confirmations } = reader.head;
  if (confirmations !== null && latest !== null) {
    const done = block === null ? 0 : within(Number(latest - block) + 1, confirmations);
    return { kind: 'not-yet', retryAfter: USUAL_S, ...withReason, progress: { done, of: confirmations } };
  }
  const last = await reader.latest();
  const of = last ? Number(last.number - final.number) : 0;
  if (!last || of <= 0 || of > MAX_NOT_FINAL) return { kind: 'not-yet', retryAfter: USUAL_S, ...withReason };
  if (block === null) return { kind: 'not-yet', retryAfter: USUAL_S, ...withReason, progress: { done: 0, of } };
  const secondsEach = Number(last.timestamp - final.timestamp) / of;
  const left = Math.ceil(Number(block - final.number) * secondsEach);
  const retryAfter = Math.min(Math.max(left, MIN_S), MAX_S);
  return {
    kind: 'not-yet',
    retryAfter,
    ...withReason,
    progress: { done: within(Number(last.number - block), of), of },
  };
}

/** Less than `of`: with all confirmations it would be final. */
function within(done: number, of: number): number {
  return Math.min(Math.max(done, 0), of - 1);
}
