import type { ChainReader } from './chain-reader.ts';
import type { Block } from './replies.ts';

/** More steps than bisection needs on any chain. */
const MAX_STEPS = 64;
/** Every third step bisects, so that irregular block times do not mislead the search for long. */
const HALVING = 3;
/** Seconds for each block if two blocks have the same time. */
const MIN_S = 0.01;

/**
 * A block of that time or up to `leeway` before it (both in seconds), else the last block before it; null if the chain has no block that old. Takes a
 * few steps if the chain's blocks come at regular intervals.
 */
export async function findBlockBefore(time: number, leeway: number, reader: ChainReader): Promise<Block | null> {
  let above = reader.head.final;
  if (at(above) <= time) return above;
  let below: Block | null = null;
  let secondsEach = 12;
  for (let step = 1; step <= MAX_STEPS && above.number > 0n; step += 1) {
    const lowest = below ? below.number + 1n : 0n;
    if (lowest === above.number) return below;
    const back =
      step % HALVING === 0
        ? Math.ceil(Number(above.number - lowest) / 2)
        : Math.ceil((at(above) - time + leeway / 2) / secondsEach);
    const number = clamp(above.number - BigInt(back), lowest, above.number - 1n);
    // oxlint-disable-next-line no-await-in-loop -- each step tells where the next one goes
    const found: Block = await reader.block(number);
    secondsEach = Math.max((at(above) - at(found)) / Number(above.number - found.number), MIN_S);
    if (at(found) > time) above = found;
    else if (at(found) >= time - leeway) return found;
    else below = found;
  }
  return below;
}

function at({ timestamp }: Block): number {
  return Number(timestamp);
}

function clamp(value: bigint, least: bigint, most: bigint): bigint {
  if (value < least) return least;
  return value > most ? most : value;
}
