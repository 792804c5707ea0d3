import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { startRetention } from '../../../src/cli/serve/retention.ts';
import { grant } from '../../../src/ledger/conformance/bench.ts';
import { BY, DAY, HOUR, NOON, request } from '../../../src/ledger/conformance/requests.ts';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';

const LATER = NOON + 200 * DAY;

/** A ledger with a claim of noon, whose retention begins when the clock shows `now`. */
async function retaining(t: TestContext, now: number, days = 90) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const clock = { now, elapsed: 0 };
  t.mock.method(Date, 'now', () => clock.now);
  const ledger = sqliteLedger(':memory:');
  const made = request({ fields: { email: 'ada@example.org' }, idempotency: { key: 'k', fingerprint: 'f' } });
  const { id } = await grant(ledger, made);
  let purged = Promise.withResolvers<void>();
  const purge = ledger.purge.bind(ledger);
  t.mock.method(ledger, 'purge', async (...args: Parameters<typeof purge>) => {
    const count = await purge(...args);
    if (count === 0) purged.resolve();
    return count;
  });
  let stop: (() => Promise<void>) | undefined;
  const told: string[] = [];
  const info = (_: unknown, message: string): void => void told.push(message);
  const logger = { debug() {}, info, warn() {}, error() {} };
  return {
    ledger,
    told,
    begin: async (): Promise<void> => {
      await stop?.();
      purged = Promise.withResolvers();
      stop = startRetention(ledger, days, logger, () => clock.elapsed);
      await purged.promise;
    },
    /** Lets so many hours go by, in each of which the clock gains so much. */
    wait: async (hours: number, gainMs = 0): Promise<void> => {
      for (let hour = 0; hour < hours; hour += 1) {
        clock.now += HOUR + gainMs;
        clock.elapsed += HOUR;
        purged = Promise.withResolvers();
        t.mock.timers.tick(HOUR);
        // oxlint-disable-next-line no-await-in-loop -- one hour after the other
        await purged.promise;
      }
    },
    setClock: (to: number): void => {
      clock.now = to;
    },
    end: async (): Promise<void> => {
      await stop?.();
      await ledger.close();
    },
    claim: () => ledger.find(id),
  };
}

describe('the retention of rewards serve', () => {
  it('keeps who made a claim of today where the clock is far ahead, so that they cannot claim again once it is set back', async (t) => {
    const { ledger, begin, end } = await retaining(t, LATER);
    await begin();
    assert.equal((await ledger.reserve(request({ now: NOON + HOUR }))).kind, 'held');
    await end();
  });

  it('keeps it also where others have claimed by that clock, and after it was started again', async (t) => {
    const { ledger, begin, wait, end } = await retaining(t, LATER);
    await grant(ledger, request({ memberId: 'another', now: LATER }));
    await begin();
    await wait(12);
    await begin();
    await wait(12);
    await ledger.setAside(BY, NOON + HOUR);
    assert.equal((await ledger.reserve(request({ now: NOON + HOUR }))).kind, 'held');
    await end();
  });

  it('keeps it where the clock goes wrong once more, as far as claims show that were set aside', async (t) => {
    const { ledger, begin, end } = await retaining(t, LATER + 30 * HOUR);
    await grant(ledger, request({ memberId: 'another', now: LATER }));
    await ledger.setAside(BY, NOON);
    await begin();
    assert.equal((await ledger.reserve(request({ now: NOON + HOUR }))).kind, 'held');
    await end();
  });

  for (const days of [90, 1]) {
    it(`keeps what was filled in today, and the key by which a claim is known that comes twice, if kept for ${days} days`, async (t) => {
      const { begin, claim, ledger, end } = await retaining(t, LATER, days);
      await begin();
      const { fields, memberId = '' } = (await claim()) ?? {};
      assert.deepEqual(fields, { email: 'ada@example.org' });
      assert.ok(await ledger.replay({ action: 'daily', memberId, key: 'k', fingerprint: 'f' }));
      await end();
    });
  }

  for (const [what, start, before, after] of [
    ['far ahead after a day in which nobody has set it', NOON, 25, 23],
    ['back, for another day', LATER, 23, 3],
  ] as const) {
    it(`keeps it where the clock is set ${what}`, async (t) => {
      const { begin, wait, setClock, claim, end } = await retaining(t, start);
      await begin();
      await wait(before);
      setClock(LATER);
      await wait(after);
      assert.deepEqual((await claim())?.fields, { email: 'ada@example.org' });
      await end();
    });
  }

  it('says once that it waits, until it does so no longer', async (t) => {
    const { begin, wait, told, end } = await retaining(t, LATER);
    await begin();
    await wait(25);
    assert.equal(told.length, 2);
    assert.match(told[0] ?? '', /^no claims show that it is later than this/);
    assert.equal(told[1], 'personal data of old claims was purged');
    await end();
  });

  it('takes all away where a claim of yesterday bears the clock out', async (t) => {
    const { ledger, begin, claim, end } = await retaining(t, LATER);
    await grant(ledger, request({ memberId: 'another', now: LATER - 25 * HOUR }));
    await begin();
    const { fields, memberId } = (await claim()) ?? {};
    assert.equal(fields, null);
    assert.match(memberId ?? '', /^purged:/);
    await end();
  });

  for (const gainMs of [0, 5000]) {
    it(`takes it away after a day in which nobody has set the clock, which gains ${gainMs} ms an hour`, async (t) => {
      const { begin, wait, claim, end } = await retaining(t, LATER);
      await begin();
      await wait(23, gainMs);
      assert.doesNotMatch((await claim())?.memberId ?? '', /^purged:/);
      await wait(2, gainMs);
      assert.match((await claim())?.memberId ?? '', /^purged:/);
      await end();
    });
  }
});
