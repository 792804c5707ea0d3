import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { Ledger } from '../../src/ledger/index.ts';
import { createStore, openStore } from '../crash/store.ts';
import { grant } from '../../src/ledger/conformance/bench.ts';
import { DAY, request } from '../../src/ledger/conformance/requests.ts';
import { openDatabases } from '../support/databases/databases.ts';
import { folderWith, run } from './command.ts';

const ADA = '1048273615902847361';
/** The period after a claim made then is over. */
const LONG_AGO = Date.now() - 100 * DAY;
const ONCE = { repeats: 'once' } as const;
const idempotency = { key: 'press-of-ada', fingerprint: 'f' };

/** Two claims of Ada's, one of them for ever, and one of somebody else. */
async function fill(ledger: Ledger): Promise<string[]> {
  const fields = { name: 'Ada Lovelace' };
  const first = await grant(ledger, request({ memberId: ADA, idempotency, fields, now: LONG_AGO }));
  const second = await grant(ledger, request({ memberId: ADA, action: 'meetup', rule: ONCE, now: LONG_AGO + 1 }));
  await grant(ledger, request({ memberId: 'ben', fields: { name: 'Ben' }, now: LONG_AGO + 2 }));
  return [first.id, second.id];
}

async function ledgerAt(t: TestContext) {
  const home = await folderWith(t);
  const db = join(home, 'claims.db');
  await createStore(db);
  const ledger = openStore(db);
  const ids = await fill(ledger);
  await ledger.close();
  return { home, db, ids };
}

describe('rewards member export', () => {
  it('writes all that is stored on one member, and nothing of others', async (t) => {
    const { db, ids } = await ledgerAt(t);
    const { code, stdout } = await run(['member', 'export', ADA, '--db', db]);
    assert.equal(code, 0);
    const { member, exportedAt, sessionsEndedAt, claims } = JSON.parse(stdout);
    assert.equal(member, ADA);
    assert.ok(Math.abs(Date.now() - Date.parse(exportedAt)) < 3_600_000);
    assert.equal(sessionsEndedAt, null);
    assert.deepEqual(
      claims.map(({ id }: { id: string }) => id),
      ids,
    );
    assert.deepEqual(claims[0].fields, { name: 'Ada Lovelace' });
    assert.deepEqual(claims[0].idempotencyKeys, [idempotency]);
    assert.deepEqual(
      claims[0].history.map(({ to }: { to: string }) => to),
      ['sent', 'granted'],
    );
    assert.deepEqual(claims[0].grants[0].evidence, { status: 200 });
    assert.doesNotMatch(stdout, /Ben|ben/);
  });

  it('takes a pasted mention, and writes a file for its owner alone', async (t) => {
    const { db, home } = await ledgerAt(t);
    const output = join(home, 'ada.json');
    const { code } = await run(['member', 'export', `<@${ADA}>`, '--db', db, '--output', output]);
    assert.equal(code, 0);
    assert.equal(JSON.parse(await readFile(output, 'utf8')).claims.length, 2);
    assert.equal((await stat(output)).mode & 0o777, 0o600);
    const again = await run(['member', 'export', ADA, '--db', db, '--output', output]);
    assert.deepEqual(
      [again.code, again.stderr],
      [1, `rewards: there is a file ${output} already; name another one, or add --force\n`],
    );
  });

  it('says how it is used', async (t) => {
    const { db } = await ledgerAt(t);
    const rule = 'rewards: a member id is 5 to 20 digits without a leading zero';
    for (const command of ['export', 'forget', 'sign-out']) {
      const none = await run(['member', command]);
      assert.deepEqual([none.code, none.stderr], [2, `rewards: name one member: rewards member ${command} <id>\n`]);
      const odd = await run(['member', command, `0${ADA}`, '--db', db]);
      assert.deepEqual([odd.code, odd.stderr], [2, `${rule}, and the ledger has nothing under 0${ADA} either\n`]);
      const never = await run(['member', command, 'a'.repeat(65), '--db', db]);
      assert.deepEqual([never.code, never.stderr], [2, `${rule}\n`]);
    }
  });
});

