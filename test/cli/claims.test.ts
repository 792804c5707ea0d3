import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { readFilter } from '../../src/cli/claims/filter.ts';
import { claimReference, type ClaimRecord, type Ledger } from '../../src/ledger/index.ts';
import { NOON, POINTS, request, ROLE } from '../../src/ledger/conformance/requests.ts';
import { openDatabases } from '../support/databases/databases.ts';
import { createStore, openStore } from '../crash/store.ts';
import { BUILT, run, runNode } from './command.ts';

async function claimOf(
  ledger: Ledger,
  memberId: string,
  state: 'granted' | 'unknown',
  now = NOON,
): Promise<ClaimRecord> {
  const reservation = await ledger.reserve(request({ memberId, now, grants: [POINTS, ROLE] }));
  assert.ok(reservation.kind === 'reserved');
  const { id } = reservation.claim;
  await ledger.settle(id, 0, { state, echo: POINTS, evidence: { status: 502, failure: 'HTTP 502' } }, NOON);
  await ledger.send(id, 1, request());
  return ledger.settle(id, 1, { state: 'granted', echo: ROLE, evidence: { status: 200 } }, NOON);
}

/** A ledger with one claim that is granted and one that is not known. */
async function ledgerFile(t: TestContext): Promise<{ db: string; granted: string; unknown: string }> {
  const home = await mkdtemp(join(tmpdir(), 'rewards-claims-'));
  t.after(() => rm(home, { recursive: true, force: true }));
  const db = join(home, 'claims.db');
  await createStore(db);
  const ledger = openStore(db);
  const granted = await claimOf(ledger, 'ada', 'granted');
  const unknown = await claimOf(ledger, 'ben', 'unknown', NOON + 1);
  await ledger.close();
  return { db, granted: granted.id, unknown: unknown.id };
}

describe('rewards claims list', () => {
  it('prints a table of all claims', async (t) => {
    const { db, granted, unknown } = await ledgerFile(t);
    const { code, stdout } = await run(['claims', 'list', '--db', db, '--format', 'table']);
    const lines = stdout.trimEnd().split('\n');
    assert.equal(code, 0);
    assert.match(lines[0] ?? '', /^CLAIM +MADE +ACTION +MEMBER +STATE +GRANTS$/);
    assert.match(lines[1] ?? '', new RegExp(`^${granted} .* ada +granted +10 points granted, role Attendee granted$`));
    assert.match(lines[2] ?? '', new RegExp(`^${unknown} .* ben +pending +10 points unknown, role Attendee granted$`));
  });

  it('filters, and prints JSON', async (t) => {
    const { db, unknown } = await ledgerFile(t);
    const { stdout } = await run(['claims', 'list', '--db', db, '--state', 'unknown', '--format', 'json']);
    assert.deepEqual(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).id),
      [unknown],
    );
    const none = ['claims', 'list', '--db', db, '--until', '2026-11-20'];
    assert.equal((await run([...none, '--format', 'table'])).stdout, 'no claims\n');
    assert.equal((await run([...none, '--json'])).stdout, '');
    assert.match((await run(['claims', 'list', '--db', db, '--since', '2026-11-20', '--member', 'ada'])).stdout, /ada/);
  });

  it('prints lines on a terminal, and JSON to a pipe', async (t) => {
    const { db } = await ledgerFile(t);
    const list = ['claims', 'list', '--db', db];
    assert.deepEqual(await run(list), await run([...list, '--json']));
    const onTerminal = ['--import', 'data:text/javascript,process.stdout.isTTY=true'];
    const shown = await run(list, { node: onTerminal });
    const table = await run([...list, '--format', 'table']);
    assert.deepEqual({ ...shown, stdout: stripVTControlCharacters(shown.stdout) }, table);
    assert.deepEqual(await run([...list, '--json'], { node: onTerminal }), await run(list));
  });

  it('says where there are more than it prints', async (t) => {
    const { db, granted } = await ledgerFile(t);
    const list = ['claims', 'list', '--db', db, '--limit', '1'];
    const { code, stdout, stderr } = await run(list);
    assert.deepEqual([code, stdout.trimEnd().split('\n').length], [0, 1]);
    assert.equal(
      stderr,
      `rewards: these are the first 1, and there are more: add --after ${granted}, or raise --limit\n`,
    );
    assert.equal((await run([...list, '--after', granted])).stderr, '');
    assert.equal((await run(['claims', 'list', '--db', db, '--limit', '2'])).stderr, '');
  });

  const misuses: [string[], RegExp][] = [
    [['--state', 'lost'], /--state must be one of granted, pending, .* not lost/],
    [['--since', 'yesterday'], /--since must be a date or a time with its zone, .* not yesterday/],
    [['--since', '2026-06-01T18:00:00'], /--since must be a date or a time with its zone, .* not 2026-06-01T18:00:00/],
    [['--until', '2026-02-30'], /--until must be a date or a time with its zone, .* not 2026-02-30/],
    [['--limit', '0'], /--limit must be a whole number from 1 to 1000, not 0/],
    [['--format', 'xml'], /--format must be one of table, json, not xml/],
  ];
  for (const [args, message] of misuses) {
    it(`refuses ${args.join(' ')}`, async () => {
      const { code, stderr } = await run(['claims', 'list', ...args]);
      assert.equal(code, 2);
      assert.match(stderr, message);
    });
  }

  it('takes a date for the day in UTC, and a time by its zone', async () => {
    const since = Date.UTC(2026, 5, 1);
    for (const text of [
      '2026-06-01',
      '2026-06-01T00:00Z',
      '2026-06-01T02:00:00.000+02:00',
      '2026-05-31T18:30:00-05:30',
    ])
      // oxlint-disable-next-line no-await-in-loop
      assert.deepEqual(await readFilter({ since: text }), { since }, text);
  });

  it('makes no ledger where there is none', async () => {
    const { code, stderr } = await run(['claims', 'list', '--db', join(tmpdir(), 'nowhere', 'claims.db')]);
    assert.equal(code, 1);
    assert.match(stderr, /^rewards: there is no ledger .*claims\.db\. Is its disk there, .*\n$/);
  });
});

