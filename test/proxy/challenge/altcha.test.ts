import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Ledger, ledgerThrough } from '../../../src/ledger/index.ts';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import { signMemberToken } from '../../../src/proxy/identity/member-token.ts';
import type { Reply } from '../support/check-reply.ts';
import { CONFIG, type Setup, setUp } from '../support/setup.ts';
import { reply } from '../support/transport.ts';
import { proofFor } from './solve.ts';

const SECRET = 'a secret for challenges that is long enough';
const MEMBER = '123456789012345678';

const daily = { title: 'D', repeats: 'daily', points: 1, remark: 'r' } as const;
const actions = {
  daily: { ...daily, challenge: 'altcha' },
  other: { ...daily, challenge: { type: 'altcha' } },
  plain: daily,
} as const;

/** altcha-lib looks at the real clock as well, so that the tests' begins with it. */
function start({ config = {}, ...options }: Parameters<typeof setUp>[0] = {}): Setup {
  const setup = setUp({ config: { actions, challengeSecret: SECRET, ...config }, ...options });
  setup.clock.now = Date.now();
  return setup;
}

const outcome = ({ status, body }: Reply) => [status, body['code'] ?? body['status']];
const GRANTED = [201, 'granted'];
const FAILED = [403, 'challenge-failed'];

describe('an action with a proof of work', () => {
  it('says so, and where to get one', async () => {
    await using setup = start();
    const challenge = { type: 'altcha', endpoint: '/actions/daily/challenge' };
    assert.deepEqual((await setup.ask('/rewards/actions/daily')).body['challenge'], challenge);
    assert.equal((await setup.ask('/rewards/actions/plain')).body['challenge'], null);
  });

  it('is claimed with a solution', async () => {
    await using setup = start();
    const proof = await proofFor(setup, 'daily', MEMBER);
    assert.deepEqual(outcome(await setup.claim('daily', { memberId: MEMBER, proof })), GRANTED);
    assert.equal(setup.calls.length, 1);
  });

  it('is not claimed without one', async () => {
    await using setup = start();
    for (const proof of [undefined, {}, { turnstile: 'token' }, { somethingElse: 1 }]) {
      assert.deepEqual(outcome(await setup.claim('daily', { memberId: MEMBER, proof })), FAILED);
    }
    assert.equal(setup.calls.length, 0);
    assert.match(await setup.proxy.metrics(), /rewards_claims_total\{action="daily",outcome="challenge-failed"\} 4/);
  });

  it('takes a solution for the member and the action alone that it was made for', async () => {
    await using setup = start();
    const proof = await proofFor(setup, 'daily', MEMBER);
    assert.deepEqual(outcome(await setup.claim('daily', { memberId: 'm-2', proof })), FAILED);
    assert.deepEqual(outcome(await setup.claim('other', { memberId: MEMBER, proof })), FAILED);
    assert.equal(setup.calls.length, 0);
    assert.deepEqual(outcome(await setup.claim('daily', { memberId: MEMBER, proof })), GRANTED);
  });

  it('takes it for five minutes', async () => {
    await using setup = start();
    const [early, late] = [await proofFor(setup, 'daily', 'm-1'), await proofFor(setup, 'daily', 'm-2')];
    setup.clock.now += 299_000 - 1000;
    assert.deepEqual(outcome(await setup.claim('daily', { memberId: 'm-1', proof: early })), GRANTED);
    setup.clock.now += 2000;
    assert.deepEqual(outcome(await setup.claim('daily', { memberId: 'm-2', proof: late })), FAILED);
  });

  it('takes no other solution, and no challenge that was tampered with', async () => {
    await using setup = start();
    const { altcha } = await proofFor(setup, 'daily', MEMBER);
    const { challenge, solution } = altcha;
    const { parameters } = challenge;
    const zeros = '0'.repeat(64);
    const forged = [
      { challenge, solution: { ...solution, derivedKey: zeros } },
      { challenge: { ...challenge, signature: zeros }, solution },
      { challenge: { ...challenge, parameters: { ...parameters, expiresAt: parameters.expiresAt + 1 } }, solution },
      { challenge: { ...challenge, parameters: { ...parameters, cost: 1 } }, solution },
      { challenge: { ...challenge, parameters: { ...parameters, keySignature: zeros } }, solution },
      { challenge: { ...challenge, parameters: { ...parameters, data: { for: zeros } } }, solution },
      { challenge: { ...challenge, parameters: { ...parameters, nonce: '0'.repeat(32) } }, solution },
    ];
    for (const proof of forged) {
      assert.deepEqual(outcome(await setup.claim('daily', { memberId: MEMBER, proof: { altcha: proof } })), FAILED);
    }
    const malformed = [
      null,
      'text',
      [],
      { challenge },
      { challenge: { ...challenge, parameters: { ...parameters, algorithm: 'SHA-256' } }, solution },
      { challenge: { ...challenge, parameters: { ...parameters, keyPrefix: '' } }, solution },
      { challenge, solution: { ...solution, counter: -1 } },
      { challenge, solution: { ...solution, counter: 2 ** 32 } },
      { challenge, solution: { ...solution, derivedKey: 'ff'.repeat(4000) } },
      { ...altcha, more: true },
    ];
    for (const proof of malformed) {
      const { status, body } = await setup.claim('daily', { memberId: MEMBER, proof: { altcha: proof } });
      assert.deepEqual([status, body['code']], [400, 'invalid-request'], JSON.stringify(proof));
    }
    assert.equal(setup.calls.length, 0);
  });

  it('takes no solution of a proxy with another secret, and that of one with the same', async () => {
    await using one = start();
    await using same = start();
    await using other = start({ config: { challengeSecret: `${SECRET}, but another` } });
    const proof = await proofFor(one, 'daily', MEMBER);
    assert.deepEqual(outcome(await other.claim('daily', { memberId: MEMBER, proof })), FAILED);
    assert.deepEqual(outcome(await same.claim('daily', { memberId: MEMBER, proof })), GRANTED);
  });

  it('takes a solution once', async () => {
    await using setup = start({ script: () => reply(422, {}) });
    const proof = await proofFor(setup, 'daily', MEMBER);
    assert.equal((await setup.claim('daily', { memberId: MEMBER, proof })).status, 422);
    assert.deepEqual(outcome(await setup.claim('daily', { memberId: MEMBER, proof })), FAILED);
    const again = await setup.claim('daily', { memberId: MEMBER, proof }, { 'idempotency-key': 'another' });
    assert.deepEqual(outcome(again), FAILED);
    assert.equal(setup.calls.length, 1);
  });

  it('gives the first answer again to the same request with the same key, even when the solution has expired', async () => {
    await using setup = start();
    const body = { memberId: MEMBER, proof: await proofFor(setup, 'daily', MEMBER) };
    const first = await setup.claim('daily', body, { 'idempotency-key': 'k' });
    assert.deepEqual(outcome(first), GRANTED);
    assert.deepEqual((await setup.claim('daily', body, { 'idempotency-key': 'k' })).body, first.body);
    setup.clock.now += 600_000;
    assert.deepEqual((await setup.claim('daily', body, { 'idempotency-key': 'k' })).body, first.body);
    const other = await setup.claim('daily', { memberId: MEMBER }, { 'idempotency-key': 'k' });
    assert.deepEqual(outcome(other), [400, 'invalid-request']);
    assert.equal(setup.calls.length, 1);
  });

  it('lets a request with the same key through again that came to nothing before it was recorded', async () => {
    const store = sqliteLedger(':memory:');
    let full = false;
    const ledger = ledgerThrough((method, ...args) => {
      if (full && method === 'reserve') throw new Error('the disk is full');
      const result: ReturnType<Ledger[typeof method]> = Reflect.apply(store[method], store, args);
      return result;
    });
    await using setup = start({ ledger });
    const body = { memberId: MEMBER, proof: await proofFor(setup, 'daily', MEMBER) };
    full = true;
    assert.equal((await setup.claim('daily', body, { 'idempotency-key': 'k' })).status, 500);
    full = false;
    assert.deepEqual(outcome(await setup.claim('daily', body, { 'idempotency-key': 'k' })), GRANTED);
  });

  it('does not use up the solution of a request that is not valid', async () => {
    await using setup = start();
    const proof = await proofFor(setup, 'daily', MEMBER);
    assert.equal((await setup.claim('daily', { memberId: MEMBER, proof, fields: { colour: 'red' } })).status, 400);
    assert.deepEqual(outcome(await setup.claim('daily', { memberId: MEMBER, proof })), GRANTED);
  });

  it('is not claimed with a form that a browser sends by itself, which is told why', async () => {
    await using setup = start();
    const { status, text } = await setup.ask('/rewards/actions/daily/claims', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `memberId=${MEMBER}`,
    });
    assert.equal(status, 403);
    assert.match(text, /<h1>The challenge was not solved<\/h1>/);
    assert.match(text, /Turn JavaScript on, reload the page, and send the form again\./);
    assert.equal(setup.calls.length, 0);
  });

  it('hands a challenge to a member alone who could claim', async () => {
    await using setup = start();
    const ask = async (path: string) => outcome(await setup.ask(`/rewards/actions/${path}`));
    assert.deepEqual(await ask('daily/challenge'), [400, 'invalid-request']);
    assert.deepEqual(await ask('daily/challenge?memberId=%20'), [400, 'invalid-request']);
    assert.deepEqual(await ask(`constructor/challenge?memberId=${MEMBER}`), [404, 'unknown-action']);
    assert.deepEqual(await ask(`plain/challenge?memberId=${MEMBER}`), [404, 'not-found']);
  });

  it('goes with a signed-in member, whose token still counts for the claim', async () => {
    const identity = { identity: 'signed', challenge: 'altcha' } as const;
    const secret = 'a secret of thirty-two bytes or more';
    await using setup = start({
      config: { actions: { daily: { ...daily, ...identity } }, memberTokens: { secrets: [secret] } },
    });
    const headers = { authorization: `Bearer ${await signMemberToken({ memberId: MEMBER, secret })}` };
    assert.deepEqual(outcome(await setup.ask('/rewards/actions/daily/challenge')), [401, 'sign-in-required']);
    const proof = await proofFor(setup, 'daily', '', headers);
    assert.deepEqual(outcome(await setup.claim('daily', {}, headers)), FAILED);
    assert.deepEqual(outcome(await setup.claim('daily', { proof }, headers)), GRANTED);
  });

  it('does not say in a challenge whom it is for', async () => {
    await using setup = start();
    const { text } = await setup.ask(`/rewards/actions/daily/challenge?memberId=${MEMBER}`);
    assert.ok(!text.includes(MEMBER) && !text.includes(SECRET));
  });
});

describe('the secret of challenges', () => {
  it('is made up where there is none, which is said once', async () => {
    const { service } = CONFIG;
    await using setup = setUp({ config: { service: service ?? {}, actions } });
    setup.clock.now = Date.now();
    const proof = await proofFor(setup, 'daily', MEMBER);
    assert.deepEqual(outcome(await setup.claim('daily', { memberId: MEMBER, proof })), GRANTED);
    const warnings = setup.logs.filter(({ level }) => level === 'warn');
    assert.equal(warnings.length, 1);
    assert.match(warnings[0]?.message ?? '', /several processes need the same one\. Set REWARDS_CHALLENGE_SECRET/);
  });

  it('is not missed where no action needs it', async () => {
    await using setup = setUp();
    assert.deepEqual(setup.logs, []);
  });
});