describe('rewards member, where claims stand under ids that the rule does not take, or writes otherwise', () => {
  const config = `export default {
    memberIds: { pattern: '[a-z]+', canonical: (text) => text.toLowerCase() },
  };`;

  async function oldLedger(t: TestContext) {
    const cwd = await folderWith(t, { 'rewards.config.ts': config });
    const db = await createStore(join(cwd, 'claims.db'));
    const ledger = openStore(db);
    const ids = [];
    for (const [n, memberId] of ['Wren', 'wren', '0284', 'other'].entries()) {
      // oxlint-disable-next-line no-await-in-loop -- in the order of time
      ids.push((await grant(ledger, request({ memberId, fields: { of: memberId }, now: LONG_AGO + n }))).id);
    }
    await ledger.close();
    return { db, cwd, ids };
  }
  const claimsIn = (stdout: string) => JSON.parse(stdout).claims.map(({ id }: { id: string }) => id);

  it('reads the id by the rule of the config, and finds what stands under it as it was typed, too', async (t) => {
    const { db, cwd, ids } = await oldLedger(t);
    const [capital, small, number] = ids;
    const both = await run(['member', 'export', 'Wren', '--db', db], { cwd });
    assert.deepEqual(claimsIn(both.stdout), [capital, small]);
    assert.equal(JSON.parse(both.stdout).member, 'wren');
    assert.deepEqual(claimsIn((await run(['member', 'export', 'WREN', '--db', db], { cwd })).stdout), [small]);
    const elsewhere = ['--db', db, '--config', join(cwd, 'rewards.config.ts')];
    assert.deepEqual(claimsIn((await run(['member', 'export', 'WREN', ...elsewhere])).stdout), [small]);
    const refused = await run(['member', 'export', '0284', '--db', db], { cwd });
    assert.deepEqual([JSON.parse(refused.stdout).member, claimsIn(refused.stdout)], ['0284', [number]]);
    const listed = await run(['claims', 'list', '--format', 'json', '--member', 'Wren', '--db', db], { cwd });
    const lines = listed.stdout.trim().split('\n');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).id),
      [capital, small],
    );
  });

  it('forgets them', async (t) => {
    const { db, cwd, ids } = await oldLedger(t);
    assert.equal(
      (await run(['member', 'forget', 'Wren', '--db', db], { cwd })).stdout.split('.')[0],
      '2 claims of this member',
    );
    const forgotten = await run(['member', 'forget', 'Wren', '--db', db, '--yes'], { cwd });
    assert.deepEqual([forgotten.code, forgotten.stdout], [0, 'forgot the member in 2 claims\n']);
    const number = await run(['member', 'forget', '0284', '--db', db, '--yes'], { cwd });
    assert.deepEqual([number.code, number.stdout], [0, 'forgot the member in 1 claim\n']);
    const ledger = openStore(db);
    t.after(() => ledger.close());
    const left = (await ledger.list({})).filter(({ fields }) => fields !== null);
    assert.deepEqual(
      left.map(({ id }) => id),
      ids.slice(3),
    );
  });

  it('says what is wrong with a config whose rule is none', async (t) => {
    const cwd = await folderWith(t, { 'rewards.config.json': '{ "memberIds": { "pattern": "[" } }' });
    const { code, stderr } = await run(['member', 'export', ADA], { cwd });
    assert.equal(code, 1);
    assert.match(stderr, /^rewards: .*rewards\.config\.json: memberIds\.pattern: is no regular expression/);
  });
});

describe('rewards member forget', () => {
  it('changes nothing without --yes', async (t) => {
    const { db } = await ledgerAt(t);
    const { code, stdout } = await run(['member', 'forget', ADA, '--db', db]);
    assert.equal(code, 0);
    assert.equal(stdout, '2 claims of this member. Nothing was changed: add --yes to forget the member.\n');
    assert.match((await run(['member', 'export', ADA, '--db', db])).stdout, /Ada Lovelace/);
  });

  it('leaves no trace of the member in the file, and has them not paid twice', async (t) => {
    const { db, ids } = await ledgerAt(t);
    const { code, stdout } = await run(['member', 'forget', ADA, '--db', db, '--yes']);
    assert.deepEqual([code, stdout], [0, 'forgot the member in 2 claims\n']);
    const bytes = await readFile(db, 'latin1');
    for (const trace of [ADA, 'Lovelace', idempotency.key]) assert.ok(!bytes.includes(trace), trace);
    assert.ok(bytes.includes('Ben'));

    const ledger = openStore(db);
    t.after(() => ledger.close());
    const again = await ledger.reserve(request({ memberId: ADA, action: 'meetup', rule: ONCE, now: Date.now() }));
    assert.ok(again.kind === 'held' && again.claim.id === ids[1]);
    const { claims } = JSON.parse((await run(['member', 'export', ADA, '--db', db])).stdout);
    assert.deepEqual(
      claims.map(({ memberId }: { memberId: string }) => memberId.slice(0, 10)),
      ['forgotten:'],
      'the claim of a day long past stands under no name at all',
    );
  });

  it('names the claims that are not settled, and fails', async (t) => {
    const { db } = await ledgerAt(t);
    const ledger = openStore(db);
    t.after(() => ledger.close());
    const open = await ledger.reserve(request({ memberId: ADA, action: 'open', now: Date.now() }));
    assert.ok(open.kind === 'reserved');
    const { code, stdout, stderr } = await run(['member', 'forget', ADA, '--db', db, '--yes']);
    assert.deepEqual([code, stdout], [1, 'forgot the member in 2 claims\n']);
    assert.deepEqual(stderr.split('\n'), [
      'rewards: 1 claim not forgotten, because what became of it is not known yet:',
      `rewards:   ${open.claim.id}`,
      'rewards: decide on it with rewards claims resolve, or wait until it has ended, and forget the member again',
      '',
    ]);
    assert.deepEqual(await ledger.find(open.claim.id), open.claim);
  });

  it('does the same on PostgreSQL', async () => {
    await using server = await openDatabases();
    const db = await createStore(await server.createDatabase());
    const ledger = openStore(db);
    await fill(ledger);
    assert.equal((await run(['member', 'forget', ADA, '--db', db, '--yes'])).stdout, 'forgot the member in 2 claims\n');
    assert.deepEqual(await ledger.list({ memberId: ADA }), []);
    assert.equal(JSON.parse((await run(['member', 'export', ADA, '--db', db])).stdout).claims.length, 1);
    await ledger.close();
  });
});

