import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Pool } from 'pg';
import type { Ledger } from '../../../../src/ledger/index.ts';
import { createPostgresLedger, postgresLedger } from '../../../../src/ledger/postgres.ts';
import { sqliteLedger } from '../../../../src/ledger/sqlite.ts';
import { type Databases, openDatabases } from '../../../support/databases/databases.ts';
import { HOME, NOOR, openPlatform, type Platform, signingIn } from './sign-in.ts';
import { messageOf, newVerifier, Visitor } from './visitor.ts';
import { allOr } from '../../../support/thorough.ts';

const [REPLAYS = 0] = allOr([60], [1000]);
const all = <T>(make: (n: number) => Promise<T>) => Promise.all(Array.from({ length: REPLAYS }, (_, n) => make(n)));

/** A ledger for whose few connections a thousand may wait as long as that takes on a busy machine. */
async function openPostgres(server: Databases): Promise<Ledger> {
  const pool = new Pool({ connectionString: await server.createDatabase(), max: 16 });
  await createPostgresLedger(pool);
  return postgresLedger(pool, { connectTimeoutMs: 120_000 });
}

describe(`${REPLAYS} replays at once`, () => {
  let platform: Platform;
  let postgres: Databases;
  before(async () => {
    platform = await openPlatform();
    postgres = await openDatabases();
  });
  after(async () => {
    await platform?.[Symbol.asyncDispose]();
    await postgres?.[Symbol.asyncDispose]();
  });

  const stores: [string, () => Promise<Ledger>][] = [
    ['SQLite', async () => sqliteLedger(':memory:')],
    ['PostgreSQL', () => openPostgres(postgres)],
  ];
  for (const [store, open] of stores) {
    it(`of one return from the platform sign in once, on ${store}`, async () => {
      await using setup = signingIn(platform, {}, { ledger: await open() });
      const visitor = new Visitor(setup.proxy);
      const back = await visitor.choose(await visitor.begin({ returnTo: HOME }), NOOR.id);
      const cookie = visitor.cookieFor(new URL(HOME));
      platform.asked.length = 0;
      const responses = await all(() => setup.proxy.fetch(new Request(back, { headers: { cookie } })));
      const sessions = responses.filter(({ headers }) => headers.getSetCookie().some((one) => /rewards=e/.test(one)));
      assert.deepEqual([sessions.length, sessions[0]?.status], [1, 303]);
      assert.equal(responses.filter(({ status }) => status === 401).length, REPLAYS - 1);
      // The platform would refuse the code the second time, and is not even asked.
      assert.deepEqual(platform.asked, ['POST /token', 'GET /users/@me']);
    });

    it(`of one code give one token, on ${store}`, async () => {
      await using setup = signingIn(platform, {}, { ledger: await open() });
      const { verifier, challenge } = newVerifier();
      const { code } = await messageOf(await new Visitor(setup.proxy).signIn(NOOR.id, { popup: true, challenge }));
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ code, verifier });
      const replies = await all(() => setup.ask('/rewards/sign-in/token', { method: 'POST', headers, body }));
      assert.equal(replies.filter(({ status }) => status === 200).length, 1);
      assert.equal(replies.filter(({ status }) => status === 401).length, REPLAYS - 1);
    });
  }
});
