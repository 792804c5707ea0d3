import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CONFIG, setUp } from '../support/setup.ts';
import { claim, ELSEWHERE, HOME, limited, look } from './limited.ts';

describe('a limit on claims from one address', () => {
  it('refuses what is too much, before anything is reserved or called, until some of it has grown back', async () => {
    await using setup = limited({ claims: { max: 3, perSeconds: 60 } });
    for (const n of [1, 2, 3]) assert.equal((await claim(setup, `m-${n}`)).status, 201);
    const { status, headers, body } = await claim(setup, 'm-4');
    assert.equal(status, 429);
    assert.equal(body['code'], 'rate-limited');
    assert.equal(body['retryAfter'], 20);
    assert.equal(headers.get('retry-after'), '20');
    assert.equal(body['detail'], 'Too many requests come from your network. Please try again in 20 seconds.');
    assert.equal(setup.calls.length, 3);
    assert.equal((await setup.ledger.list({})).length, 3);

    setup.clock.now += 19_000;
    assert.equal((await claim(setup, 'm-4')).headers.get('retry-after'), '1');
    setup.clock.now += 1_000;
    assert.equal((await claim(setup, 'm-4')).status, 201);
    assert.equal((await claim(setup, 'm-5')).status, 429);
  });

  it('counts each address by itself, an IPv6 one with its /64', async () => {
    await using setup = limited({ claims: { max: 1 } });
    assert.equal((await claim(setup, 'm-1', '2001:db8::1')).status, 201);
    assert.equal((await claim(setup, 'm-2', '2001:db8::ffff:2')).status, 429);
    assert.equal((await claim(setup, 'm-2', '2001:db8:0:1::1')).status, 201);
    assert.equal((await claim(setup, 'm-3', HOME)).status, 201);
    assert.equal((await claim(setup, 'm-4', `::ffff:${HOME}`)).status, 429);
    assert.equal((await claim(setup, 'm-4', ELSEWHERE)).status, 201);
  });

  it('counts an IPv6 address with as much of its network as the owner says', async () => {
    await using setup = limited({ claims: { max: 1 }, ipv6Prefix: 48 });
    assert.equal((await claim(setup, 'm-1', '2001:db8:1:2::1')).status, 201);
    assert.equal((await claim(setup, 'm-2', '2001:db8:1:3::1')).status, 429);
    assert.equal((await claim(setup, 'm-2', '2001:db8:2::1')).status, 201);
  });

  it('counts by the header of the host where the owner names it, also without an address', async () => {
    await using setup = limited({ claims: { max: 1 } }, { clientAddressHeader: 'X-Real-IP' });
    const real = (address: string) => ({ 'x-real-ip': address, 'x-forwarded-for': '192.0.2.99' });
    assert.equal((await claim(setup, 'm-1', null, real(HOME))).status, 201);
    assert.equal((await claim(setup, 'm-2', null, real(HOME))).status, 429);
    assert.equal((await claim(setup, 'm-2', null, real(ELSEWHERE))).status, 201);
  });

  it('is not misled by an X-Forwarded-For that the visitor made up', async () => {
    await using setup = limited({ claims: { max: 1 } }, { trustedProxies: ['10.0.0.0/8'] });
    const forwarded = (list: string) => ({ 'x-forwarded-for': list });
    assert.equal((await claim(setup, 'm-1', HOME, forwarded('1.1.1.1'))).status, 201);
    assert.equal((await claim(setup, 'm-2', HOME, forwarded('1.1.1.2'))).status, 429);
    assert.equal((await claim(setup, 'm-2', '10.0.0.1', forwarded(`1.1.1.3, ${HOME}`))).status, 429);
    assert.equal((await claim(setup, 'm-2', '10.0.0.1', forwarded(`1.1.1.4, ${ELSEWHERE}`))).status, 201);
  });

  it('says once that a proxy is not trusted, since its visitors are not told apart then', async () => {
    await using setup = limited({ claims: { max: 9 } });
    for (const n of [1, 2]) await claim(setup, `m-${n}`, '172.17.0.1', { 'x-forwarded-for': HOME });
    const said = setup.logs.filter(({ message }) => message.includes('not in trustedProxies'));
    assert.deepEqual(
      said.map(({ proxy, level }) => [proxy, level]),
      [['172.17.0.1', 'warn']],
    );
    assert.ok(!JSON.stringify(setup.logs).includes(HOME));
  });
});

describe('visitors of whom no address is known', () => {
  /** What a request comes from, how loudly that is said, and what the request says. */
  const unknown: [what: string, from: string | null, level: string, headers?: Record<string, string>][] = [
    ['without an address', null, 'warn'],
    ['with what is no address', 'garbage', 'warn'],
    ['from a proxy that is not trusted', '127.0.0.1', 'warn', { 'x-forwarded-for': HOME }],
    ['from a trusted proxy that does not say for whom', '10.0.0.1', 'warn'],
    ['from this machine, by what does not say for whom', '127.0.0.1', 'info'],
  ];
  const trustedProxies = ['10.0.0.0/8'];

  for (const [what, from, , headers] of unknown) {
    it(`are not locked out by one another: ${what}`, async () => {
      const { limits: _off, ...config } = CONFIG;
      await using setup = setUp({ config: { ...config, limits: { requests: { max: 5 } }, trustedProxies } });
      for (let n = 0; n < 12; n += 1) assert.equal((await claim(setup, `not an id ${n}`, from, headers)).status, 400);
      for (let n = 0; n < 40; n += 1) assert.equal((await claim(setup, `m-${n}`, from, headers)).status, 201);
      const { headers: answered } = await look(setup, from);
      assert.equal(answered.get('ratelimit'), null);
      assert.ok(!setup.logs.some(({ kind }) => kind === 'wrong-ids' || kind === 'many-ids'));
    });
  }

  it('are held to the limits on members and actions all the same', async () => {
    await using setup = limited({ member: { max: 1, perSeconds: 60 }, action: { max: 3, perSeconds: 60 } });
    assert.equal((await claim(setup, 'm-1', null)).status, 201);
    assert.equal((await claim(setup, 'm-1', null)).status, 429);
    assert.equal((await claim(setup, 'm-2', null)).status, 201);
    assert.equal((await claim(setup, 'm-3', null)).status, 201);
    assert.equal((await claim(setup, 'm-4', null)).status, 429);
  });

  it('are told of once, with what is to be done', async () => {
    for (const [, from, level, headers] of unknown) {
      await using setup = limited({ claims: { max: 9 } }, { trustedProxies });
      for (const n of [1, 2, 3]) await claim(setup, `m-${n}`, from, headers);
      const said = setup.logs.filter(({ message }) => message.includes('so no limit by address holds'));
      assert.equal(said.length, 1, String(from));
      assert.equal(said[0]?.level, level);
    }
  });
});
