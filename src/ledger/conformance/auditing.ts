import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HOUR, NOON, request } from './requests.ts';
import { type Bench, reserved } from './bench.ts';

/** What every ledger notes of what the owner's people saw and did. */
export function auditing(store: string, open: () => Promise<Bench>): void {
  describe(`${store}: audit`, () => {
    it('keeps what was noted, newest first, a page at a time', async () => {
      await using bench = await open();
      const { ledger } = bench;
      assert.deepEqual(await ledger.audit({}), []);
      const entered = { at: NOON, who: 'Wren', what: 'entered', claimId: null, details: null };
      const saw = { at: NOON + 1, who: 'Wren', what: 'saw', claimId: 'a claim', details: null };
      const exported = { at: NOON + 2, who: "O'Neil", what: 'exported', claimId: null, details: { claims: 3 } };
      for (const note of [entered, saw, exported]) await ledger.noteAudit(note);
      const all = await (await bench.other()).audit({});
      assert.deepEqual(all, [
        { seq: 2, ...exported },
        { seq: 1, ...saw },
        { seq: 0, ...entered },
      ]);
      assert.deepEqual(await ledger.audit({ limit: 2 }), all.slice(0, 2));
      assert.deepEqual(await ledger.audit({ before: 1 }), all.slice(2));
    });

    it('loses none of those that are noted at once', async () => {
      await using bench = await open();
      const [ledger, other] = [bench.ledger, await bench.other()];
      const notes = Array.from({ length: 8 }, (_, at) => ({
        at,
        who: 'Yuki',
        what: 'saw',
        claimId: null,
        details: null,
      }));
      await Promise.all(notes.map((note, index) => (index % 2 === 0 ? ledger : other).noteAudit(note)));
      const kept = await ledger.audit({});
      assert.deepEqual(
        kept.map(({ seq }) => seq),
        [7, 6, 5, 4, 3, 2, 1, 0],
      );
      assert.equal(new Set(kept.map(({ at }) => at)).size, 8);
    });

    it('has each decision on a claim, once, and none that changed nothing', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const claim = reserved(await ledger.reserve(request()));
      await ledger.settle(claim.id, 0, { state: 'unknown', evidence: null }, NOON);
      const decision = { state: 'released', who: 'Wren', why: 'not in the log' } as const;
      await ledger.resolve(claim.id, decision, NOON + HOUR);
      await ledger.resolve(claim.id, decision, NOON + 2 * HOUR);
      await ledger.resolve('no claim', decision, NOON);
      assert.deepEqual(await ledger.audit({}), [
        {
          seq: 0,
          at: NOON + HOUR,
          who: 'Wren',
          what: 'decided',
          claimId: claim.id,
          details: { state: 'released', why: 'not in the log' },
        },
      ]);
    });
  });
}
