import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { copyFile, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { grant, reserved } from '../../../src/ledger/conformance/bench.ts';
import { request } from '../../../src/ledger/conformance/requests.ts';
import { createSqliteLedger, sqliteLedger } from '../../../src/ledger/sqlite.ts';
import { type Running, run } from '../command.ts';
import { claim, health, memberOf, type Site, siteWith } from './site.ts';
import { allOr } from '../../support/thorough.ts';

const BY = ['--by', 'Wren', '--why', 'the disk died'];
const [EARLY, DAILY, WELCOME, NEW, ANOTHER] = [1, 2, 3, 4, 5].map(memberOf) as [string, string, string, string, string];

/** What is left to a site: the log, the lost ledger, an export. */
interface Bereft extends Site {
  left: Record<'log' | 'ledger' | 'export', string>;
}

function withWhatIsLeft(site: Site): Bereft {
  const { cwd } = site;
  const left = { log: join(cwd, 'proxy.log'), ledger: join(cwd, 'broken.db'), export: join(cwd, 'claims.json') };
  return { ...site, left };
}

/** A site that has lost a daily claim and one that counts for ever. */
async function bereave(t: TestContext): Promise<Bereft> {
  const site = withWhatIsLeft(await siteWith(t));
  const { cwd, db, left } = site;
  const copy = join(cwd, 'copy.db');
  const proxy = site.serve();
  assert.equal(await claim(proxy, EARLY), 201);
  const backup = await run(['backup', '--to', copy], site);
  assert.deepEqual([backup.code, backup.stderr], [0, '']);
  assert.match(backup.stdout, /copy\.db: 1 claim, the newest of 20.* MB\)\n$/);
  assert.deepEqual([await claim(proxy, DAILY), await claim(proxy, WELCOME, 'welcome')], [201, 201]);
  assert.equal(await proxy.stop(), 0);
  await writeFile(left.log, `not JSON\n${proxy.stdout}`);
  await run(['claims', 'export', '--format', 'json', '--output', left.export], site);
  await rename(db, left.ledger);
  await rename(copy, db);
  return site;
}

let files: Promise<[name: string, content: Buffer][]> | undefined;

/** The files of such a site, which is made once. */
async function filesOfOne(t: TestContext): Promise<[name: string, content: Buffer][]> {
  const { cwd } = await bereave(t);
  return Promise.all((await readdir(cwd)).map(async (name) => [name, await readFile(join(cwd, name))]));
}

/** Such a site, before a service that has not been called yet. All of them have lost the same. */
async function bereft(t: TestContext): Promise<Bereft> {
  const [site, lost] = await Promise.all([siteWith(t, { ledger: false }), (files ??= filesOfOne(t))]);
  await Promise.all(lost.map(([name, content]) => writeFile(join(site.cwd, name), content)));
  return withWhatIsLeft(site);
}

const restored = (site: Site, ...args: string[]) => run(['ledger', 'restored', ...BY, ...args], site);

/** The ids of claims whose outcome is unknown. */
async function waiting(site: Site): Promise<string[]> {
  const { stdout } = await run(['claims', 'list', '--state', 'unknown', '--format', 'json'], site);
  return stdout
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).id);
}

