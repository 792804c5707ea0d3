import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { findBlockBefore } from '../../src/onchain/block-before.ts';
import type { ChainReader } from '../../src/onchain/chain-reader.ts';

/** Reads a chain whose blocks have those times, and counts how often. */
function readerOf(times: readonly number[]): { reader: ChainReader; asked: () => number } {
  let asked = 0;
  const blockAt = (number: number) => ({ number: BigInt(number), timestamp: BigInt(times[number] ?? 0), hash: '0x' });
  const block = async (number: bigint) => {
    asked += 1;
    assert.ok(number >= 0n && number < times.length, `${number}`);
    return blockAt(Number(number));
  };
  const reader = { head: { final: blockAt(times.length - 1) }, block } as unknown as ChainReader;
  return { reader, asked: () => asked };
}

const gaps = fc.array(fc.oneof(fc.constant(12), fc.nat(3), fc.nat(5_000)), { minLength: 1, maxLength: 300 });

describe('the block before a time', () => {
  it('is never after it, and as near as asked for or the last before it, whatever the pace', async () => {
    await fc.assert(
      fc.asyncProperty(gaps, fc.nat(1000), fc.nat(600), async (between, permille, leeway) => {
        const times = between.reduce<number[]>((all, gap) => [...all, (all.at(-1) ?? 1_000) + gap], []);
        const [first = 0, last = 0] = [times[0], times.at(-1)];
        const time = first - 50 + Math.floor(((last - first + 100) * permille) / 1000);
        const { reader, asked } = readerOf(times);
        const found = await findBlockBefore(time, leeway, reader);
        const nearest = times.findLast((one) => one <= time);
        if (nearest === undefined) {
          assert.equal(found, null);
        } else {
          const at = Number(found?.timestamp);
          assert.ok(found && at <= time && (at >= time - leeway || at === nearest), `${at} for ${time}`);
        }
        assert.ok(asked() <= 40, `${asked()} blocks`);
      }),
    );
  });

  it('takes a few calls where blocks come evenly, among a hundred million', async () => {
    let asked = 0;
    const blockAt = (number: bigint) => ({ number, timestamp: number * 12n, hash: '0x' });
    const block = async (number: bigint) => {
      asked += 1;
      return blockAt(number);
    };
    const reader = { head: { final: blockAt(100_000_000n) }, block } as unknown as ChainReader;
    const found = await findBlockBefore(600_000_000, 300, reader);
    assert.ok(found && found.timestamp <= 600_000_000n && found.timestamp >= 599_999_700n);
    assert.ok(asked <= 3, `${asked}`);
  });
});
