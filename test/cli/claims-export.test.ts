import assert from 'node:assert/strict';
import { readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { Ledger } from '../../src/ledger/index.ts';
import { createStore, openStore } from '../crash/store.ts';
import { DAY, NOON, POINTS, points, request, ROLE } from '../../src/ledger/conformance/requests.ts';
import { openDatabases } from '../support/databases/databases.ts';
import { BUILT, folderWith, run, runNode } from './command.ts';

async function signUp(
  ledger: Ledger,
  memberId: string,
  fields: Record<string, string | boolean>,
  now = NOON,
  echo = POINTS,
) {
  const reservation = await ledger.reserve(request({ memberId, fields, now, grants: [POINTS, ROLE] }));
  assert.ok(reservation.kind === 'reserved');
  const { id } = reservation.claim;
  await ledger.settle(id, 0, { state: 'granted', echo, evidence: null }, now);
  return id;
}

async function settledSignUp(ledger: Ledger, memberId: string, now: number): Promise<void> {
  const id = await signUp(ledger, memberId, { email: `${memberId}@example.org` }, now);
  await ledger.send(id, 1, { now, deadline: now });
  await ledger.settle(id, 1, { state: 'granted', echo: ROLE, evidence: null }, now);
}

async function ledgerWith(
  t: TestContext,
  fill: (ledger: Ledger) => Promise<unknown>,
): Promise<{ db: string; home: string }> {
  const home = await folderWith(t);
  const db = join(home, 'claims.db');
  await createStore(db);
  const ledger = openStore(db);
  await fill(ledger);
  await ledger.close();
  return { db, home };
}

describe('rewards claims export', () => {
  it('writes CSV with what the service gave and a column for each field, quoted where it must be', async (t) => {
    let ids: string[] = [];
    const { db } = await ledgerWith(t, async (ledger) => {
      ids = [
        await signUp(ledger, 'ada', { name: 'Ada, "the" first', consent: true }),
        await signUp(ledger, 'ben', { name: 'Ben\nBerg', seats: '2' }, NOON + 1, points(8)),
      ];
    });
    const { code, stdout } = await run(['claims', 'export', '--db', db]);
    assert.equal(code, 0);
    const head =
      'claim,made,action,period,member,state,points,points_state,role_id,role_name,role_state,streak,next,service,field.consent,field.name,field.seats';
    const rest = 'granted,998877665544332211,Attendee,reserved,1,2026-11-21T00:00:00.000Z,default';
    assert.equal(
      stdout,
      [
        head,
        `${ids[0]},2026-11-20T12:00:00.000Z,daily,2026-11-20,ada,pending,10,${rest},true,"Ada, ""the"" first",`,
        `${ids[1]},2026-11-20T12:00:00.001Z,daily,2026-11-20,ben,pending,8,${rest},,"Ben\nBerg",2`,
        '',
      ].join('\r\n'),
    );
  });

  it('keeps a spreadsheet from running what a visitor typed', async (t) => {
    const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx'];
    const { db } = await ledgerWith(t, (ledger) =>
      signUp(ledger, 'ada', Object.fromEntries(formulas.map((formula, n) => [`f${n}`, formula]))),
    );
    const { stdout } = await run(['claims', 'export', '--db', db]);
    const [, line = ''] = stdout.split('\r\n');
    assert.deepEqual(
      line.split(',').slice(-formulas.length),
      formulas.map((formula) => `'${formula}`),
    );
  });

  it('keeps it from that where it takes semicolons, tabs or line ends for the end of a cell', async (t) => {
    const typed = { a: 'x;=1+1;\t@A1', b: 'x\n-1\r\n =2', c: '＝1', d: 'a-b; c=d, e+f' };
    const { db } = await ledgerWith(t, (ledger) => signUp(ledger, 'ada', typed));
    const { stdout } = await runNode([BUILT, 'claims', 'export', '--db', db]);
    assert.ok(stdout.endsWith(`,x;'=1+1;\t'@A1,"x\n'-1\r\n' =2",'＝1,"a-b; c=d, e+f"\r\n`), stdout);
    const json = await runNode([BUILT, 'claims', 'export', '--db', db, '--format', 'json']);
    assert.deepEqual(JSON.parse(json.stdout).fields, typed);
  });

  it('writes as JSON what does nothing to a terminal, and is the same text', async (t) => {
    const name = 'Ada\u202E\u009B2J';
    const { db } = await ledgerWith(t, (ledger) => signUp(ledger, 'ada', { name }));
    const { stdout } = await run(['claims', 'export', '--db', db, '--format', 'json']);
    assert.doesNotMatch(stdout, /[\u202E\u009B]/);
    assert.equal(JSON.parse(stdout).fields.name, name);
  });

  it('writes more claims than a page holds, each once, to a file for its owner alone', async (t) => {
    const { db, home } = await ledgerWith(t, async (ledger) => {
      const all = Array.from({ length: 1100 }, (_, n) =>
        ledger.reserve(request({ memberId: `m-${n}`, now: NOON + n })),
      );
      await Promise.all(all);
    });
    const output = join(home, 'claims.jsonl');
    const { code, stdout } = await run(['claims', 'export', '--db', db, '--format', 'json', '--output', output]);
    assert.deepEqual([code, stdout], [0, '']);
    assert.equal((await stat(output)).mode & 0o777, 0o600);
    const members = (await readFile(output, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).memberId);
    assert.deepEqual(
      members,
      Array.from({ length: 1100 }, (_, n) => `m-${n}`),
    );
  });

  it('replaces no file unless told to', async (t) => {
    const { db, home } = await ledgerWith(t, (ledger) => signUp(ledger, 'ada', {}));
    const output = join(home, 'claims.csv');
    await writeFile(output, 'precious');
    const refused = await run(['claims', 'export', '--db', db, '--output', output]);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /there is a file .*claims\.csv already; name another one, or add --force/);
    assert.equal(await readFile(output, 'utf8'), 'precious');
    assert.equal((await run(['claims', 'export', '--db', db, '--output', output, '--force'])).code, 0);
    assert.match(await readFile(output, 'utf8'), /^claim,made/);
  });

  it('never replaces the ledger or what belongs to it, and says which place takes no file', async (t) => {
    const { db, home } = await ledgerWith(t, (ledger) => signUp(ledger, 'ada', {}));
    const [link, broken] = [join(home, 'link.csv'), join(home, 'broken.csv')];
    await symlink(db, link);
    await symlink(join(home, 'nowhere.csv'), broken);
    const refusal = async (...args: string[]) => {
      const { code, stderr } = await run([...args, '--db', db]);
      assert.equal(code, 1);
      return stderr.replaceAll(home, '');
    };
    const own = (path: string) =>
      `rewards: nothing was written, since ${path} belongs to the ledger itself: name another file\n`;
    for (const path of [db, `${db}-wal`, link]) {
      const said = own(path.replace(home, ''));
      assert.equal(await refusal('claims', 'export', '--force', '--output', path), said);
      assert.equal(await refusal('member', 'export', 'ada', '--force', '--output', path), said);
    }
    assert.match(
      await refusal('claims', 'export', '--output', broken),
      /^rewards: there is a file \/broken\.csv already/,
    );
    const folder = await refusal('claims', 'export', '--force', '--output', home);
    assert.match(folder, /^rewards: .* is a folder: name the file in it$/m);
    const none = await refusal('claims', 'export', '--output', join(home, 'none', 'claims.csv'));
    assert.equal(none, 'rewards: there is no folder /none: make it first, with mkdir -p\n');
    assert.match((await run(['claims', 'export', '--db', db])).stdout, /,ada,/);
  });

  it('filters, and reads PostgreSQL', async () => {
    await using server = await openDatabases();
    const db = await createStore(await server.createDatabase());
    const ledger = openStore(db);
    await signUp(ledger, 'ada', {});
    await signUp(ledger, 'ben', {}, NOON + 1);
    await ledger.close();
    const { stdout } = await run(['claims', 'export', '--db', db, '--member', 'ben', '--format', 'json']);
    assert.equal(JSON.parse(stdout).memberId, 'ben');
  });
});

