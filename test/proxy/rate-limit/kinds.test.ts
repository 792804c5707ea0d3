import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { signMemberToken } from '../../../src/proxy/identity/member-token.ts';
import { CONFIG, setUp, SHORT_IDS } from '../support/setup.ts';
import { claim, ELSEWHERE, HOME, limited, look } from './limited.ts';

describe('other limits', () => {
  it('on requests of any kind come before all else but the origin', async () => {
    await using setup = limited({ requests: { max: 3, perSeconds: 60 } });
    assert.equal((await look(setup)).status, 200);
    assert.equal((await setup.ask('/rewards/none', { clientAddress: HOME })).status, 404);
    assert.equal((await claim(setup, 'm-1')).status, 201);
    for (const origin of ['https://evil.example', 'null']) {
      const foreign = await setup.ask('/rewards/actions/daily', { headers: { origin }, clientAddress: HOME });
      assert.equal(foreign.status, 403);
    }
    assert.equal((await look(setup)).status, 429);
    assert.equal((await claim(setup, 'm-2')).status, 429);
    assert.equal((await look(setup, ELSEWHERE)).status, 200);
    const preflight = await setup.ask('/rewards/actions/daily', { method: 'OPTIONS', clientAddress: HOME });
    assert.equal(preflight.status, 204);
  });

  it('on requests are not used up by what another site has its visitors send', async () => {
    await using setup = limited({ requests: { max: 1 } });
    for (let n = 0; n < 5; n += 1) {
      await setup.ask('/rewards/actions/daily', { headers: { origin: 'https://evil.example' }, clientAddress: HOME });
      await setup.ask('/rewards/actions/daily', {
        headers: { origin: null, 'sec-fetch-site': 'cross-site' },
        clientAddress: HOME,
      });
    }
    assert.equal((await look(setup)).status, 200);
  });

  it('on one member hold wherever the claims come from', async () => {
    await using setup = limited({ member: { max: 2, perSeconds: 60 } });
    const statuses = [];
    for (const from of [HOME, ELSEWHERE, '192.0.2.1']) statuses.push((await claim(setup, 'm-1', from)).status);
    assert.deepEqual(statuses, [201, 409, 429]);
    assert.equal((await claim(setup, 'm-2')).status, 201);
  });

  it('on one member are not used up for actions that ask for a proof by whoever types the id', async () => {
    const secret = 'a secret of thirty-two bytes or more';
    const points = { repeats: 'daily', points: 1, remark: 'r' } as const;
    const actions = {
      daily: { title: 'D', ...points },
      signed: { title: 'S', identity: 'signed', ...points },
    } as const;
    await using setup = limited(
      { member: { max: 1, perSeconds: 60 } },
      { actions, memberTokens: { secrets: [secret] } },
    );
    setup.clock.now = Date.now();
    for (const status of [201, 429]) assert.equal((await claim(setup, 'm-1', ELSEWHERE)).status, status);
    const token = await signMemberToken({ memberId: 'm-1', secret, memberIds: { pattern: SHORT_IDS } });
    const own = () => setup.claim('signed', {}, { authorization: `Bearer ${token}` });
    assert.equal((await own()).status, 201);
    assert.equal((await own()).status, 429);
  });

  it('on one action hold for all of its claims together', async () => {
    await using setup = limited({ action: { max: 2 } });
    assert.equal((await claim(setup, 'm-1', HOME)).status, 201);
    assert.equal((await claim(setup, 'm-2', ELSEWHERE)).status, 201);
    const { status, body } = await claim(setup, 'm-3', '192.0.2.1');
    assert.deepEqual(
      [status, body['detail']],
      [429, 'Very many are claiming at the moment. Please try again in 30 seconds.'],
    );
    assert.equal((await setup.claim('meetup', { memberId: 'm-3' })).status, 201);
  });

  it('are not spent where one before them refuses', async () => {
    await using setup = limited({ claims: { max: 1 }, action: { max: 2 } });
    await claim(setup, 'm-1', HOME);
    for (let n = 0; n < 5; n += 1) assert.equal((await claim(setup, 'm-2', HOME)).status, 429);
    assert.equal((await claim(setup, 'm-2', ELSEWHERE)).status, 201);
  });

  it('all come before what may be used once is used up', async () => {
    const secret = 'a secret of thirty-two bytes or more';
    const actions = { daily: { title: 'D', repeats: 'daily', points: 1, remark: 'r', identity: 'signed' } } as const;
    await using setup = limited({ claims: { max: 1 } }, { actions, memberTokens: { secrets: [secret] } });
    setup.clock.now = Date.now();
    const make = async (memberId: string) => ({
      authorization: `Bearer ${await signMemberToken({ memberId, secret, memberIds: { pattern: SHORT_IDS } })}`,
    });
    const [first, second] = [await make('m-1'), await make('m-2')];
    assert.equal((await claim(setup, 'm-1', HOME, first)).status, 201);
    assert.equal((await claim(setup, 'm-2', HOME, second)).status, 429);
    setup.clock.now += 60_000;
    assert.equal((await claim(setup, 'm-2', HOME, second)).status, 201);
  });
});

describe('the limits that are on by themselves', () => {
  it('stop a program, and leave room for a household', async () => {
    const { limits: _off, ...config } = CONFIG;
    await using setup = setUp({ config: { ...config, limits: {} } });
    const statuses = [];
    for (let n = 0; n < 40; n += 1) statuses.push((await claim(setup, `m-${n}`)).status);
    assert.equal(statuses.filter((status) => status === 201).length, 30);
    assert.ok(statuses.slice(0, 30).every((status) => status === 201));
    assert.equal((await look(setup)).status, 200);
  });
});
