import assert from 'node:assert/strict';
import { chmod, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { openStore } from '../../crash/store.ts';
import { request } from '../../../src/ledger/conformance/requests.ts';
import { run } from '../command.ts';
import { config, fill, KEY, site } from './site.ts';

describe('rewards doctor', { concurrency: true }, () => {
  it('reads the lists of members that the config names', async (t) => {
    const { cwd, doctor } = await site(t);
    await writeFile(
      join(cwd, 'rewards.config.ts'),
      config('https://example.org').replace("remark: '", "verify: { type: 'list', file: 'guests.csv' }, remark: '"),
    );
    await writeFile(join(cwd, 'guests.csv'), 'id\nnobody\n');
    const { stdout } = await doctor();
    assert.match(stdout, /^fail {2}config .*actions\.daily\.verify\.file: .*guests\.csv cannot be used: line 2 is no/m);
    assert.match(stdout, /^ok {4}config .*is valid: 1 action$/m);
  });

  it('finds nothing wrong where nothing is, and spends nothing', async (t) => {
    const { cwd, doctor, service } = await site(t);
    await fill(join(cwd, 'rewards.db'), (ledger) => ledger.check());
    const { code, stdout, stderr } = await doctor();
    assert.deepEqual([code, stderr], [0, '']);
    assert.doesNotMatch(stdout, /^(warn|fail)/m);
    assert.match(stdout, /^ok {4}config .*rewards\.config\.ts is valid: 1 action$/m);
    assert.match(stdout, /^ok {4}ledger .*rewards\.db is whole$/m);
    assert.match(stdout, /^ok {4}ledger {3}it has no claims yet\nok {4}ledger {3}it takes claims: /m);
    assert.match(
      stdout,
      /^ok {4}key {6}whether the service takes the key of service cannot be tested, .* the first claim shows$/m,
    );
    assert.deepEqual(
      service.calls.map(({ method, path, headers }) => [method, path, headers['x-api-key']]),
      [['GET', '/', undefined]],
    );
  });

  it('finds a pattern that takes two ways to write one id for two members', async (t) => {
    const found = async (ids: string) => {
      const { cwd, doctor } = await site(t);
      const settings = config('https://example.org').replace('origins:', () => `memberIds: ${ids}, origins:`);
      await writeFile(join(cwd, 'rewards.config.ts'), settings);
      return (await doctor()).stdout;
    };
    assert.match(
      await found(`{ pattern: '[0-9]{1,9}' }`),
      /^warn {2}config .*memberIds\.pattern takes 12345678, 012345678 for 2 members/m,
    );
    assert.doesNotMatch(await found(`{ pattern: '[0-9]{1,9}', canonical: 'as-written' }`), /memberIds/);
  });

  it('finds an action that repeats by another rule than when it was claimed', async (t) => {
    const { cwd, doctor } = await site(t);
    const path = join(cwd, 'rewards.db');
    const now = Date.now();
    await fill(path, (ledger) => ledger.reserve(request({ rule: { repeats: 'weekly', timeZone: 'Asia/Tokyo' }, now })));
    const changed = await doctor();
    assert.equal(changed.code, 0);
    assert.match(
      changed.stdout,
      /^warn {2}rules {4}daily repeats daily in UTC now, and did weekly in Asia\/Tokyo when it was claimed: each can claim again once/m,
    );
    const db = new DatabaseSync(path);
    assert.equal(db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'claims_of_member'").get(), undefined);
    db.close();

    const ledger = openStore(path);
    await ledger.reserve(request({ rule: { repeats: 'once' }, now, memberId: 'another' }));
    await ledger.close();
    const impossible = await doctor();
    assert.equal(impossible.code, 1);
    assert.match(
      impossible.stdout,
      /^fail {2}rules {4}actions\.daily\.repeats: is daily in UTC now, but 1 claim was made when it was once/m,
    );
  });

  it('never shows the key, and never makes a ledger', async (t) => {
    const { cwd, doctor } = await site(t);
    const { code, stdout, stderr } = await doctor('--format', 'json');
    assert.equal(code, 1);
    assert.ok(!(stdout + stderr).includes(KEY));
    const findings: { level: string; check: string; text: string }[] = JSON.parse(stdout);
    assert.ok(
      findings.some(
        ({ level, text }) =>
          level === 'fail' && /^there is no ledger .*make it: npx rewards ledger create --db '/.test(text),
      ),
    );
    await assert.rejects(stat(join(cwd, 'rewards.db')));
  });

  it('names each mistake in the config', async (t) => {
    const { cwd, doctor } = await site(t);
    await writeFile(join(cwd, 'rewards.config.ts'), 'export default { orgins: [] };');
    const { code, stdout, stderr } = await doctor();
    assert.deepEqual([code, stderr], [1, 'rewards: 4 checks failed\n']);
    assert.match(stdout, /^fail {2}config .*has an unknown key 'orgins'; did you mean 'origins'\?$/m);
  });

  it('finds a key that others can read, that has quotes, or that is not there', async (t) => {
    const { cwd, doctor } = await site(t);
    await chmod(join(cwd, 'key'), 0o644);
    assert.match((await doctor()).stdout, /^warn {2}key .*can be read by others \(mode 644\): chmod 600/m);
    for (const quoted of [`"${KEY}"`, `“${KEY}”`]) {
      await writeFile(join(cwd, 'key'), quoted);
      assert.match((await doctor()).stdout, /^fail {2}key .*has quotes around it/m);
    }
    await writeFile(join(cwd, 'key'), `${KEY}\u200B`);
    assert.match((await doctor()).stdout, /^fail {2}key .*has characters that no key has: copy it again$/m);
    await writeFile(join(cwd, 'key'), '');
    assert.match((await doctor()).stdout, /^fail {2}key .*it is empty/m);
  });

  it('finds the key in a built site', async (t) => {
    const { cwd, doctor } = await site(t);
    await mkdir(join(cwd, 'public', 'assets'), { recursive: true });
    await writeFile(join(cwd, 'public', 'assets', 'app.js'), `const key="${KEY}"`);
    await writeFile(join(cwd, 'public', 'env.js'), 'process.env.REWARDS_API_KEY');
    const { code, stdout } = await doctor('--site', 'public');
    assert.equal(code, 1);
    assert.match(stdout, /^fail {2}site .*app\.js contains the API key/m);
    assert.match(stdout, /^warn {2}site .*env\.js names REWARDS_API_KEY/m);
    assert.ok(!stdout.includes(KEY));
    assert.match((await doctor('--site', 'nowhere')).stdout, /^fail {2}site .*nowhere cannot be searched/m);
  });

  it('says what is doubtful about the sites', async (t) => {
    const { doctor } = await site(
      t,
      'https://example.org',
      'http://localhost:5173',
      'http://tauri.localhost',
      'http://example.net',
    );
    const { stdout } = await doctor();
    assert.deepEqual(stdout.match(/\S+(?= has no TLS)/g), ['http://example.net']);
    assert.match(
      stdout,
      /^warn {2}origins {2}http:\/\/localhost:5173, http:\/\/tauri\.localhost is for development, or for an app/m,
    );
  });

  it('says which address to register at the platform that members sign in with', async (t) => {
    const { cwd, doctor } = await site(t);
    const path = join(cwd, 'rewards.config.ts');
    const platform = `platform: { preset: 'discord', origin: 'https://example.org', pages: ['https://example.org/*'], clientId: '1',
      clientSecret: 'of the application', secrets: ['a secret of thirty-two bytes or more'] },`;
    await writeFile(path, config('https://example.org').replace('  origins:', `  ${platform}\n  origins:`));
    const { stdout } = await doctor();
    assert.match(stdout, /^ok {4}platform .* is https:\/\/example\.org\/rewards\/sign-in\/callback$/m);
    assert.doesNotMatch(stdout, /thirty-two|of the application/);
  });

  it('finds a service that cannot be reached', async (t) => {
    const { cwd, env } = await site(t);
    // Part of the name is too long for any: no name server is asked about it.
    const unknown = { ...env, REWARDS_BASE_URL: `https://${'x'.repeat(64)}.invalid` };
    assert.match(
      (await run(['doctor'], { cwd, env: unknown })).stdout,
      /^fail {2}service {2}x+\.invalid cannot be found/m,
    );
    // No program has this port; fetch refuses port 1 by itself.
    const closed = { ...env, REWARDS_BASE_URL: 'http://127.0.0.1:2' };
    assert.match(
      (await run(['doctor'], { cwd, env: closed })).stdout,
      /^fail {2}service {2}127\.0\.0\.1:2 cannot be reached: .*\. Nothing listens there: is baseUrl right, and is the emulator running \(npx rewards emulate\)\?$/m,
    );
  });
});
