import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type ClaimRecord, type Ledger, type PeriodRule, periodAt } from '../../../src/ledger/index.ts';
import { sqlLedger } from '../../../src/ledger/sql.ts';
import { DAY, HOUR, NOON, request } from '../../../src/ledger/conformance/requests.ts';
import { InstantStore } from '../../explore/store.ts';

const RUNS = Number(process.env['LEDGER_RUNS'] ?? 100);

const RULES: PeriodRule[] = [
  { repeats: 'once' },
  ...['UTC', 'Asia/Tokyo', 'America/New_York', 'Pacific/Kiritimati'].flatMap((timeZone): PeriodRule[] => [
    { repeats: 'daily', timeZone },
    { repeats: 'weekly', timeZone },
    { repeats: 'monthly', timeZone },
  ]),
  { repeats: 'rolling', everyHours: 1 },
  { repeats: 'rolling', everyHours: 50 },
];

/** Some rule for some hours, then another; once is rare, since nothing comes after it. */
const press = fc.record({
  rule: fc.oneof(
    { weight: 40, arbitrary: fc.constantFrom(...RULES.slice(1)) },
    { weight: 1, arbitrary: fc.constantFrom(...RULES.slice(0, 1)) },
  ),
  hours: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 900 })),
  memberId: fc.constantFrom('a', 'b'),
});

const kindOf = (period: string): string => period.replaceAll(/\d/g, '0');

/** What two claims of one member may not be to one another, the later one made under the rule. */
function clash(before: ClaimRecord, later: ClaimRecord, rule: PeriodRule): string | null {
  const { startsAt, rollingMs, key } = periodAt(rule, later.createdAt);
  if (before.period === later.period) return 'both claimed one period';
  if (before.nextClaimAt === null || before.nextClaimAt > later.createdAt) return 'the period of then was not over';
  if (rollingMs !== null) return before.createdAt + rollingMs > later.createdAt ? 'the hours were not over' : null;
  if (kindOf(before.period) === kindOf(key)) return null;
  return startsAt === null || before.createdAt >= startsAt ? 'the period of now had a claim' : null;
}

describe('rules that change at random', () => {
  it('never let a member claim twice in a period, neither of then nor of now, nor hold anybody for longer', async () => {
    const store = new InstantStore();
    await fc.assert(
      fc.asyncProperty(fc.array(press, { maxLength: 40, size: 'max' }), async (presses) => {
        store.empty();
        const ledger = sqlLedger(store);
        const made: ClaimRecord[] = [];
        let now = NOON;
        for (const { rule, hours, memberId } of presses) {
          now += hours * HOUR;
          const wanted = request({ rule, now, memberId });
          const { action, period } = wanted;
          const { claim: seen, nextClaimAt } = await ledger.standing({ action, memberId, period, now });
          const reservation = await ledger.reserve(wanted);
          if ('claim' in reservation)
            await assertPromised(ledger, { rule, now, memberId }, reservation.claim.nextClaimAt);
          const own = made.filter((claim) => claim.memberId === memberId);
          if (reservation.kind === 'reserved') {
            const { claim } = reservation;
            for (const before of own) assert.equal(clash(before, claim, rule), null, JSON.stringify([before, claim]));
            assert.equal(seen, null);
            made.push(await ledger.settle(claim.id, 0, { state: 'granted', evidence: null }, now));
            continue;
          }
          assert.ok(reservation.kind === 'held', reservation.kind);
          assert.equal(nextClaimAt, reservation.claim.nextClaimAt);
          assert.ok(nextClaimAt === null || nextClaimAt > now, 'the time to come back lies ahead');
          // A member who is held would clash with a claim of theirs, as one made now would.
          const wouldBe = { ...reservation.claim, createdAt: now, period: keyOf(rule, now) };
          assert.ok(
            own.some((before) => clash(before, wouldBe, rule)),
            'held for nothing',
          );
        }
      }),
      { numRuns: RUNS },
    );
  });
});

const ZONES = ['UTC', 'Etc/GMT+12', 'Pacific/Kiritimati', 'Asia/Kathmandu', 'America/St_Johns', 'Australia/Lord_Howe'];
const MINUTE = 60_000;

/** Claims, or looks at what is claimed, by the rule and with the least hours between two claims that the owner has then. */
const move = fc.record({
  repeats: fc.oneof(
    { weight: 4, arbitrary: fc.constant('daily' as const) },
    { weight: 1, arbitrary: fc.constantFrom('weekly' as const, 'monthly' as const) },
  ),
  timeZone: fc.constantFrom(...ZONES),
  gapHours: fc.constantFrom(0, 0, 0, 20, 30),
  minutes: fc.oneof(fc.integer({ min: 0, max: 27 * 60 }), fc.integer({ min: 0, max: 12_000 })),
});

describe('a time zone that is changed', () => {
  it('leaves true when a member was told to come back: not a second before, and from then on', async () => {
    const store = new InstantStore();
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 2, maxLength: 6 }), async (moves) => {
        store.empty();
        const ledger = sqlLedger(store);
        // Lord Howe Island, and in some runs the others, set their clocks back in these days.
        let now = Date.parse('2027-04-01T00:00Z');
        for (const { repeats, timeZone, gapHours, minutes } of moves) {
          now += minutes * MINUTE;
          const wanted = { rule: { repeats, timeZone }, now, memberId: 'a', minimumGapMs: gapHours * HOUR };
          const reservation = await ledger.reserve(request(wanted));
          const until =
            reservation.kind === 'too-early'
              ? reservation.nextClaimAt
              : 'claim' in reservation
                ? reservation.claim.nextClaimAt
                : now;
          await assertPromised(ledger, wanted, until);
        }
      }),
      { numRuns: RUNS },
    );
  });
});

/** A member who is told when they can claim again can then, and cannot before. */
async function assertPromised(
  ledger: Ledger,
  wanted: Parameters<typeof request>[0],
  until: number | null,
): Promise<void> {
  const canClaimAt = async (now: number): Promise<boolean> => {
    const { action, memberId, period, minimumGapMs = 0 } = request({ ...wanted, now });
    const { claim, nextClaimAt } = await ledger.standing({ action, memberId, period, minimumGapMs, now });
    return !claim && (nextClaimAt ?? 0) <= now;
  };
  if (until === null) return assert.equal(await canClaimAt(NOON + 10_000 * DAY), false);
  const at = [-1000, -1, 0, 1000].map((ms) => until + ms);
  const told = new Date(until).toISOString();
  assert.deepEqual(await Promise.all(at.map(canClaimAt)), [false, false, true, true], `told to come back at ${told}`);
}

function keyOf(rule: PeriodRule, now: number): string {
  return rule.repeats === 'rolling' ? 'rolling-' : periodAt(rule, now).key;
}
