import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MemoryAllowances } from '../../../src/proxy/rate-limit/memory-allowances.ts';
import { allowances } from '../../ledger/conformance/allowances.ts';
import { NOON } from '../../ledger/requests.ts';

allowances('memory', async () => {
  const memory = new MemoryAllowances();
  const ledger = { spend: async (...args: Parameters<MemoryAllowances['spend']>) => memory.spend(...args) };
  return { ledger, other: async () => ledger, async [Symbol.asyncDispose]() {} };
});

const one = (id: string) => ({ id, everyMs: 1000, spanMs: 1000 });

describe('allowances in memory', () => {
  it('are forgotten once they are whole', () => {
    const memory = new MemoryAllowances();
    for (let n = 0; n < 1000; n += 1) memory.spend([one(`claims ${n}`), one(`requests ${n}`)], NOON + n);
    assert.equal(memory.size, 2000);
    memory.spend([one('claims x'), one('requests x')], NOON + 1500);
    assert.equal(memory.size, 2 * 500, 'the last 499, and the new one');
  });

  it('never are more than so many of a kind, the latest of which stay', () => {
    const memory = new MemoryAllowances();
    for (let n = 0; n < 200_000; n += 1) memory.spend([{ ...one(`requests ${n}`), once: `named ${n}` }], NOON);
    assert.equal(memory.size, 2 * 32_768);
    assert.equal(memory.spend([one('requests 199999')], NOON)[0]?.had, false);
    assert.equal(memory.spend([one('requests 0')], NOON)[0]?.had, true);
  });

  it('are those of who comes often, where others are forgotten', () => {
    const memory = new MemoryAllowances();
    const often = { id: 'requests often', everyMs: 1, spanMs: 100_000 };
    for (let n = 0; n < 100_000; n += 1) memory.spend([one(`requests ${n}`), often], NOON);
    assert.equal(memory.spend([often], NOON)[0]?.had, false);
  });

  it('lock nobody out where the clock is set back', () => {
    const memory = new MemoryAllowances();
    memory.spend([one('claims a')], NOON + 3_600_000);
    assert.equal(memory.spend([one('claims a')], NOON)[0]?.had, true);
    assert.equal(memory.spend([one('claims a')], NOON)[0]?.had, false);
  });
});
