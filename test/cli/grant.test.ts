import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { sqliteLedger } from '../../src/ledger/sqlite.ts';
import { folderWithLedger, run, start } from './command.ts';
import { stubService, type StubService } from './stub-service.ts';
import { PATIENT } from '../support/http/patient.ts';
import { itInFull } from '../support/thorough.ts';

const IMKE = '284915730264819777';
const NOOR = '739204618530271847';
const ONE = ['--by', 'Ana', '--member', IMKE, '--points', '50', '--key', 'raffle-1'];
/** More than three processes have under way together. */
const LINES_AT_ONCE = 60;
const HEAD = 'memberId,points,role,remark,key';

/** Where nothing listens. */
const NOWHERE = 'http://127.0.0.1:9';

/** A folder with a ledger, a config and a file of gifts, and the service that the config names. */
async function site(
  t: TestContext,
  gifts: readonly string[] = [],
  baseUrl?: string,
): Promise<{ cwd: string; service: StubService }> {
  const service = await stubService(t);
  const config = {
    service: { apiKey: 'key-for-tests-5d41', baseUrl: baseUrl ?? service.url, ...PATIENT },
    origins: ['https://example.org'],
    actions: { daily: { title: 'Daily', repeats: 'daily', points: 1, remark: 'Daily' } },
  };
  const cwd = await folderWithLedger(t, {
    'rewards.config.json': JSON.stringify(config),
    'gifts.csv': [HEAD, ...gifts].join('\n'),
  });
  return { cwd, service };
}

const LINES = [`${IMKE},50,,Raffle,raffle-1`, `${NOOR},20,,,raffle-2`, `${NOOR},,1172402716358201947,,crew-1`];

describe('rewards grant, to one member', () => {
  it('gives it once, however often it is asked to', async (t) => {
    const { cwd, service } = await site(t);
    const first = await run(['grant', ...ONE], { cwd });
    assert.match(first.stdout, new RegExp(`^50 points to ${IMKE}: granted, claim [0-9a-z]{30}\n$`), first.stderr);
    const again = await run(['grant', ...ONE], { cwd });
    assert.match(again.stdout, /granted already, under this key, claim/);
    assert.deepEqual([first.code, again.code], [0, 0]);
    assert.equal(service.calls.length, 1);
    assert.equal(service.calls[0]?.body, `user_id=${IMKE}&points=50&remark=Given+by+hand`);
  });

  it('says what would be given, and gives nothing', async (t) => {
    const { cwd, service } = await site(t);
    const { code, stdout } = await run(['grant', ...ONE, '--dry-run'], { cwd });
    assert.deepEqual({ code, stdout }, { code: 0, stdout: `50 points would be given to ${IMKE}\n` });
    assert.equal(service.calls.length, 0);
  });

  it('leaves those who are told of claims as they are, where it only says what would be given', async (t) => {
    const { cwd } = await site(t);
    const path = join(cwd, 'rewards.db');
    const ledger = sqliteLedger(path);
    await ledger.setReceivers([{ name: 'shop', types: ['claim.granted'] }], Date.now());
    await ledger.close();
    assert.equal((await run(['grant', ...ONE, '--dry-run'], { cwd })).code, 0);
    using db = new DatabaseSync(path);
    assert.deepEqual(
      { ...db.prepare('SELECT name, stopped_at FROM receivers').get() },
      { name: 'shop', stopped_at: null },
    );
  });

  it('prints JSON', async (t) => {
    const { cwd } = await site(t);
    const { stdout } = await run(['grant', ...ONE, '--json'], { cwd });
    const { claimId, ...rest } = JSON.parse(stdout);
    assert.match(claimId, /^[0-9a-z]{30}$/);
    const outcome = { status: 'granted', repeated: false, reason: null, retryAfter: null };
    assert.deepEqual(rest, { key: 'raffle-1', memberId: IMKE, ...outcome });
  });

  it('is wrong use where the key belongs to another gift', async (t) => {
    const { cwd, service } = await site(t);
    await run(['grant', ...ONE], { cwd });
    const { code, stderr } = await run(['grant', ...ONE, '--points', '51'], { cwd });
    assert.equal(code, 2);
    assert.match(stderr, /^rewards: key belongs to another gift/);
    assert.equal(service.calls.length, 1);
  });

  it('fails where the service cannot be reached, with when to try again', async (t) => {
    const { cwd } = await site(t, [], NOWHERE);
    const { code, stderr } = await run(['grant', ...ONE], { cwd });
    assert.equal(code, 1);
    assert.match(stderr, /rewards: not given: .*; try again in \d+ s, with the same key/);
  });

  for (const [args, problem] of [
    [['--member', IMKE, '--points', '5', '--key', 'a'], /--by is needed/],
    [['--by', 'Ana', '--points', '5', '--key', 'a'], /say to whom: --member <id>, or --file/],
    [['--by', 'Ana', '--member', IMKE, '--points', '5'], /--key is needed/],
    [['--by', 'Ana', '--member', IMKE, '--file', 'gifts.csv'], /--member and --file are two ways: give one/],
    [['--by', 'Ana', '--points', '5', '--file', 'gifts.csv'], /--points goes with --member, and not with --file/],
    [['--by', 'Ana', '--member', 'wren', '--points', '5.5', '--key', 'a'], /memberId must be[^]*points must be/],
  ] as const) {
    it(`is wrong use: ${args.join(' ')}`, async (t) => {
      const { cwd, service } = await site(t);
      const { code, stderr } = await run(['grant', ...args], { cwd });
      assert.equal(code, 2);
      assert.match(stderr, problem);
      assert.equal(service.calls.length, 0);
    });
  }
});

