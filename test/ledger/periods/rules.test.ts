import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type ClaimRecord, type PeriodRule, periodAt } from '../../../src/ledger/index.ts';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import { HOUR, NOON, request } from '../../../src/ledger/conformance/requests.ts';

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
    await fc.assert(
      fc.asyncProperty(fc.array(press, { maxLength: 40, size: 'max' }), async (presses) => {
        const ledger = sqliteLedger(':memory:');
        const made: ClaimRecord[] = [];
        let now = NOON;
        for (const { rule, hours, memberId } of presses) {
          now += hours * HOUR;
          const wanted = request({ rule, now, memberId });
          const { action, period } = wanted;
          const { claim: seen, nextClaimAt } = await ledger.standing({ action, memberId, period, now });
          const reservation = await ledger.reserve(wanted);
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
        await ledger.close();
      }),
      { numRuns: RUNS },
    );
  });
});

function keyOf(rule: PeriodRule, now: number): string {
  return rule.repeats === 'rolling' ? 'rolling-' : periodAt(rule, now).key;
}