describe('rewards claims purge', () => {
  it('takes personal data out of claims of a certain age', async (t) => {
    const { db } = await ledgerWith(t, async (ledger) => {
      await settledSignUp(ledger, 'ada', Date.now() - 3 * DAY);
      await settledSignUp(ledger, 'ben', Date.now() - 1.5 * DAY);
    });
    const purge = async (age: string) => (await run(['claims', 'purge', '--older-than', age, '--db', db])).stdout;
    assert.equal(await purge('36500d'), 'nothing to purge\n');
    assert.equal(await purge('4d'), 'nothing to purge\n');
    assert.equal(await purge('2d'), 'purged 1 claim\n');
    assert.doesNotMatch((await run(['claims', 'list', '--db', db, '--format', 'json'])).stdout, /"ada@/);
  });

  it('purges by a clock that may be far ahead only once it is told that it is right', async (t) => {
    const { db } = await ledgerWith(t, async (ledger) => {
      await settledSignUp(ledger, 'ada', Date.now() - 200 * DAY);
      await settledSignUp(ledger, 'ben', Date.now());
    });
    const purge = ['claims', 'purge', '--older-than', '90d', '--db', db];
    const { code, stdout } = await run(purge);
    assert.equal(code, 0);
    assert.match(
      stdout,
      /^nothing to purge\nThat is as if it were \d{4}-\d\d-\d\dT.*Z: no claims show that it is later/,
    );
    assert.equal((await run([...purge, '--clock-is-right'])).stdout, 'purged 1 claim\n');
    assert.equal((await run(purge)).stdout, 'nothing to purge\n', 'there is nothing left to say');
  });

  it('says so of claims whose details it left, and not again of the ids that stay until the period is over', async (t) => {
    const { db } = await ledgerWith(t, async (ledger) => {
      for (const age of [45, 31, 10]) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await settledSignUp(ledger, 'ada', Date.now() - age * DAY);
      }
    });
    const purge = ['claims', 'purge', '--older-than', '30d', '--db', db];
    assert.match((await run(purge)).stdout, /^purged 1 claim\nThat is as if it were .*\n.*add --clock-is-right\.\n$/);
    assert.equal((await run([...purge, '--clock-is-right'])).stdout, 'purged 1 claim\n');
    assert.equal((await run(purge)).stdout, 'nothing to purge\n');
  });

  it('says so of ids that would go by the clock, of claims whose details are gone, too', async (t) => {
    const { db } = await ledgerWith(t, async (ledger) => {
      await settledSignUp(ledger, 'ada', Date.now() - 49 * DAY);
      await settledSignUp(ledger, 'ada', Date.now() - 20 * DAY);
    });
    const purge = ['claims', 'purge', '--older-than', '30d', '--db', db];
    assert.match((await run(purge)).stdout, /^purged 1 claim\nThat is as if it were /);
    assert.match((await run(purge)).stdout, /^nothing to purge\nThat is as if it were /);
    assert.equal((await run([...purge, '--clock-is-right'])).stdout, 'purged 1 claim\n');
    assert.equal((await run(purge)).stdout, 'nothing to purge\n');
  });

  it('says so of the id in a claim that kept its member waiting for a year, too', async (t) => {
    const { db } = await ledgerWith(t, async (ledger) => {
      const rule = { repeats: 'rolling', everyHours: 8760 } as const;
      const now = Date.now() - 500 * DAY;
      const reservation = await ledger.reserve(request({ memberId: 'ada', now, rule }));
      assert.ok(reservation.kind === 'reserved');
      await ledger.settle(reservation.claim.id, 0, { state: 'granted', echo: POINTS, evidence: null }, now);
      await settledSignUp(ledger, 'ben', Date.now() - 200 * DAY);
    });
    const purge = ['claims', 'purge', '--older-than', '250d', '--db', db];
    assert.match((await run(purge)).stdout, /^purged 1 claim\nThat is as if it were /);
    assert.match((await run(purge)).stdout, /^nothing to purge\nThat is as if it were /);
    assert.equal((await run([...purge, '--clock-is-right'])).stdout, 'purged 1 claim\n');
  });

  for (const age of ['90', '0d', 'soon', '36501d']) {
    it(`refuses an age of ${age}`, async () => {
      const { code, stderr } = await run(['claims', 'purge', '--older-than', age]);
      assert.equal(code, 2);
      assert.match(stderr, /--older-than must be a number of days from 1d to 36500d, such as 90d/);
    });
  }
});
