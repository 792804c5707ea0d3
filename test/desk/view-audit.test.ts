import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ViewAudit } from '../../src/desk/view-audit.ts';

it('a view that stays open is noted once, however many others are shown meanwhile', async () => {
  const noted: string[] = [];
  const ledger = { noteAudit: async ({ who }: { who: string }) => void noted.push(who) };
  const audit = new ViewAudit({ ledger, logger: { warn() {} }, now: () => 0 });
  for (let at = 0; at < 1500; at += 1) {
    /* oxlint-disable no-await-in-loop -- one after the other */
    await audit.recordOnce({ name: 'Wren' }, 'looked at what waits');
    await audit.recordOnce({ name: `Ana ${at}` }, 'looked at what waits');
    /* oxlint-enable no-await-in-loop */
  }
  assert.equal(noted.filter((who) => who === 'Wren').length, 1);
  assert.equal(noted.length, 1501);
});