describe('rewards claims show', () => {
  it('prints a claim with what came back and its history', async (t) => {
    const { db, unknown } = await ledgerFile(t);
    const { code, stdout } = await run(['claims', 'show', unknown, '--db', db]);
    assert.equal(code, 0);
    assert.match(stdout, /member: +ben\n/);
    assert.match(stdout, /10 points: unknown, sent once\n +\{"status":502,"failure":"HTTP 502"\}\n/);
    assert.match(stdout, /10 points: sent -> unknown {2}\(reply\)/);
  });

  it('prints JSON to programs', async (t) => {
    const { db, unknown } = await ledgerFile(t);
    const shown = JSON.parse((await run(['claims', 'show', unknown, '--db', db, '--json'])).stdout);
    assert.deepEqual([shown.id, shown.memberId, shown.grants[0].state], [unknown, 'ben', 'unknown']);
    assert.ok(shown.history.length > 0);
    const [first = ''] = (await run(['claims', 'list', '--db', db, '--json'])).stdout.split('\n');
    assert.equal(typeof JSON.parse(first).id, 'string');
    const about = JSON.parse((await run(['ledger', 'show', '--db', db, '--json'])).stdout);
    assert.ok(about.claims > 0 && Array.isArray(about.history));
  });

  it('finds a claim by the beginning of its id, such as its reference', async (t) => {
    const { db, granted, unknown } = await ledgerFile(t);
    const { stdout } = await run(['claims', 'show', ` ${claimReference(unknown).toUpperCase()} `, '--db', db]);
    assert.match(stdout, new RegExp(`^claim: +${unknown}\n`));
    const start = granted.slice(0, 8);
    const { stderr } = await run(['claims', 'show', start, '--db', db]);
    const [, ...named] =
      /^rewards: several claims begin with \w+, such as (\w+) and (\w+): give more of the id\n$/.exec(stderr) ?? [];
    assert.deepEqual(
      [named.length, named.every((id) => id.startsWith(start) && id.length === granted.length)],
      [2, true],
    );
  });

  it('says so where there is no such claim', async (t) => {
    const { db } = await ledgerFile(t);
    const { code, stderr } = await run(['claims', 'show', 'nothing-here', '--db', db]);
    assert.deepEqual([code, stderr], [1, 'rewards: there is no claim nothing-here\n']);
    const short = await run(['claims', 'show', '01', '--db', db]);
    assert.match(short.stderr, /there is no claim 01; give at least 8 characters of it/);
  });

  for (const [decision, said, text] of [
    [
      'released',
      'granted',
      'the service said that it gave this, when it was released already: the member may be paid twice',
    ],
    [
      'granted',
      'refused',
      'the service did not give this (refused), though it is called granted: the member may be owed it',
    ],
  ] as const) {
    it(`tells of a reply that came when an operator had decided otherwise: ${said}`, async (t) => {
      const { db, unknown } = await ledgerFile(t);
      const ledger = openStore(db);
      await ledger.resolve(unknown, { state: decision, who: 'Grace', why: 'looked' }, NOON);
      await ledger.settle(unknown, 0, { state: said, attempt: 1, evidence: { status: 200 } }, NOON);
      await ledger.close();
      const { stdout } = await run(['claims', 'show', unknown, '--db', db]);
      assert.ok(stdout.includes(`late:    10 points: ${text}\n`), stdout);
      assert.ok(stdout.includes(`10 points: ${decision} -> ${decision}  (reply: too late: ${said})\n`), stdout);
    });
  }
});

