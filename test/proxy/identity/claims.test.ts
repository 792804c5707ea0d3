import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SignJWT } from 'jose';
import type { RewardsConfig } from '../../../src/proxy/index.ts';
import { signMemberToken } from '../../../src/proxy/identity/member-token.ts';
import { setUp } from '../support/setup.ts';
import { reply } from '../support/transport.ts';

const SECRET = 'a secret of thirty-two bytes or more';
const MEMBER = '123456789012345678';

const daily = { title: 'D', repeats: 'daily', points: 1, remark: 'r' } as const;
const role = { title: 'R', repeats: 'once', role: { id: '1', name: 'Member' }, remark: 'r' } as const;

function signed(): Partial<RewardsConfig> {
  const actions = { daily: { ...daily, identity: 'signed' }, role: { ...role, identity: 'signed' } } as const;
  return { actions, memberTokens: { secrets: [SECRET] } };
}

/** The tests' clock stands still at noon of a day in the past, and tokens are signed by the real one. */
async function withToken(change: { action?: string } = {}): Promise<Record<string, string>> {
  return { authorization: `Bearer ${await signMemberToken({ memberId: MEMBER, secret: SECRET, ...change })}` };
}

describe('an action for signed-in members', () => {
  it('is claimed with a token, and gives a role without further ado', async () => {
    await using setup = setUp({ config: signed() });
    setup.clock.now = Date.now();
    const { status, body } = await setup.claim('role', {}, await withToken());
    assert.deepEqual([status, body['memberId']], [201, MEMBER]);
  });

  it('asks for a sign-in where there is no token, whatever id is typed', async () => {
    await using setup = setUp({ config: signed() });
    const { status, body } = await setup.claim('daily', { memberId: MEMBER });
    assert.deepEqual([status, body['code']], [401, 'sign-in-required']);
    assert.equal(setup.calls.length, 0);
  });

  it('takes a token once: of many claims at once with the same one, a single one counts', async () => {
    await using setup = setUp({ config: signed(), script: () => reply(422, {}) });
    setup.clock.now = Date.now();
    const headers = await withToken();
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, n) => setup.claim('daily', {}, { ...headers, 'idempotency-key': `key-${n}` })),
    );
    assert.equal(replies.filter(({ status }) => status === 422).length, 1);
    assert.equal(replies.filter(({ status }) => status === 401).length, 49);
    assert.equal(setup.calls.length, 1);
  });

  it('says in the log that a token was used before, without the token', async () => {
    await using setup = setUp({ config: signed() });
    setup.clock.now = Date.now();
    const headers = await withToken();
    assert.equal((await setup.claim('daily', {}, headers)).status, 201);
    assert.equal((await setup.claim('role', {}, headers)).status, 401);
    const line = setup.logs.find(({ message }) => message === 'a sign-in was not accepted');
    assert.deepEqual([line?.['action'], line?.['identity']], ['role', 'signed']);
    assert.match(String(line?.['reason']), /its jti was used for another claim: sign a token for each claim/);
    const [, payload = ''] = (headers['authorization'] ?? '').split('.');
    assert.ok(!JSON.stringify(setup.logs).includes(payload));
  });

  it('takes a token whose times have fractions of a second, as other languages count them', async () => {
    await using setup = setUp({ config: signed() });
    setup.clock.now = Date.now();
    const iat = Date.now() / 1000 - 0.123456;
    const token = await new SignJWT({ aud: 'rewards-elements', sub: MEMBER, jti: 'j', iat, exp: iat + 120 })
      .setProtectedHeader({ alg: 'HS256', typ: 'rewards-member+jwt' })
      .sign(new TextEncoder().encode(SECRET));
    assert.equal((await setup.claim('daily', {}, { authorization: `Bearer ${token}` })).status, 201);
  });

  it('takes the same token again with the same idempotency key, and answers as before', async () => {
    await using setup = setUp({ config: signed() });
    setup.clock.now = Date.now();
    const headers = { ...(await withToken()), 'idempotency-key': 'k' };
    const first = await setup.claim('daily', {}, headers);
    const second = await setup.claim('daily', {}, headers);
    assert.deepEqual(second.body, first.body);
    assert.equal(setup.calls.length, 1);
  });

  it('does not use up the token of a request that is not valid', async () => {
    await using setup = setUp({ config: signed() });
    setup.clock.now = Date.now();
    const headers = await withToken();
    assert.equal((await setup.claim('daily', { fields: { colour: 'red' } }, headers)).status, 400);
    assert.equal((await setup.claim('daily', {}, headers)).status, 201);
  });

  it('shows its member how things stand, and anybody what it is', async () => {
    await using setup = setUp({ config: signed() });
    setup.clock.now = Date.now();
    const known = await setup.ask('/rewards/actions/daily', { headers: await withToken() });
    assert.equal(Object(known.body['member'])['memberId'], MEMBER);
    const unknown = await setup.ask('/rewards/actions/daily');
    assert.deepEqual([unknown.status, unknown.body['member']], [200, null]);
    const wrong = await setup.ask('/rewards/actions/daily', { headers: { authorization: 'Bearer a.b.c' } });
    assert.equal(wrong.status, 401);
  });
});

