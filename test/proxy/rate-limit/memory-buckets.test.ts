import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MemoryBuckets } from '../../../src/proxy/rate-limit/memory-buckets.ts';
import { buckets } from '../../../src/ledger/conformance/rate-limit.ts';
import { NOON } from '../../../src/ledger/conformance/requests.ts';

buckets('memory', async () => {
  const memory = new MemoryBuckets();
  const ledger = { consume: async (...args: Parameters<MemoryBuckets['consume']>) => memory.consume(...args) };
  return { ledger, other: async () => ledger, async [Symbol.asyncDispose]() {} };
});

const one = (id: string) => ({ id, everyMs: 1000, spanMs: 1000 });

describe('rate-limit buckets in memory', () => {
  it('are forgotten once they are whole', () => {
    const memory = new MemoryBuckets();
    for (let n = 0; n < 1000; n += 1) memory.consume([one(`claims ${n}`), one(`requests ${n}`)], NOON + n);
    assert.equal(memory.size, 2000);
    memory.consume([one('claims x'), one('requests x')], NOON + 1500);
    assert.equal(memory.size, 2 * 500, 'the last 499, and the new one');
  });

  it('never are more than so many of a kind, the latest of which stay', () => {
    const memory = new MemoryBuckets();
    for (let n = 0; n < 33_000; n += 1) memory.consume([{ ...one(`requests ${n}`), once: `named ${n}` }], NOON);
    assert.equal(memory.size, 2 * 32_768);
    assert.equal(memory.consume([one('requests 32999')], NOON)[0]?.allowed, false);
    assert.equal(memory.consume([one('requests 0')], NOON)[0]?.allowed, true);
  });

  it('are those of who comes often, where others are forgotten', () => {
    const memory = new MemoryBuckets();
    const often = { id: 'requests often', everyMs: 1, spanMs: 33_000 };
    for (let n = 0; n < 33_000; n += 1) memory.consume([one(`requests ${n}`), often], NOON);
    assert.equal(memory.consume([often], NOON)[0]?.allowed, false);
  });

  it('lock nobody out where the clock is set back', () => {
    const memory = new MemoryBuckets();
    memory.consume([one('claims a')], NOON + 3_600_000);
    assert.equal(memory.consume([one('claims a')], NOON)[0]?.allowed, true);
    assert.equal(memory.consume([one('claims a')], NOON)[0]?.allowed, false);
  });
});