describe('rewards grant, to those in a file', () => {
  it('gives each line, reports, and leaves alone what was given', async (t) => {
    const { cwd, service } = await site(t, LINES);
    const args = ['grant', '--by', 'Ana', '--why', 'June', '--file', 'gifts.csv'];
    const first = await run(args, { cwd });
    assert.equal(first.code, 0, first.stderr);
    assert.match(first.stdout, /^granted +3 \(70 points and 1 role\)\nalready given +0\nrefused +0\nunknown +0\n/);
    const again = await run([...args, '--json'], { cwd });
    assert.equal(again.code, 0);
    const { granted, alreadyGiven, total } = JSON.parse(again.stdout);
    assert.deepEqual({ granted, alreadyGiven, total }, { granted: 0, alreadyGiven: 3, total: 3 });
    assert.equal(service.calls.length, 3);
    const ledger = sqliteLedger(join(cwd, 'rewards.db'));
    const notes = await ledger.audit({});
    await ledger.close();
    assert.deepEqual(
      notes.map(({ who, what }) => `${who} ${what}`),
      ['Ana gave', 'Ana began-giving', 'Ana gave', 'Ana began-giving'],
    );
  });

  it('gives nothing where a line is wrong, and names each', async (t) => {
    const { cwd, service } = await site(t, [...LINES, `${IMKE},0,,,raffle-3`, `${IMKE},5,,,raffle-1`]);
    const { code, stderr } = await run(['grant', '--by', 'Ana', '--file', 'gifts.csv'], { cwd });
    assert.equal(code, 2);
    assert.equal(
      stderr,
      [
        'rewards: gifts.csv:5: points must be a whole number above 0: the cell has "0"',
        'rewards: gifts.csv:6: key is that of line 2, too',
        'rewards: nothing was given: mend the file first',
        '',
      ].join('\n'),
    );
    assert.equal(service.calls.length, 0);
  });

  it('reads UTF-16, as spreadsheets write it, and is wrong use where nobody knows which letters the bytes are', async (t) => {
    const { cwd, service } = await site(t);
    const text = `\uFEFFmemberId\tpoints\tremark\tkey\r\n${IMKE}\t5\tGrüße\ta\r\n`;
    await writeFile(join(cwd, 'letters.csv'), Buffer.from(text.slice(1), 'latin1'));
    const { code, stderr } = await run(['grant', '--by', 'Ana', '--file', 'letters.csv'], { cwd });
    assert.deepEqual([code, stderr], [2, 'rewards: --file: letters.csv: it is not UTF-8: save it as “CSV UTF-8”\n']);
    assert.equal(service.calls.length, 0);
    await writeFile(join(cwd, 'letters.csv'), Buffer.from(text, 'utf16le'));
    assert.equal((await run(['grant', '--by', 'Ana', '--file', 'letters.csv'], { cwd })).code, 0);
    assert.equal(new URLSearchParams(service.calls[0]?.body).get('remark'), 'Grüße');
  });

  it('fails where nobody knows what became of a line', async (t) => {
    const { cwd, service } = await site(t, LINES.slice(0, 1));
    service.breakOff();
    const { code, stdout, stderr } = await run(['grant', '--by', 'Ana', '--file', 'gifts.csv'], { cwd });
    assert.equal(code, 1);
    assert.match(stdout, /^unknown +1\b/m);
    assert.match(stderr, /1 line was not given, or nobody knows: see the report/);
  });

  it('is wrong use where there is no such file', async (t) => {
    const { cwd } = await site(t);
    const { code, stderr } = await run(['grant', '--by', 'Ana', '--file', 'none.csv'], { cwd });
    assert.equal(code, 2);
    assert.match(stderr, /^rewards: --file: none\.csv cannot be read/);
  });

  it('says what would be given, and what was given already', async (t) => {
    const { cwd, service } = await site(t, LINES);
    await run(['grant', ...ONE, '--remark', 'Raffle'], { cwd });
    const { code, stdout } = await run(['grant', '--by', 'Ana', '--file', 'gifts.csv', '--dry-run'], { cwd });
    assert.equal(code, 0);
    assert.match(
      stdout,
      /^3 lines, nothing wrong with them\nto be given +2 lines: 20 points and 1 role to 1 member\nalready given +1 line;/,
    );
    assert.equal(service.calls.length, 1);
  });

  it('ends on Ctrl-C with a report, once what is under way has settled, and goes on with the same file', async (t) => {
    const many = Array.from({ length: 100 }, (_, at) => `${IMKE},1,,,many-${at}`);
    const { cwd, service } = await site(t, many);
    const release = service.hold();
    const args = ['grant', '--by', 'Ana', '--file', 'gifts.csv', '--json'];
    const running = start(t, args, { cwd });
    await service.called(16);
    running.child.kill('SIGINT');
    release();
    assert.equal(await running.ended, 1);
    assert.match(running.stderr, /rewards: it was stopped: \d+ lines are left, so give the same file again/);
    const stopped = JSON.parse(running.stdout);
    assert.equal(stopped.granted, service.calls.length);
    assert.deepEqual([stopped.unknown, stopped.pending], [[], []]);
    const { code, stdout } = await run(args, { cwd });
    assert.equal(code, 0);
    assert.equal(JSON.parse(stdout).alreadyGiven, stopped.granted);
    assert.equal(service.calls.length, 100);
  });

  itInFull('works beside rewards serve on the same ledger', async (t) => {
    const { cwd, service } = await site(t, LINES);
    const serving = start(t, ['serve', '--port', '0'], { cwd });
    await serving.url();
    const { code } = await run(['grant', '--by', 'Ana', '--file', 'gifts.csv'], { cwd, fresh: true });
    assert.equal(code, 0);
    assert.equal(service.calls.length, 3);
    assert.equal(await serving.stop(), 0);
  });

  it('gives each line once where files that share lines are given at once, and a copy made meanwhile is whole', async (t) => {
    const lines = Array.from({ length: LINES_AT_ONCE }, (_, n) => `${IMKE},1,,Round ${n},round-${n}`);
    const { cwd, service } = await site(t, lines);
    await writeFile(join(cwd, 'others.csv'), [HEAD, ...lines.slice(20).toReversed()].join('\n'));
    const release = service.hold();
    const begun = ['gifts.csv', 'gifts.csv', 'others.csv'].map((file) =>
      start(t, ['grant', '--by', 'Ana', '--file', file], { cwd }),
    );
    // Each has some under way.
    await service.called(48);
    assert.equal((await run(['backup', '--to', 'copy.db'], { cwd })).code, 0);
    release();
    await Promise.all(begun.map(({ ended }) => ended));
    const { stdout } = await run(['grant', '--by', 'Ana', '--file', 'gifts.csv', '--json'], { cwd });
    assert.equal(JSON.parse(stdout).alreadyGiven, LINES_AT_ONCE);
    const remarks = service.calls.map(({ body }) => new URLSearchParams(body).get('remark'));
    assert.equal(new Set(remarks).size, LINES_AT_ONCE);
    assert.equal(remarks.length, LINES_AT_ONCE);
    const copy = await run(['doctor', '--db', 'copy.db'], { cwd });
    assert.match(copy.stdout, /copy\.db is whole/);
    assert.match(copy.stdout, /its newest claim is of \d/);
  });
});
