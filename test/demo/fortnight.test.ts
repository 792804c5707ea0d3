import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { noteFortnight } from '../../demo/fortnight.ts';
import { loadConfig } from '../../src/cli/config/load-config.ts';
import { Findings } from '../../src/common/finding.ts';
import { checkLedger } from '../../src/desk/health/ledger-health.ts';
import { HARBOUR_LIGHTS } from '../../src/emulator/index.ts';
import { sqliteLedger } from '../../src/ledger/sqlite.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const DAY_MS = 24 * 60 * 60_000;
/** The members whose ids the pages lend, by their names. */
const LENT = ['Noor Haddad', 'Wren Ashdown', 'Yuki Tanabe'];

describe('the fortnight of the demo', () => {
  it('has claims of every day before today, of which one waits and one was refused', async () => {
    await using ledger = disposable();
    await noteFortnight(ledger, NOW);
    const claims = await ledger.list({});
    const days = new Set(claims.map(({ createdAt }) => Math.round((NOW - createdAt) / DAY_MS)));
    assert.equal(days.size, 14);
    assert.ok(claims.every(({ createdAt }) => createdAt < NOW - DAY_MS / 2));
    const states = claims.map(({ state }) => state).filter((state) => state !== 'granted');
    assert.deepEqual(states.toSorted(), ['pending', 'refused']);
  });

  it('gives what the config gives, to members whom no visitor borrows', async () => {
    await using ledger = disposable();
    await noteFortnight(ledger, NOW);
    const { actions } = await loadConfig(fileURLToPath(new URL('../../demo/rewards.config.ts', import.meta.url)));
    const lent = new Set(HARBOUR_LIGHTS.members?.filter(({ name }) => LENT.includes(name)).map(({ id }) => id));
    assert.equal(lent.size, LENT.length);
    for (const { action, memberId, grants } of await ledger.list({})) {
      assert.ok(!lent.has(memberId), memberId);
      const { points, role, remark } = Object.entries(actions).find(([name]) => name === action)?.[1] ?? {};
      const order = role
        ? { kind: 'role', roleId: role.id, roleName: role.name, remark }
        : { kind: 'points', points, remark };
      assert.deepEqual(
        grants.map((grant) => grant.order),
        [order],
      );
    }
  });

  it('leaves nothing to complain of at the desk but what waits', async () => {
    await using ledger = disposable();
    await noteFortnight(ledger, Date.now());
    const findings = new Findings();
    await checkLedger(ledger, findings);
    assert.deepEqual(
      findings.all.filter(({ level }) => level !== 'ok'),
      [],
    );
  });

  it('is noted where a proxy has claimed already, and none of it is past its deadline', async () => {
    await using ledger = disposable();
    await noteFortnight(ledger, NOW);
    assert.deepEqual(await ledger.recover(NOW), []);
  });
});

function disposable() {
  const ledger = sqliteLedger(':memory:');
  return Object.assign(ledger, { [Symbol.asyncDispose]: () => ledger.close() });
}
