import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { GiftLine } from '../../../src/desk/gifts/gift-lines.ts';
import { giveLines, type RunOptions, type RunReport } from '../../../src/desk/gifts/run.ts';
import { type Gift, GiftError, type GiftOutcome } from '../../../src/proxy/index.ts';

type Answer = (gift: Gift, tried: number) => Partial<GiftOutcome> | Promise<Partial<GiftOutcome>>;

const LATER = { status: 'refused', reason: 'not now', retryAfter: 5 } as const;

function linesOf(count: number): GiftLine[] {
  return Array.from({ length: count }, (_, at) => ({
    line: at + 2,
    gift: { memberId: `m${at}`, points: 10, key: `k${at}`, by: 'Ana' },
  }));
}

/** Runs lines past what answers so, by a clock that goes on while somebody waits. Says what was tried, and how long each wait was. */
async function runOf(
  count: number,
  answer: Answer,
  options: Partial<RunOptions> = {},
): Promise<{ report: RunReport; tried: string[]; waits: number[]; most: number }> {
  const tried: string[] = [];
  const waits: number[] = [];
  let now = 0;
  let underWay = 0;
  let most = 0;
  const give = async (gift: Gift): Promise<GiftOutcome> => {
    tried.push(gift.key);
    underWay += 1;
    most = Math.max(most, underWay);
    try {
      await new Promise(setImmediate);
      const told = await answer(gift, tried.filter((key) => key === gift.key).length);
      const { key, memberId } = gift;
      return {
        status: 'granted',
        key,
        memberId,
        claimId: 'c',
        repeated: false,
        reason: null,
        retryAfter: null,
        ...told,
      };
    } finally {
      underWay -= 1;
    }
  };
  const report = await giveLines({
    gifts: { give },
    lines: linesOf(count),
    atOnce: 4,
    refusesKey: async () => false,
    signal: new AbortController().signal,
    elapsed: () => now,
    pause: async (ms) => {
      waits.push(ms);
      now += ms;
    },
    ...options,
  });
  return { report, tried, waits, most };
}

describe('a run of gifts', () => {
  it('gives each line once, a few at a time, and counts them', async () => {
    const { report, tried, most } = await runOf(50, () => ({}));
    const { granted, points, left, stopped } = report;
    assert.deepEqual({ granted, points, left, stopped }, { granted: 50, points: 500, left: 0, stopped: null });
    assert.equal(new Set(tried).size, 50);
    assert.equal(tried.length, 50);
    assert.equal(most, 4);
  });

  it('tells apart what had been given, what is refused, and what nobody knows', async () => {
    const said: Partial<GiftOutcome>[] = [
      { repeated: true },
      { status: 'refused', reason: 'no such member' },
      { status: 'unknown', reason: 'nobody knows' },
      { status: 'pending', reason: 'under way' },
    ];
    const { report } = await runOf(5, ({ key }) => said[Number(key.slice(1))] ?? {});
    const { granted, alreadyGiven, refused, unknown, pending } = report;
    assert.deepEqual({ granted, alreadyGiven }, { granted: 1, alreadyGiven: 1 });
    assert.deepEqual(refused, [{ line: 3, memberId: 'm1', key: 'k1', claimId: 'c', reason: 'no such member' }]);
    assert.deepEqual(
      [unknown, pending].flat().map(({ line }) => line),
      [4, 5],
    );
  });

  it('takes a key that belongs to another gift for the fault of its line', async () => {
    const { report } = await runOf(2, ({ key }) => {
      if (key === 'k0') throw new GiftError('key-reused', ['key belongs to another gift']);
      return {};
    });
    assert.equal(report.granted, 1);
    assert.match(report.refused[0]?.reason ?? '', /another gift/);
  });

  it('waits for as long as the service asks, and tries the same lines again', async () => {
    const { report, waits } = await runOf(8, (_, tried) => (tried === 1 ? LATER : {}));
    assert.equal(report.granted, 8);
    assert.ok(waits.every((ms) => ms <= 5000) && waits.length > 0, String(waits));
  });

  it('waits for as long as the service asked for at the most, where it asked for less meanwhile', async () => {
    const all = Promise.withResolvers<Partial<GiftOutcome>>();
    const { waits } = await runOf(2, ({ key }, tried) => {
      if (tried > 1) return {};
      if (key === 'k1') all.resolve({});
      return all.promise.then(() => ({ ...LATER, retryAfter: key === 'k0' ? 60 : 5 }));
    });
    assert.equal(waits[0], 60_000);
  });

  it('outlasts a ledger that fails for a while', async () => {
    const { report } = await runOf(3, ({ key }, tried) => {
      if (key === 'k1' && tried < 3) throw new Error('the ledger is away');
      return {};
    });
    assert.equal(report.granted, 3);
  });

  it('ends where nothing gets through for ten minutes, and says so', async () => {
    const { report, waits } = await runOf(3, () => LATER);
    assert.match(report.stopped ?? '', /ten minutes.*not now/);
    assert.equal(report.left, 3);
    assert.ok(waits.reduce((sum, ms) => sum + ms, 0) >= 590_000);
  });

  it('ends at once where the service does not take the key', async () => {
    const { report, tried } = await runOf(50, () => LATER, { refusesKey: async () => true });
    assert.match(report.stopped ?? '', /API key/);
    assert.equal(report.left, 50);
    assert.ok(tried.length <= 4);
  });

  it('lets what is under way settle where it is stopped', async () => {
    const stop = new AbortController();
    const { report, tried } = await runOf(
      50,
      ({ key }) => {
        if (key === 'k10') stop.abort();
        return {};
      },
      { signal: stop.signal },
    );
    assert.equal(report.stopped, 'it was stopped');
    assert.equal(report.granted, tried.length);
    assert.equal(report.left, 50 - tried.length);
    assert.ok(tried.length < 20);
  });
});