describe('rewards member sign-out', () => {
  it('ends the sessions of the member for every process that has the ledger open, and leaves no id there', async (t) => {
    const { db } = await ledgerAt(t);
    const ledger = openStore(db);
    t.after(() => ledger.close());
    const before = Date.now();
    const { code, stdout } = await run(['member', 'sign-out', '516830294751038469', '--db', db]);
    assert.deepEqual(
      [code, stdout],
      [0, 'signed the member out: sign-ins with the platform until now count no more\n'],
    );
    const endedAt = await ledger.sessionsEndedAt('516830294751038469');
    assert.ok(endedAt !== null && endedAt >= before);
    assert.equal(await ledger.sessionsEndedAt(ADA), null);
    for (const file of [db, `${db}-wal`]) {
      // oxlint-disable-next-line no-await-in-loop -- two files
      assert.ok(!(await readFile(file, 'latin1')).includes('516830294751038469'), file);
    }
    const { sessionsEndedAt } = JSON.parse((await run(['member', 'export', '516830294751038469', '--db', db])).stdout);
    assert.equal(Date.parse(sessionsEndedAt), endedAt);
  });
});

const WALLET = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

describe('rewards member link', () => {
  async function linked(t: TestContext): Promise<string> {
    const { db } = await ledgerAt(t);
    const ledger = openStore(db);
    const links = [{ family: 'eip155', value: WALLET, isOnly: true }];
    await grant(ledger, request({ memberId: ADA, action: 'wallet', links, now: LONG_AGO + 3 }));
    await ledger.close();
    return db;
  }

  it('shows whose an address is, however it is written, and releases it', async (t) => {
    const db = await linked(t);
    const line = `eip155:${WALLET} belongs to the member ${ADA}; last shown ${new Date(LONG_AGO + 3).toISOString()}\n`;
    for (const given of [WALLET, WALLET.toLowerCase()]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { code, stdout } = await run(['member', 'link', given, '--db', db]);
      assert.deepEqual([code, stdout], [0, line]);
    }
    const { stdout: json } = await run(['member', 'link', WALLET, '--json', '--db', db]);
    const { memberId, usedAt, released: isReleased } = JSON.parse(json);
    assert.deepEqual({ memberId, usedAt, isReleased }, { memberId: ADA, usedAt: LONG_AGO + 3, isReleased: false });
    const released = await run(['member', 'link', WALLET, '--release', '--db', db]);
    assert.deepEqual([released.code, released.stdout], [0, `released: ${line}`]);
    const { code, stderr } = await run(['member', 'link', WALLET, '--db', db]);
    assert.deepEqual([code, stderr], [1, `rewards: ${WALLET} belongs to no member of this ledger\n`]);
  });

  it('is in what is stored on a member, and says nothing once they are forgotten', async (t) => {
    const db = await linked(t);
    const { stdout } = await run(['member', 'export', ADA, '--db', db]);
    assert.deepEqual(JSON.parse(stdout).links, [{ family: 'eip155', value: WALLET, usedAt: LONG_AGO + 3 }]);
    assert.equal((await run(['member', 'forget', ADA, '--yes', '--db', db])).code, 0);
    const after = await run(['member', 'link', WALLET, '--db', db]);
    assert.match(after.stdout, /^eip155:forgotten:[0-9a-f]{64} belongs to the member forgotten:[0-9a-f]{64};/);
    assert.equal((await run(['member', 'link', WALLET, '--release', '--db', db])).code, 0);
  });

  it('says how it is used', async (t) => {
    const { db } = await ledgerAt(t);
    const { code, stderr } = await run(['member', 'link', '--db', db]);
    assert.equal(code, 2);
    assert.match(stderr, /name one address: rewards member link <address>/);
  });
});
