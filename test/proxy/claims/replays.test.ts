import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Ledger, ledgerThrough } from '../../../src/ledger/index.ts';
import { signMemberToken } from '../../../src/proxy/identity/member-token.ts';
import type { RewardsConfig } from '../../../src/proxy/index.ts';
import { createStore, openStore } from '../../crash/store.ts';
import { type Databases, openDatabases } from '../../support/databases/databases.ts';
import type { Reply } from '../support/check-reply.ts';
import { CONFIG, setUp } from '../support/setup.ts';
import { gate, grant, reply, type Script } from '../support/transport.ts';
import { allOr } from '../../support/thorough.ts';

const [COUNT = 0] = allOr([60], [1_000]);
const MEMBER = { memberId: '1048273615902847361' };
const KEY = { 'idempotency-key': 'one-press' };
const SECRET = 'a secret of thirty-two bytes or more';
const daily = { title: 'D', repeats: 'daily', points: 10, remark: 'r' } as const;
/** All may be under way at once, so that none is sent away for being too many, and the answer waits for the last of them. */
const service = { ...CONFIG.service, maxConcurrency: 1024, replyTimeoutMs: 120_000 };

const home = mkdtempSync(join(tmpdir(), 'rewards-replays-'));
let server: Databases;
before(async () => {
  server = await openDatabases();
});
after(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(home, { recursive: true, force: true });
});

const STORES: Record<string, () => Promise<string>> = {
  SQLite: () => createStore(join(home, `${crypto.randomUUID()}.db`)),
  PostgreSQL: () => server.createLedger(),
};

/** Two proxies on one store, as two processes are. The service answers once all presses have been to the ledger. */
function twoProxies(store: string, answer: Script, config: Partial<RewardsConfig> = {}) {
  const all = gate();
  let presses = 0;
  const counted = (ledger: Ledger): Ledger =>
    ledgerThrough((method, ...args) => {
      const result: ReturnType<Ledger[typeof method]> = Reflect.apply(ledger[method], ledger, args);
      if (method !== 'reserve') return result;
      const count = () => {
        presses += 1;
        if (presses === COUNT) all.open();
      };
      void result.then(count, count);
      return result;
    });
  const script: Script = async (call, count) => {
    await all.opened;
    return answer(call, count);
  };
  const open = () => setUp({ script, ledger: counted(openStore(store)), config: { service, ...config } });
  const [first, second] = [open(), open()];
  return {
    first,
    second,
    letAnswer: all.open,
    calls: () => first.calls.length + second.calls.length,
    async [Symbol.asyncDispose]() {
      await first[Symbol.asyncDispose]();
      await second[Symbol.asyncDispose]();
    },
  };
}

/** What a visitor was answered, without what differs from request to request. */
function answerOf({ status, body: { requestId: _requestId, ...body } }: Reply): string {
  return JSON.stringify([status, body]);
}

const OUTCOMES: [name: string, script: Script, status: number][] = [
  ['granted', grant, 201],
  ['refused', () => reply(422, { code: 3, error: 'no' }), 422],
  ['unknown', () => reply(502, ''), 202],
];

for (const [name, create] of Object.entries(STORES)) {
  describe(`${COUNT} replays at once, on ${name},`, () => {
    // What is recorded of an outcome is the same on every store, and a thousand presses take their time on a server.
    for (const [outcome, script, status] of name === 'SQLite' ? OUTCOMES : OUTCOMES.slice(0, 1)) {
      it(`of one idempotency key make one call, and all get its answer where it is ${outcome}`, async () => {
        await using proxies = twoProxies(await create(), script);
        const { first, second, calls } = proxies;
        const replies = await Promise.all(Array.from({ length: COUNT }, () => first.claim('daily', MEMBER, KEY)));
        assert.equal(calls(), 1);
        assert.equal(new Set(replies.map(answerOf)).size, 1);
        assert.equal(replies[0]?.status, status);
        const late = await second.claim('daily', MEMBER, KEY);
        assert.deepEqual([answerOf(late), calls()], [answerOf(replies[0] ?? assert.fail()), 1]);
        assert.equal((await first.ledger.list({})).length, 1);
      });
    }

    it('of one idempotency key over two proxies make one call, and name one claim', async () => {
      await using proxies = twoProxies(await create(), grant);
      const { first, second, calls } = proxies;
      const replies = await Promise.all(
        Array.from({ length: COUNT }, (_, n) => (n % 2 ? first : second).claim('daily', MEMBER, KEY)),
      );
      assert.equal(calls(), 1);
      assert.equal(new Set(replies.map(({ body }) => body['id'])).size, 1);
      // Who asks the proxy that does not carry the claim out may be told that it is under way.
      assert.ok(replies.every(({ status }) => status === 201 || status === 202));
      const settled = [await first.claim('daily', MEMBER, KEY), await second.claim('daily', MEMBER, KEY)];
      assert.equal(new Set(settled.map(answerOf)).size, 1);
      assert.equal(settled[0]?.status, 201);
    });

    it('of one signed token are accepted once, whichever proxy they ask', async () => {
      const config: Partial<RewardsConfig> = {
        actions: { daily: { ...daily, identity: 'signed' } },
        memberTokens: { secrets: [SECRET] },
      };
      await using proxies = twoProxies(await create(), grant, config);
      const { first, second, calls, letAnswer } = proxies;
      letAnswer();
      for (const { clock } of [first, second]) clock.now = Date.now();
      const authorization = `Bearer ${await signMemberToken({ ...MEMBER, secret: SECRET })}`;
      const press = (n: number) => {
        const key = n % 4 > 1 ? { 'idempotency-key': `press-${n}` } : {};
        return (n % 2 ? first : second).claim('daily', {}, { authorization, ...key });
      };
      const replies = await Promise.all(Array.from({ length: COUNT }, (_, n) => press(n)));
      assert.equal(replies.filter(({ status }) => status === 201).length, 1);
      assert.equal(replies.filter(({ body }) => body['code'] === 'sign-in-required').length, COUNT - 1);
      assert.equal(calls(), 1);
    });
  });
}