describe('rewards claims resolve', () => {
  const decision = ['--as', 'released', '--by', 'Grace', '--why', 'the community shows no points'];

  it('records the decision with who and why', async (t) => {
    const { db, unknown } = await ledgerFile(t);
    const { code, stdout } = await run(['claims', 'resolve', unknown, '--db', db, ...decision]);
    assert.deepEqual([code, stdout], [0, `${unknown} released\n`]);
    const shown = await run(['claims', 'show', unknown, '--db', db]);
    assert.match(shown.stdout, /unknown -> released {2}\(operator: Grace: the community shows no points\)/);
  });

  it('changes nothing where one of the claims has nothing unknown', async (t) => {
    const { db, granted, unknown } = await ledgerFile(t);
    const { code, stderr } = await run(['claims', 'resolve', unknown, granted, '--db', db, ...decision]);
    assert.equal(code, 1);
    assert.match(stderr, /has nothing unknown, it is granted; nothing was changed/);
    assert.match((await run(['claims', 'list', '--db', db, '--state', 'unknown'])).stdout, new RegExp(unknown));
  });

  it('shows which claims a filter takes, and decides on them only where that is meant', async (t) => {
    const { db, unknown } = await ledgerFile(t);
    const bulk = ['claims', 'resolve', '--db', db, '--action', 'daily', ...decision];
    const preview = await run(bulk);
    assert.equal(preview.code, 0);
    assert.match(preview.stdout, new RegExp(`\n${unknown} .*\n\n1 claim. Nothing was changed: add --yes`));
    const decided = await run([...bulk, '--yes']);
    assert.deepEqual([decided.code, decided.stdout], [0, `${unknown} released\n`]);
    assert.equal((await run([...bulk, '--yes'])).stdout, '0 claims released\n');
    assert.equal((await run(bulk)).stdout, 'no claims\n');
  });

  it('decides once on a claim that is named twice', async (t) => {
    const { db, unknown } = await ledgerFile(t);
    const named = [unknown, unknown.slice(0, 20), '--db', db];
    const { code, stdout } = await run(['claims', 'resolve', ...named, ...decision]);
    assert.deepEqual([code, stdout], [0, `${unknown} released\n`]);
  });

  it('says which claims others have settled meanwhile', async (t) => {
    const { db, unknown } = await ledgerFile(t);
    const ledger = openStore(db);
    const { id } = await claimOf(ledger, 'cleo', 'unknown', NOON + 2);
    await ledger.close();
    using file = new DatabaseSync(db);
    // What the desk does between the list and the second decision.
    file.exec(`CREATE TRIGGER desk AFTER UPDATE OF state ON grants WHEN new.claim_id = '${unknown}' BEGIN
      UPDATE grants SET state = 'granted' WHERE claim_id = '${id}' AND state = 'unknown';
      UPDATE claims SET state = 'granted' WHERE id = '${id}';
    END`);
    const bulk = ['claims', 'resolve', '--db', db, '--action', 'daily', '--yes', ...decision];
    const { code, stdout, stderr } = await run(bulk);
    assert.deepEqual([code, stdout], [1, `${unknown} released\n1 claim released\n`]);
    const why = `others had settled 1 claim by then, and your decision was not recorded: ${id} is granted`;
    assert.equal(stderr, `rewards: ${why}\n`);
  });

  it('decides on nothing without being told which claims', async (t) => {
    const { db, unknown } = await ledgerFile(t);
    const { code, stderr } = await run(['claims', 'resolve', '--db', db, '--yes', ...decision]);
    assert.deepEqual([code, /say which with --action/.test(stderr)], [2, true]);
    const both = await run(['claims', 'resolve', unknown, '--member', 'ben', '--db', db, ...decision]);
    assert.deepEqual([both.code, /but not both/.test(both.stderr)], [2, true]);
  });

  it('takes nothing blank for who and why', async (t) => {
    const { db, unknown } = await ledgerFile(t);
    for (const [by, why, wrong] of [
      [' ', ' ', '--by needs a value: --by <name>'],
      ['Grace', '\u200b', '--why needs a value: --why <text>'],
    ] as const) {
      const args = ['claims', 'resolve', unknown, '--db', db, '--as', 'granted', '--by', by, '--why', why];
      // oxlint-disable-next-line no-await-in-loop -- one after the other on the same ledger
      const { code, stderr } = await runNode([BUILT, ...args]);
      assert.deepEqual([code, stderr], [2, `rewards: ${wrong}. See rewards claims resolve --help\n`]);
    }
    assert.match((await run(['claims', 'list', '--db', db, '--state', 'unknown'])).stdout, new RegExp(unknown));
  });

  it('wants to know who and why', async (t) => {
    const { db, unknown } = await ledgerFile(t);
    const { code, stderr } = await run(['claims', 'resolve', unknown, '--db', db, '--as', 'granted']);
    assert.equal(code, 2);
    assert.match(stderr, /--as, --by and --why are needed/);
  });
});

describe('a ledger on PostgreSQL', () => {
  it('is read by its URL, whose password is in no error', async () => {
    await using server = await openDatabases();
    const db = await createStore(await server.createDatabase());
    const ledger = openStore(db);
    await claimOf(ledger, 'ada', 'granted');
    await ledger.close();
    assert.match((await run(['claims', 'list'], { env: { REWARDS_DB: db } })).stdout, /"memberId":"ada"/);

    const wrong = db.replace('postgres:postgres@', 'postgres:s3cr3t-passw0rd@');
    const refused = await run(['claims', 'list', '--db', wrong]);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /^rewards: the ledger's database failed: .*\n$/);
    assert.doesNotMatch(refused.stdout + refused.stderr, /s3cr3t/);
  });
});
