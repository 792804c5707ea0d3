import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DAY, NOON, request } from './requests.ts';
import { type Bench, grant } from './bench.ts';

const ADA = 'lovelace';
const ended = { at: NOON, expiresAt: NOON + 30 * DAY };

/** How the sessions of a member are ended, on every ledger. */
export function sessions(store: string, open: () => Promise<Bench>): void {
  describe(`${store}: the sessions of a member`, () => {
    it('are ended for every process, and those of nobody else', async () => {
      await using bench = await open();
      const other = await bench.other();
      assert.equal(await other.sessionsEndedAt(ADA), null);
      await bench.ledger.endSessions(ADA, ended);
      assert.equal(await other.sessionsEndedAt(ADA), NOON);
      assert.equal(await other.sessionsEndedAt('ben'), null);
    });

    it('are ended as late as anybody says, in whatever order', async () => {
      await using bench = await open();
      const ledgers = [bench.ledger, await bench.other()];
      await Promise.all(
        Array.from({ length: 20 }, async (_, n) =>
          ledgers[n % 2]?.endSessions(ADA, { at: NOON + ((n * 7) % 20), expiresAt: NOON + DAY }),
        ),
      );
      assert.equal(await bench.ledger.sessionsEndedAt(ADA), NOON + 19);
    });

    it('need not be known as ended once none of them is left', async () => {
      await using bench = await open();
      await bench.ledger.endSessions(ADA, ended);
      await bench.ledger.endSessions('ben', { at: NOON + DAY, expiresAt: NOON + 31 * DAY });
      await bench.ledger.recover(ended.expiresAt);
      assert.equal(await bench.ledger.sessionsEndedAt(ADA), NOON);
      await bench.ledger.recover(ended.expiresAt + 1);
      assert.equal(await bench.ledger.sessionsEndedAt(ADA), null);
      assert.equal(await bench.ledger.sessionsEndedAt('ben'), NOON + DAY);
    });

    it('are over one by one, for every process', async () => {
      await using bench = await open();
      const other = await bench.other();
      const [one, two] = ['one', 'two'].map((id) => ({ id, memberId: ADA, beganAt: NOON }));
      assert.ok(one && two);
      assert.equal(await other.isSessionOver(one), false);
      await bench.ledger.endSession('one', NOON + DAY);
      // Somebody who presses twice.
      await other.endSession('one', NOON + DAY);
      assert.deepEqual([await other.isSessionOver(one), await other.isSessionOver(two)], [true, false]);
      assert.equal(await other.sessionsEndedAt(ADA), null);
    });

    it('are over that began before all were ended, and none that began later', async () => {
      await using bench = await open();
      const isOver = (memberId: string, beganAt: number) =>
        bench.ledger.isSessionOver({ id: 'one', memberId, beganAt });
      await bench.ledger.endSessions(ADA, ended);
      assert.deepEqual(await Promise.all([isOver(ADA, NOON - 1), isOver(ADA, NOON), isOver(ADA, NOON + 1)]), [
        true,
        true,
        false,
      ]);
      assert.equal(await isOver('ben', NOON), false);
    });

    it('need not be known as over once they are no good by themselves', async () => {
      await using bench = await open();
      const isOver = (id: string) => bench.ledger.isSessionOver({ id, memberId: ADA, beganAt: NOON });
      await bench.ledger.endSession('one', NOON + DAY);
      await bench.ledger.endSession('two', NOON + 2 * DAY);
      await bench.ledger.recover(NOON + DAY);
      assert.equal(await isOver('one'), true);
      await bench.ledger.recover(NOON + DAY + 1);
      assert.deepEqual([await isOver('one'), await isOver('two')], [false, true]);
    });

    it('stay ended when the member is forgotten', async () => {
      await using bench = await open();
      await grant(bench.ledger, request({ memberId: ADA }));
      await bench.ledger.endSessions(ADA, ended);
      await bench.ledger.forget(ADA, NOON);
      assert.equal(await bench.ledger.sessionsEndedAt(ADA), NOON);
    });
  });
}
