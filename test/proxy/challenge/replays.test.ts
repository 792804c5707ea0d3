import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { createStore, openStore } from '../../crash/store.ts';
import { openDatabases } from '../../support/databases/databases.ts';
import { CONFIG, setUp } from '../support/setup.ts';
import { reply } from '../support/transport.ts';
import { proofFor } from './solve.ts';
import { says, verifier } from './verifier.ts';
import { allOr } from '../../support/thorough.ts';

const [REPLAYS = 0] = allOr([60], [1000]);
const MEMBER = '123456789012345678';
const challengeSecret = 'a secret that the processes share, of some length';
const daily = { title: 'D', repeats: 'daily', points: 1, remark: 'r' } as const;
const turnstile = { type: 'turnstile', siteKey: 'k', secret: 's' } as const;
const actions = { work: { ...daily, challenge: 'altcha' }, turnstile: { ...daily, challenge: turnstile } } as const;
/** All may be under way at once, so that none is sent away for being too many. */
const service = { ...CONFIG.service, maxConcurrency: 1024 };
const vouched = { success: true, hostname: 'example.org', action: 'turnstile' };

const home = mkdtempSync(join(tmpdir(), 'rewards-replays-'));
const server = await openDatabases();
after(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(home, { recursive: true, force: true });
});

const STORES: [string, () => Promise<string>][] = [
  ['SQLite', () => createStore(join(home, `${crypto.randomUUID()}.db`))],
  ['PostgreSQL', () => server.createLedger()],
];

for (const [name, makeStore] of STORES) {
  describe(`${REPLAYS} claims at once with the same proof, on ${name}`, () => {
    for (const action of ['work', 'turnstile'] as const) {
      it(`let one through, whichever of two proxies they ask (${action})`, async () => {
        const store = await makeStore();
        // The service says no to the claim, so that nothing but the proof stands in the way of the next.
        await using stub = await verifier(says(vouched), () => reply(422, {}));
        const { transport } = stub;
        const config = { actions, challengeSecret, service };
        await using one = setUp({ config, ledger: openStore(store), transport });
        await using other = setUp({ config, ledger: openStore(store), transport });
        one.clock.now = other.clock.now = Date.now();
        const proof = action === 'work' ? await proofFor(one, action, MEMBER) : { turnstile: 'the-token' };
        const body = { memberId: MEMBER, proof };
        const replies = await Promise.all(
          Array.from({ length: REPLAYS }, (_, n) =>
            (n % 2 ? one : other).claim(action, body, n % 3 ? { 'idempotency-key': `key-${action}-${n}` } : {}),
          ),
        );
        const counts = Map.groupBy(replies, ({ status }) => status);
        const [failed, putOff] = [counts.get(403) ?? [], counts.get(503) ?? []];
        assert.deepEqual([counts.get(422)?.length, failed.length + putOff.length], [1, REPLAYS - 1]);
        assert.equal(stub.calls.length, 1);
        assert.ok(failed.every(({ body: problem }) => problem['code'] === 'challenge-failed'));
        // On a slow machine some give up waiting for the other service to judge, and get nothing either.
        assert.ok(action === 'turnstile' || putOff.length === 0);
      });
    }
  });
}
