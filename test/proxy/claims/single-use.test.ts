import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Ledger, ledgerThrough } from '../../../src/ledger/index.ts';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import type { RewardsConfig } from '../../../src/proxy/index.ts';
import { signMemberToken } from '../../../src/proxy/identity/member-token.ts';
import { proofFor } from '../challenge/solve.ts';
import { says, verifier } from '../challenge/verifier.ts';
import type { Reply } from '../support/check-reply.ts';
import { type Setup, setUp } from '../support/setup.ts';
import { connectionRefused, grant, reply, type Script } from '../support/transport.ts';

const SECRET = 'a secret of thirty-two bytes or more';
const MEMBER = '123456789012345678';

/** What is shown with a request. */
interface Shown {
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** Something that is good for one claim. `refusal` is what a member who shows it once more is told. */
interface Kind {
  refusal: string;
  action: object;
  show: (setup: Setup) => Promise<Shown>;
}

const fields = { note: { label: 'Note', type: 'text' } } as const;
const plain = { title: 'D', repeats: 'daily', points: 1, remark: 'r', fields } as const;

/** Without a name of its own for the action, as hCaptcha has none. */
const vouched = { success: true, hostname: 'example.org' };

const KINDS: Record<string, Kind> = {
  'a signed token': {
    refusal: 'sign-in-required',
    action: { identity: 'signed' },
    async show() {
      const token = await signMemberToken({ memberId: MEMBER, secret: SECRET });
      return { headers: { authorization: `Bearer ${token}` } };
    },
  },
  'a proof of work': {
    refusal: 'challenge-failed',
    action: { challenge: 'altcha' },
    async show(setup) {
      return { body: { memberId: MEMBER, proof: await proofFor(setup, 'one', MEMBER) } };
    },
  },
  'a token of Turnstile': {
    refusal: 'challenge-failed',
    action: { challenge: { type: 'turnstile', siteKey: 'k', secret: '1x0000000000000000000000000000000AA' } },
    show: async () => ({ body: { memberId: MEMBER, proof: { turnstile: crypto.randomUUID() } } }),
  },
  'a token of hCaptcha': {
    refusal: 'challenge-failed',
    action: { challenge: { type: 'hcaptcha', siteKey: 'k', secret: 's' } },
    show: async () => ({ body: { memberId: MEMBER, proof: { hcaptcha: crypto.randomUUID() } } }),
  },
};

/** A site with two actions of that kind, and what its community did. */
async function site(kind: Kind, { script = grant, ledger }: { script?: Script; ledger?: Ledger } = {}) {
  const service = await verifier(says(vouched), script);
  const actions = { one: { ...plain, ...kind.action }, two: { ...plain, ...kind.action } } as RewardsConfig['actions'];
  const config = { actions, challengeSecret: SECRET, memberTokens: { secrets: [SECRET] } };
  const setup = setUp({ config, transport: service.transport, ...(ledger && { ledger }) });
  setup.clock.now = Date.now();
  return {
    setup,
    calls: service.calls,
    claim: (action: string, { body = {}, headers = {} }: Shown, key?: string) =>
      setup.claim(action, body, { ...headers, ...(key !== undefined && { 'idempotency-key': key }) }),
    async [Symbol.asyncDispose]() {
      await setup[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

const requestId = ({ headers }: Reply): string => headers.get('x-request-id') ?? '';
const other = (shown: Shown): Shown => ({ ...shown, body: { ...shown.body, fields: { note: 'another body' } } });

for (const [name, kind] of Object.entries(KINDS)) {
  describe(`${name}, which is good for one claim,`, () => {
    /** It has made its claim, so that whatever else shows it is refused, and no call is made. */
    async function isUsedUp(
      { claim, calls }: Awaited<ReturnType<typeof site>>,
      shown: Shown,
      keys: (string | undefined)[],
    ) {
      const before = calls.length;
      for (const key of keys) {
        for (const action of ['two', 'one']) {
          // oxlint-disable-next-line no-await-in-loop -- one after the other, as an attacker tries
          const { status, body } = await claim(action, shown, key);
          assert.deepEqual([status >= 400, body['code']], [true, kind.refusal], `${action} under ${key}`);
        }
      }
      assert.equal(calls.length, before);
    }

    it('makes no second claim under the id of the first request, nor under anything else of it', async () => {
      await using made = await site(kind);
      const shown = await kind.show(made.setup);
      const first = await made.claim('one', shown);
      assert.equal(first.status, 201);
      const claimId = String(first.body['id']);
      await isUsedUp(made, shown, [requestId(first), claimId, MEMBER, claimId.slice(0, 13), 'null', undefined]);
    });

    it('makes no second claim under the key of the first', async () => {
      await using made = await site(kind);
      const shown = await kind.show(made.setup);
      assert.equal((await made.claim('one', shown, 'k')).status, 201);
      const elsewhere = await made.claim('two', shown, 'k');
      assert.equal(elsewhere.body['code'], kind.refusal);
      const changed = await made.claim('one', other(shown), 'k');
      assert.ok(changed.status >= 400);
      assert.equal(made.calls.length, 1);
    });

    it('makes one of many claims at once, whatever they are called', async () => {
      await using made = await site(kind, { script: () => reply(422, { code: 1, error: 'no' }) });
      const shown = await kind.show(made.setup);
      const replies = await Promise.all(
        Array.from({ length: 40 }, (_, n) =>
          made.claim(n % 2 ? 'one' : 'two', n % 4 > 1 ? shown : other(shown), n % 5 ? `k-${n % 3}` : undefined),
        ),
      );
      assert.equal(made.calls.length, 1);
      const [claim, ...more] = await made.setup.ledger.list({});
      assert.deepEqual([claim?.state, more], ['refused', []]);
      assert.ok(replies.every(({ status }) => status >= 400));
    });

    for (const [outcome, script, status] of [
      ['refused', () => reply(422, { code: 1, error: 'no' }), 422],
      ['released', connectionRefused, 502],
    ] as const) {
      it(`makes no further claim once the first was ${outcome}, whose answer is given again under its key`, async () => {
        await using made = await site(kind, { script });
        const shown = await kind.show(made.setup);
        const first = await made.claim('one', shown, 'k');
        assert.equal(first.status, status);
        await isUsedUp(made, shown, [requestId(first), 'l', undefined]);
        const again = await made.claim('one', shown, 'k');
        assert.deepEqual([again.status, again.body['detail']], [status, first.body['detail']]);
        await isUsedUp(made, shown, ['m', undefined]);
      });
    }

    it('is not used up by a repetition, which another may be shown with', async () => {
      await using made = await site(kind);
      const [shown, another] = [await kind.show(made.setup), await kind.show(made.setup)];
      const first = await made.claim('one', shown, 'k');
      // A signed token is no part of the body, and a widget has a fresh one for each request.
      const again = await made.claim('one', { ...another, ...(shown.body && { body: shown.body }) }, 'k');
      assert.deepEqual([again.status, again.body], [201, first.body]);
      if (kind.refusal === 'sign-in-required') assert.equal((await made.claim('two', another)).status, 201);
      await isUsedUp(made, shown, ['k-2', undefined]);
    });

    it('is still good for the same request where the proxy died before the claim was made', async () => {
      let dies = true;
      const store = sqliteLedger(':memory:');
      const ledger = ledgerThrough((method, ...args): ReturnType<Ledger[typeof method]> => {
        if (method !== 'reserve' || !dies) return Reflect.apply(store[method], store, args);
        dies = false;
        throw new Error('the process dies here');
      });
      await using made = await site(kind, { ledger });
      const shown = await kind.show(made.setup);
      assert.equal((await made.claim('one', shown, 'k')).status, 500);
      assert.equal((await made.claim('one', shown, 'k')).status, 201);
      await isUsedUp(made, shown, ['l', undefined]);
    });

    it('does not come free because the member was forgotten meanwhile', async () => {
      await using made = await site(kind, { script: () => reply(422, { code: 1, error: 'no' }) });
      const shown = await kind.show(made.setup);
      assert.equal((await made.claim('one', shown, 'k')).status, 422);
      assert.equal((await made.setup.ledger.forget(MEMBER, made.setup.clock.now)).forgotten, 1);
      await isUsedUp(made, shown, ['k', 'l', undefined]);
    });

    it('is kept where the claim comes to nothing before it is made', async () => {
      await using made = await site(kind);
      const shown = await kind.show(made.setup);
      const bad = await made.claim('one', { ...shown, body: { ...shown.body, fields: { colour: 'red' } } }, 'k');
      assert.equal(bad.status, 400);
      assert.equal((await made.claim('one', shown, 'l')).status, 201);
    });
  });
}