describe('a backup in the place of a ledger', { concurrency: true }, () => {
  it('takes no claims until somebody has said so', async (t) => {
    const site = await bereft(t);
    const proxy = site.serve();
    assert.deepEqual([await claim(proxy, DAILY), await claim(proxy, NEW)], [500, 500]);
    assert.equal(await health(proxy), 503);
    await proxy.printed(/the ledger is a backup of 20.*rewards ledger restored --help/);
    assert.equal(site.service.calls.length, 0);
    const shown = await run(['ledger', 'show'], site);
    assert.match(shown.stdout, /^claims {8}1, the newest of 20/m);
    assert.match(shown.stdout, /^takes claims {2}no: the ledger is a backup of 20/m);
  });

  it('holds back whom it may have forgotten, while the proxy runs, and pays nobody twice', async (t) => {
    const site = await bereft(t);
    const proxy: Running = site.serve();
    assert.equal(await claim(proxy, DAILY), 500);
    const { code, stdout, stderr } = await restored(site);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^claims are made again; the ledger has 1 claim\. As claims that were made between 20/);
    assert.equal(await claim(proxy, EARLY), 409);
    assert.deepEqual([await claim(proxy, DAILY), await claim(proxy, WELCOME, 'welcome')], [202, 202]);
    assert.deepEqual([await claim(proxy, DAILY), await claim(proxy, NEW)], [202, 202]);
    assert.deepEqual([site.service.calls.length, await health(proxy)], [0, 200]);
    await proxy.printed(/a claim waits for an operator: the ledger was put back/);

    const [daily = '', welcome = '', fresh = ''] = await waiting(site);
    const resolve = (id: string, as: string) => run(['claims', 'resolve', id, '--as', as, ...BY], site);
    assert.equal((await resolve(daily, 'granted')).code, 0);
    assert.equal((await resolve(welcome, 'granted')).code, 0);
    assert.equal((await resolve(fresh, 'released')).code, 0);
    assert.deepEqual([await claim(proxy, DAILY), await claim(proxy, NEW)], [409, 201]);
    assert.equal(await claim(proxy, ANOTHER), 202);
    assert.match((await restored(site, '--complete')).stdout, /^claims are made, and nobody is held back/);
    assert.equal(await claim(proxy, memberOf(6)), 201);
    assert.equal(site.service.calls.length, 2);
    assert.match((await run(['ledger', 'show'], site)).stdout, /restored \(Wren: the disk died\)/);
  });

  for (const from of allOr(['log'] as const, ['log', 'ledger', 'export'] as const)) {
    it(`gets back what the ${from} has, and then pays new members`, async (t) => {
      const site = await bereft(t);
      const { code, stdout, stderr } = await restored(site, '--from', site.left[from], '--complete');
      assert.deepEqual([code, stderr], [0, '']);
      assert.match(stdout, /: 2 claims brought back, 1 known, 0 that were waited for\n/);
      const proxy = site.serve();
      assert.deepEqual([await claim(proxy, EARLY), await claim(proxy, DAILY)], [409, 409]);
      assert.deepEqual([await claim(proxy, WELCOME, 'welcome'), await claim(proxy, WELCOME)], [409, 201]);
      assert.equal(await claim(proxy, NEW), 201);
      assert.equal(site.service.calls.length, 2);
    });
  }

  it('gets back also what was claimed by a clock that was set back after the copy was made', async (t) => {
    const site = await siteWith(t);
    const [copy, broken] = [join(site.cwd, 'copy.db'), join(site.cwd, 'broken.db')];
    const hour = 3_600_000;
    const madeAt = async (memberId: string, now: number) => {
      const ledger = sqliteLedger(site.db);
      await grant(ledger, request({ memberId, now }));
      await ledger.close();
    };
    await madeAt(EARLY, Date.now() - 3 * hour);
    await run(['backup', '--to', copy], site);
    await madeAt(DAILY, Date.now() - hour);
    await rename(site.db, broken);
    await rename(copy, site.db);
    await restored(site);
    await madeAt(NEW, Date.now() + 26 * hour);
    const { stdout } = await restored(site, '--from', broken);
    assert.match(stdout, /broken\.db: 1 claim brought back, 1 known,/);
  });

  it('gets back what another process claimed by a clock that is a little behind', async (t) => {
    const site = await siteWith(t);
    const [copy, broken] = [join(site.cwd, 'copy.db'), join(site.cwd, 'broken.db')];
    const ledger = sqliteLedger(site.db);
    const now = Date.now();
    await grant(ledger, request({ memberId: EARLY, now }));
    await ledger.close();
    await copyFile(site.db, copy);
    const later = sqliteLedger(site.db);
    await grant(later, request({ memberId: DAILY, now: now - 30_000 }));
    await later.close();
    await rename(site.db, broken);
    await rename(copy, site.db);
    const { stdout } = await restored(site, '--from', broken);
    assert.match(stdout, /broken\.db: 1 claim brought back, 1 known,/);
  });

  it('gets back what was claimed after a claim of a time to come was set aside', async (t) => {
    const site = await siteWith(t);
    const [copy, broken] = [join(site.cwd, 'copy.db'), join(site.cwd, 'broken.db')];
    const hour = 3_600_000;
    const ledger = sqliteLedger(site.db);
    for (const [memberId, hours] of [
      [EARLY, -3],
      [NEW, 40_000],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await grant(ledger, request({ memberId, now: Date.now() + hours * hour }));
    }
    assert.equal(await ledger.setAside({ who: 'Wren', why: 'the clock' }, Date.now()), 1);
    await ledger.close();
    await copyFile(site.db, copy);
    const later = sqliteLedger(site.db);
    await grant(later, request({ memberId: DAILY, now: Date.now() - hour }));
    await later.close();
    await rename(site.db, broken);
    await rename(copy, site.db);
    const { stdout } = await restored(site, '--from', broken);
    assert.match(stdout, /broken\.db: 1 claim brought back, 2 known,/);
  });

  it('holds back also whom a second loss may have forgotten, which nothing has noticed', async (t) => {
    const site = await siteWith(t);
    const hour = 3_600_000;
    const [since, until] = [Date.now() - 4 * hour, Date.now() - 3 * hour];
    const later = new Date(Date.now() - 2 * hour).toISOString();
    const gapAfter = async (...args: string[]) => {
      const before = sqliteLedger(site.db);
      await before.restored(null, { who: 'Wren', why: 'the disk died' }, Date.now());
      await before.restored({ since, until }, { who: 'Wren', why: 'the disk died' }, Date.now());
      await before.close();
      assert.deepEqual((await restored(site, ...args)).stderr, '');
      const ledger = sqliteLedger(site.db);
      const { gap } = await ledger.about();
      await ledger.close();
      return gap;
    };
    const from = ['--from', join(site.cwd, 'rewards.config.json')];
    for (const args of [[], ['--since', later], [...from, '--since', later]]) {
      const now = Date.now();
      // oxlint-disable-next-line no-await-in-loop -- one ledger
      const gap = await gapAfter(...args);
      assert.ok(gap && gap.until >= now, args.join(' '));
      assert.equal(gap.since, since);
    }
    // What is brought back loses nothing, wherever it is looked for.
    assert.deepEqual(await gapAfter(...from), { since, until });
    const longAgo = '2026-01-01T00:00:00Z';
    assert.deepEqual(await gapAfter(...from, '--since', longAgo), { since: Date.parse(longAgo), until });
  });

  it('says that what was used without a claim could not be read, and gets back the claims', async (t) => {
    const site = await siteWith(t);
    const broken = join(site.cwd, 'broken.db');
    const now = Date.now();
    createSqliteLedger(broken);
    const lost = sqliteLedger(broken);
    await grant(lost, request({ memberId: DAILY, now }));
    await lost.useNonce({ id: 'event', expiresAt: now + 3_600_000 });
    await lost.close();
    {
      using db = new DatabaseSync(broken);
      db.exec('ALTER TABLE nonces RENAME COLUMN expires_at TO other');
    }
    const { code, stdout, stderr } = await restored(site, '--from', broken);
    assert.equal(code, 1);
    assert.match(stdout, /broken\.db: 1 claim brought back, /);
    assert.match(stderr, /broken\.db could not be read to its end: .*\. What it had until there is in the ledger\n$/);
  });

  it('knows from the lost ledger which codes were used', async (t) => {
    const site = await siteWith(t);
    const [copy, lost] = [join(site.cwd, 'copy.db'), join(site.cwd, 'lost.db')];
    const code = { code: 'K7QM-2XRT' };
    const before = site.serve();
    assert.equal((await run(['backup', '--to', copy], site)).code, 0);
    assert.equal(await claim(before, EARLY, 'ticket', code), 201);
    assert.equal(await before.stop(), 0);
    await rename(site.db, lost);
    await rename(copy, site.db);
    const { stdout } = await restored(site, '--from', lost, '--complete');
    assert.match(stdout, /: 1 claim brought back, /);
    const proxy = site.serve();
    assert.deepEqual([await claim(proxy, EARLY, 'ticket', code), await claim(proxy, NEW, 'ticket', code)], [409, 403]);
  });

  it('settles those who wait by the log, which names nobody', async (t) => {
    const site = await bereft(t);
    await restored(site);
    const proxy = site.serve();
    assert.equal(await claim(proxy, DAILY), 202);
    const { stdout } = await restored(site, '--from', site.left.log);
    assert.match(stdout, /: 1 claim brought back, 1 known, 1 that were waited for\n/);
    assert.deepEqual(await waiting(site), []);
    assert.deepEqual([await claim(proxy, DAILY), await claim(proxy, WELCOME, 'welcome')], [409, 409]);
    assert.equal(site.service.calls.length, 0);
    const log = proxy.stdout + readFileSync(site.left.log, 'utf8');
    for (const id of [EARLY, DAILY, WELCOME]) assert.ok(!log.includes(id));
  });

  it('counts a claim once, however many lines tell of it', async (t) => {
    const site = await siteWith(t);
    const [by, now] = [{ who: 'Wren', why: 'seen' }, Date.now()];
    const lost = sqliteLedger(':memory:');
    const lines: string[] = [];
    const tell = (one: object) => lines.push(`${JSON.stringify(one)}\n`);
    for (const memberId of [EARLY, NEW]) {
      // oxlint-disable no-await-in-loop -- one after the other
      const { id } = reserved(await lost.reserve(request({ memberId, now })));
      tell(await lost.settle(id, 0, { state: 'unknown', evidence: null }, now));
      tell((await lost.resolve(id, { state: 'granted', ...by }, now)) ?? {});
      // oxlint-enable no-await-in-loop
    }
    await lost.close();
    const ledger = sqliteLedger(site.db);
    await grant(ledger, request({ memberId: EARLY, now }));
    await ledger.close();
    const from = join(site.cwd, 'twice.json');
    await writeFile(from, lines.join(''));
    const { stdout } = await restored(site, '--from', from);
    assert.match(
      stdout,
      /: 1 claim brought back, 0 known, 0 that were waited for\npaid twice, .*: 1 claim\n {2}\w{30}\nclaims/,
    );
  });

  it('says of the log of another site that it is that', async (t) => {
    const [site, other] = await Promise.all([bereft(t), bereave(t)]);
    const text = readFileSync(other.left.log, 'utf8');
    const mine = readFileSync(site.left.log, 'utf8');
    const id = /"claim":"(\w{30})"/.exec(mine)?.[1] ?? '';
    // As if both had made a claim by the same id.
    await writeFile(site.left.log, text.replace(/"claim":"\w{30}"/, `"claim":"${id}"`));
    const { code, stderr } = await restored(site, '--from', site.left.log);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /proxy\.log could not be brought back as a whole: claim \w+ was another member's: what is to be brought back is of another ledger/,
    );
  });

  it('is told apart from what is no backup at all', async (t) => {
    const site = await bereft(t);
    const nothing = join(site.cwd, 'rewards.config.json');
    assert.match((await restored(site, '--from', nothing)).stdout, /rewards\.config\.json has no claims of that time/);
    const missing = await restored(site, '--from', 'nowhere.log');
    assert.equal(missing.stdout, '', 'what it has is not known');
    assert.match(missing.stderr, /^rewards: .*nowhere\.log could not be read to its end: ENOENT/);
    const nobody = await run(['ledger', 'restored', '--by', 'Wren'], site);
    assert.deepEqual([nobody.code, nobody.stderr], [2, 'rewards: --by and --why are needed, both\n']);
  });

  it('is told to be saved as UTF-8 where it is in UTF-16, as PowerShell writes it, and not where NULs stand before a line', async (t) => {
    const site = await bereft(t);
    const text = readFileSync(site.left.log, 'utf8');
    const little = Buffer.from(text, 'utf16le');
    for (const bytes of [Buffer.concat([Buffer.from([0xff, 0xfe]), little]), Buffer.from(little).swap16()]) {
      // oxlint-disable no-await-in-loop -- one ledger
      await writeFile(site.left.log, bytes);
      const { code, stdout, stderr } = await restored(site, '--from', site.left.log, '--complete');
      // oxlint-enable no-await-in-loop
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, /proxy\.log could not be read to its end: it is no text in UTF-8: save it as UTF-8\n$/);
    }
    await writeFile(site.left.log, `${'\0'.repeat(100)}${text}`);
    assert.match((await restored(site, '--from', site.left.log)).stdout, /: [1-9]\d* claims? brought back/);
  });

  it('is no URL, which is not told with its password', async (t) => {
    const site = await siteWith(t);
    for (const url of [
      'postgres://rewards:hidden@db.internal/rewards',
      '"postgres://rewards:hidden@db.internal/rewards"',
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- one ledger
      const { code, stdout, stderr } = await restored(site, '--from', url);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, /^rewards: --from must be a file, and no URL\. .* rewards claims export /);
      assert.doesNotMatch(stderr, /hidden/);
    }
  });
});
