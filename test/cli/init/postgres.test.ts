import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { createEmulator, HARBOUR_LIGHTS } from '../../../src/emulator/index.ts';
import { listen } from '../../emulator/listen.ts';
import { freePort } from '../../support/http/free-port.ts';
import { linkPackages, OWN_PACKAGES } from '../../support/processes/own-packages.ts';
import { openDatabases } from '../../support/databases/databases.ts';
import { run, startNode } from '../command.ts';
import { type Scaffold, scaffold, useEmulator } from './scaffold.ts';

const MEMBER = '903618274509136283';
const LEDGER = ['--ledger', 'postgres'];

/** Starts the server that was written, and stops it again once `use` is done. */
async function whileServing(t: TestContext, { folder }: Scaffold, use: (url: string) => Promise<void>): Promise<void> {
  const port = await freePort();
  const server = startNode(['--env-file=.env', 'server.ts'], { cwd: folder, env: { PORT: String(port) } });
  t.after(() => server.stop('SIGKILL'));
  await server.url();
  await use(`http://127.0.0.1:${port}`);
  assert.equal(await server.stop(), 0);
  assert.equal(server.stderr, '');
}

async function claim(url: string): Promise<number> {
  const response = await fetch(`${url}/rewards/actions/daily/claims`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ memberId: MEMBER }),
  });
  return response.status;
}

describe('rewards init with PostgreSQL', () => {
  it('writes a site that pays once, also after another start', async (t) => {
    await using postgres = await openDatabases();
    const emulator = createEmulator();
    const server = await listen(emulator);
    t.after(() => server.close());
    const site = await scaffold(t, 'node', ...LEDGER);
    emulator.state.load([{ ...HARBOUR_LIGHTS, apiKey: site.apiKey }]);
    await useEmulator(site, server.url);
    const env = await site.read('.env');
    assert.match(env, /^REWARDS_DB=postgres:/m);
    await writeFile(
      join(site.folder, '.env'),
      env.replace(/^REWARDS_DB=.*$/m, `REWARDS_DB=${await postgres.createDatabase()}`),
    );
    await linkPackages(site.folder, [...OWN_PACKAGES, 'pg']);
    assert.ok(!existsSync(join(site.folder, 'rewards.db')));

    assert.match(site.stdout, /^ {2}npm install pg$/m);
    assert.match(site.stdout, /^ {2}npx rewards ledger create --env \.env$/m);
    const made = await run(['ledger', 'create', '--env', '.env'], { cwd: site.folder });
    assert.equal(made.code, 0, made.stderr);
    await whileServing(t, site, async (url) => assert.equal(await claim(url), 201));
    await whileServing(t, site, async (url) => assert.equal(await claim(url), 409));
    assert.equal(emulator.state.servers()[0]?.members.find(({ id }) => id === MEMBER)?.points, 10);
    assert.ok(!existsSync(join(site.folder, 'rewards.db')));
  });

  for (const framework of ['hono', 'express', 'next', 'sveltekit', 'astro', 'nuxt', 'bun', 'deno']) {
    it(`opens no file for a ledger: ${framework}`, async (t) => {
      const site = await scaffold(t, framework, ...LEDGER);
      const module = /^ {2}((?:.*\/)?rewards\.ts)$/m.exec(site.stdout)?.[1] ?? '';
      const text = await site.read(module);
      // A connection that a router has forgotten is found out while nobody claims, not by the next claim.
      assert.match(text, /postgresLedger\(new Pool\(\{ .*keepAlive: true \}\)/);
      assert.doesNotMatch(text, /sqlite/i);
    });
  }

  it('asks for no package where rewards serve opens the ledger', async (t) => {
    const { stdout, read } = await scaffold(t, 'standalone', ...LEDGER);
    assert.doesNotMatch(stdout, /npm install|rewards\.db is the ledger/);
    assert.match(await read('.env'), /^REWARDS_DB=postgres:/m);
  });
});