describe('an action for the members of the app’s own session', () => {
  const actions = { daily: { ...daily, identity: 'session' } } as const;
  const member = (request: Request) => (request.headers.get('cookie') === 'session=1' ? MEMBER : null);

  it('is claimed by whom the app has signed in', async () => {
    await using setup = setUp({ config: { actions, member } });
    const { status, body } = await setup.claim('daily', {}, { cookie: 'session=1' });
    assert.deepEqual([status, body['memberId']], [201, MEMBER]);
    assert.equal((await setup.claim('daily', {}, { cookie: 'session=2' })).status, 401);
    assert.equal((await setup.claim('daily', { memberId: '1' }, { cookie: 'session=1' })).status, 400);
  });

  it('is not claimed by a page that does not say whose it is', async () => {
    await using setup = setUp({ config: { actions, member } });
    const cookie = { cookie: 'session=1', origin: null };
    assert.equal((await setup.claim('daily', {}, cookie)).status, 403);
    assert.equal((await setup.claim('daily', {}, { ...cookie, 'sec-fetch-site': 'same-origin' })).status, 201);
  });

  it('says nothing of a function that fails, but in the log', async () => {
    const broken = () => {
      throw new Error('the session store is down');
    };
    await using setup = setUp({ config: { actions, member: broken } });
    assert.equal((await setup.claim('daily', {})).status, 500);
    assert.match(JSON.stringify(setup.logs), /the session store is down/);
    await using nonsense = setUp({ config: { actions, member: () => 'not an id' } });
    assert.equal((await nonsense.claim('daily', {})).status, 500);
  });
});

describe('a site behind a password, which the browser adds to each request', () => {
  const password = { authorization: `Basic ${btoa('staging:secret')}` };
  const session = { cookie: 'session=1', ...password };
  const member = (request: Request) => (request.headers.get('cookie') === 'session=1' ? MEMBER : null);
  const memberTokens = { secrets: [SECRET] };

  for (const identity of ['typed', 'signed', 'session'] as const) {
    it(`is shown an action as if there were none (${identity})`, async () => {
      await using setup = setUp({ config: { actions: { daily: { ...daily, identity } }, memberTokens, member } });
      const { status, body } = await setup.ask('/rewards/actions/daily', { headers: password });
      assert.deepEqual([status, body['member']], [200, null]);
    });
  }

  it('is told who the member is as ever', async () => {
    const actions = { daily: { ...daily, identity: 'session' } } as const;
    await using setup = setUp({ config: { actions, member } });
    const { body } = await setup.ask('/rewards/actions/daily', { headers: session });
    assert.equal(Object(body['member'])['memberId'], MEMBER);
  });

  it('is asked for a sign-in, and not told of one that could not be confirmed', async () => {
    await using setup = setUp({ config: signed() });
    const { status, body } = await setup.claim('daily', {}, password);
    assert.deepEqual([status, body['detail']], [401, 'Please sign in on this site first.']);
    assert.doesNotMatch(JSON.stringify(setup.logs), /a sign-in was not accepted/);
  });
});
