import type { Finding } from '../proxy/index.ts';
import type { ChainReader } from './chain-reader.ts';

const MIN_S = 10;
const MAX_S = 60;
/** Asked again after this, where nothing tells the chain's pace. */
const USUAL_S = 15;
/** No chain has so many blocks after its last final one: an RPC that says so is wrong. */
const MAX_NOT_FINAL = 1_000_000;

/**
 * It does not count yet: what stands in that block, or in none. Tells how far it has come, and is asked again as soon as it may count, but
 * within a minute, so that the visitor sees it come. `reason` is what the
 * visitor is to know besides.
 */
export async function waiting(reader: ChainReader, block: bigint | null, reason?: string): Promise<Finding> {
  const said = reason === undefined ? {} : { reason };
  const { final, latest, confirmations } = reader.head;
  if (confirmations !== null && latest !== null) {
    const done = block === null ? 0 : within(Number(latest - block) + 1, confirmations);
    return { kind: 'not-yet', retryAfter: USUAL_S, ...said, progress: { done, of: confirmations } };
  }
  const last = await reader.latest();
  const of = last ? Number(last.number - final.number) : 0;
  if (!last || of <= 0 || of > MAX_NOT_FINAL) return { kind: 'not-yet', retryAfter: USUAL_S, ...said };
  if (block === null) return { kind: 'not-yet', retryAfter: USUAL_S, ...said, progress: { done: 0, of } };
  const secondsEach = Number(last.timestamp - final.timestamp) / of;
  const left = Math.ceil(Number(block - final.number) * secondsEach);
  const retryAfter = Math.min(Math.max(left, MIN_S), MAX_S);
  return { kind: 'not-yet', retryAfter, ...said, progress: { done: within(Number(last.number - block), of), of } };
}

/** What is all done would be final. */
function within(done: number, of: number): number {
  return Math.min(Math.max(done, 0), of - 1);
}
