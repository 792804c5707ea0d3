import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Reply } from '../support/check-reply.ts';
import type { CONFIG } from '../support/setup.ts';
import { setUp, type Setup } from '../support/setup.ts';
import { type Call, connectionRefused, grant, reply, type Script, until } from '../support/transport.ts';

const ATTACKER = '203.0.113.9';
const SECOND = '203.0.113.10';
const MINUTE_MS = 60_000;

const isJunk = ({ form }: Call): boolean => form['user_id']?.startsWith('junk') ?? false;

/** A service that stumbles over ids that it cannot read, and is well otherwise. */
const stumbling =
  (stumble: Script): Script =>
  (call, count) =>
    isJunk(call) ? stumble(call, count) : grant(call, count);

const seats = {
  actions: { event: { title: 'E', repeats: 'once', points: 1, remark: 'r', capacity: 10 } },
} satisfies Partial<typeof CONFIG>;

const settled = () => new Promise(setImmediate);

let presses = 0;

function claim(setup: Setup, memberId: string, clientAddress: string | null, action = 'event'): Promise<Reply> {
  return setup.ask(`/rewards/actions/${action}/claims`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': `press-${(presses += 1)}` },
    body: JSON.stringify({ memberId }),
    ...(clientAddress !== null && { clientAddress }),
  });
}

const code = ({ body }: Reply): unknown => body['code'] ?? body['status'];

describe('one address that sends ids over which the service stumbles', () => {
  const stumbles: [name: string, script: Script][] = [
    ['with 500', () => reply(500, '')],
    ['with HTML', () => reply(200, '<html>')],
    ['with 409', () => reply(409, 'which?')],
    ['with a word as code', () => reply(200, { code: 'BAD_USER' })],
  ];
  for (const [name, stumble] of stumbles) {
    it(`${name} holds three seats at most, and nobody else notices`, async () => {
      await using setup = setUp({ script: stumbling(stumble), config: { ...seats, limits: {} } });
      const others: unknown[] = [];
      for (let n = 0; n < 40; n += 1) {
        await claim(setup, `junk-${n}`, ATTACKER);
        if (n % 8 === 0) others.push(code(await claim(setup, `m-${n}`, `198.51.100.${n}`)));
        setup.clock.now += 1_000;
      }
      assert.deepEqual([...new Set(others)], ['granted']);
      assert.equal(await setup.ledger.seatsTaken('event'), 3 + others.length);
    });
  }

  it('holds as few by claims that all come at once', async () => {
    await using setup = setUp({ script: stumbling(() => reply(500, '')), config: { ...seats, limits: {} } });
    const replies = await Promise.all(Array.from({ length: 25 }, (_, n) => claim(setup, `junk-${n}`, ATTACKER)));
    const codes = replies.map(code);
    assert.deepEqual([codes.filter((one) => one === 'pending').length, new Set(codes).size], [3, 2]);
    assert.equal(code(replies.at(-1) ?? assert.fail()), 'rate-limited');
    assert.equal(await setup.ledger.seatsTaken('event'), 3);
  });

  it('does not open the breaker alone, even without that limit, and two addresses do not either', async () => {
    const actions = { event: { ...seats.actions.event, capacity: 1_000 } };
    const limits = { unknowns: false, claims: false, wrongIds: false } as const;
    await using setup = setUp({ script: stumbling(() => reply(500, '')), config: { actions, limits } });
    for (let n = 0; n < 40; n += 1) assert.equal((await claim(setup, `junk-${n}`, ATTACKER)).status, 202);
    for (let n = 40; n < 80; n += 1) assert.equal((await claim(setup, `junk-${n}`, SECOND)).status, 202);
    assert.equal(code(await claim(setup, 'm-1', '198.51.100.1')), 'granted');
  });

  it('does not keep a breaker open once the service is well', async () => {
    let isWell = false;
    const script: Script = (call, count) => (isWell ? stumbling(() => reply(500, ''))(call, count) : reply(500, ''));
    await using setup = setUp({ script, config: { limits: { unknowns: false } } });
    for (let n = 0; n < 5; n += 1) await claim(setup, `m-${n}`, `198.51.100.${n}`, 'daily');
    assert.equal(code(await claim(setup, 'm-9', '198.51.100.9', 'daily')), 'throttled');
    isWell = true;
    setup.clock.now += 5_000;
    assert.equal((await claim(setup, 'junk-1', ATTACKER, 'daily')).status, 202);
    setup.clock.now += 10_000;
    const refused = await claim(setup, 'junk-2', ATTACKER, 'daily');
    assert.deepEqual([code(refused), refused.headers.get('retry-after')], ['throttled', '60']);
    assert.equal(code(await claim(setup, 'm-9', '198.51.100.9', 'daily')), 'granted');
  });

  it('is not protected from a service that is down: that opens the breaker, no matter who asks', async () => {
    for (const script of [connectionRefused, () => reply(500, '')] satisfies Script[]) {
      const isDown = script === connectionRefused;
      await using setup = setUp({ script, config: { limits: { unknowns: false } } });
      for (let n = 0; n < 5; n += 1) await claim(setup, `m-${n}`, isDown ? ATTACKER : `198.51.100.${n}`, 'daily');
      assert.equal(code(await claim(setup, 'late', '198.51.100.99', 'daily')), 'throttled');
    }
  });

  it('opens it through roles that are assigned again by themselves no more than by claims', async () => {
    const broken: Script = (call, count) =>
      isJunk(call) && call.path.endsWith('/assign') ? reply(500, '') : grant(call, count);
    await using setup = setUp({ script: broken, config: { limits: { unknowns: false } } });
    for (let n = 0; n < 12; n += 1) await claim(setup, `junk-${n}`, ATTACKER, 'meetup');
    const before = setup.calls.length;
    setup.clock.now += 5_000;
    await setup.ask('/rewards/health');
    await until(() => setup.calls.length >= before + 5);
    await setup.ask('/rewards/health');
    assert.equal(code(await claim(setup, 'm-1', '198.51.100.1', 'daily')), 'granted');
  });
});

describe('a crowd behind one address', () => {
  it('gets through as a whole, though all press at once', async () => {
    const { actions } = seats;
    const config = { actions: { event: { ...actions.event, capacity: 100 } }, limits: {} };
    await using setup = setUp({ script: async (call, count) => (await settled(), grant(call, count)), config });
    const replies = await Promise.all(Array.from({ length: 30 }, (_, n) => claim(setup, `m-${n}`, ATTACKER)));
    assert.deepEqual([...new Set(replies.map(code))], ['granted']);
  });
});

describe('one address whose ids the service answers as if the key were wrong', () => {
  for (const status of [401, 403]) {
    it(`(${status}) stops them once, also where it comes back first`, async () => {
      await using setup = setUp({ script: stumbling(() => reply(status, '')), config: { limits: {} } });
      await claim(setup, 'junk-1', ATTACKER, 'daily');
      setup.clock.now += MINUTE_MS;
      const again = await claim(setup, 'junk-2', ATTACKER, 'daily');
      assert.deepEqual([code(again), again.headers.get('retry-after')], ['throttled', '60']);
      assert.equal(code(await claim(setup, 'm-1', '198.51.100.1', 'daily')), 'granted');
      assert.equal(code(await claim(setup, 'junk-3', ATTACKER, 'daily')), 'refused');
      assert.equal(code(await claim(setup, 'm-2', '198.51.100.2', 'daily')), 'granted');
    });

    it(`(${status}) stops the others once, and not again while the key is good`, async () => {
      await using setup = setUp({ script: stumbling(() => reply(status, '')), config: { limits: {} } });
      assert.equal(code(await claim(setup, 'junk-1', ATTACKER, 'daily')), 'refused');
      assert.equal(code(await claim(setup, 'm-1', '198.51.100.1', 'daily')), 'throttled');
      setup.clock.now += MINUTE_MS;
      assert.equal(code(await claim(setup, 'm-1', '198.51.100.1', 'daily')), 'granted');
      for (let n = 2; n < 6; n += 1) {
        assert.equal(code(await claim(setup, `junk-${n}`, ATTACKER, 'daily')), 'refused');
        assert.equal(code(await claim(setup, `m-${n}`, `198.51.100.${n}`, 'daily')), 'granted');
        setup.clock.now += MINUTE_MS;
      }
      assert.equal(setup.logs.filter(({ message }) => message.includes('does not accept the API key')).length, 1);
      assert.equal(setup.logs.filter(({ message }) => message.includes('answers one client')).length, 4);
    });
  }

  it('stops them once also where nobody else comes for a while', async () => {
    await using setup = setUp({ script: stumbling(() => reply(401, '')), config: { limits: {} } });
    const others: unknown[] = [];
    for (let n = 0; n < 3; n += 1) {
      await claim(setup, `junk-${n}`, ATTACKER, 'daily');
      others.push(code(await claim(setup, `m-${n}`, '198.51.100.1', 'daily')));
      setup.clock.now += 2.5 * MINUTE_MS;
      others.push(code(await claim(setup, `late-${n}`, '198.51.100.2', 'daily')));
    }
    assert.deepEqual(others, ['throttled', ...Array.from({ length: 5 }, () => 'granted')]);
  });

  it('stops them again with another key, of which nothing is known yet', async () => {
    let key = 'old-key';
    const service = { baseUrl: 'https://service.example', apiKey: () => key };
    await using setup = setUp({ script: stumbling(() => reply(403, '')), config: { service, limits: {} } });
    await claim(setup, 'junk-1', ATTACKER, 'daily');
    setup.clock.now += MINUTE_MS;
    await claim(setup, 'm-1', '198.51.100.1', 'daily');
    await claim(setup, 'junk-2', ATTACKER, 'daily');
    key = 'new-key';
    await claim(setup, 'junk-3', ATTACKER, 'daily');
    assert.equal(code(await claim(setup, 'm-2', '198.51.100.2', 'daily')), 'throttled');
  });

  it('has to wait for no minute either once there is another key', async () => {
    let key = 'old-key';
    const service = { baseUrl: 'https://service.example', apiKey: () => key };
    const script: Script = (call, count) => (key === 'old-key' ? reply(401, '') : grant(call, count));
    await using setup = setUp({ script, config: { service, limits: {} } });
    assert.equal(code(await claim(setup, 'm-1', ATTACKER, 'daily')), 'refused');
    assert.equal(code(await claim(setup, 'm-2', ATTACKER, 'daily')), 'throttled');
    key = 'new-key';
    assert.equal(code(await claim(setup, 'm-2', ATTACKER, 'daily')), 'granted');
  });

  it('stops them where the key is wrong indeed, though it was refused to all of them for a time before', async () => {
    let isRefused = true;
    const script: Script = (call, count) => (isRefused ? reply(401, '') : grant(call, count));
    await using setup = setUp({ script, config: { limits: {} } });
    const all = async (name: string, waitMs: number): Promise<unknown[]> => {
      const codes: unknown[] = [];
      for (let n = 1; n <= 5; n += 1) {
        codes.push(code(await claim(setup, `${name}-${n}`, `198.51.100.${n}`, 'daily')));
        setup.clock.now += waitMs;
      }
      return [...new Set(codes)];
    };
    assert.deepEqual(await all('before', 11 * MINUTE_MS), ['refused']);
    isRefused = false;
    assert.deepEqual(await all('well', MINUTE_MS), ['granted']);
    isRefused = true;
    assert.deepEqual(await all('revoked', 1_000), ['refused', 'throttled']);
    assert.equal((await setup.ask('/rewards/health')).body['status'], 'degraded');
    // What it was refused to before claims were granted is forgiven: nobody waits for longer than the others.
    isRefused = false;
    setup.clock.now += MINUTE_MS;
    assert.equal(code(await claim(setup, 'mended', '198.51.100.5', 'daily')), 'granted');
  });

  it('stops them where the key is wrong indeed, whatever was before', async () => {
    let isRevoked = false;
    const script: Script = (call, count) => (isRevoked || isJunk(call) ? reply(401, '') : grant(call, count));
    await using setup = setUp({ script, config: { limits: {} } });
    await claim(setup, 'junk-1', ATTACKER, 'daily');
    setup.clock.now += MINUTE_MS;
    assert.equal(code(await claim(setup, 'm-1', '198.51.100.1', 'daily')), 'granted');
    isRevoked = true;
    assert.equal(code(await claim(setup, 'm-2', '198.51.100.2', 'daily')), 'refused');
    assert.equal(code(await claim(setup, 'm-3', '198.51.100.3', 'daily')), 'throttled');
  });
});

describe('two addresses in turn, each of which comes first as soon as it may', () => {
  const inTurn = (n: number) => (n % 2 === 0 ? ATTACKER : SECOND);

  for (const status of [401, 403]) {
    it(`do not keep the others out by a key that seems to be wrong (${status})`, async () => {
      await using setup = setUp({ script: stumbling(() => reply(status, '')), config: { limits: {} } });
      const others: unknown[] = [];
      for (let n = 0; n < 5; n += 1) {
        await claim(setup, `junk-${n}`, inTurn(n), 'daily');
        others.push(code(await claim(setup, `m-${n}`, '198.51.100.1', 'daily')));
        setup.clock.now += MINUTE_MS;
      }
      assert.deepEqual(others, ['throttled', 'throttled', 'granted', 'granted', 'granted']);
    });
  }

  it('do not keep a breaker open once the service is well', async () => {
    let isWell = false;
    const script: Script = (call, count) => (isWell ? stumbling(() => reply(500, ''))(call, count) : reply(500, ''));
    await using setup = setUp({ script, config: { limits: { unknowns: false } } });
    for (let n = 0; n < 5; n += 1) await claim(setup, `m-${n}`, `198.51.100.${n}`, 'daily');
    isWell = true;
    const others: unknown[] = [];
    for (const [n, seconds] of [5, 10, 20].entries()) {
      setup.clock.now += seconds * 1_000;
      await claim(setup, `junk-${n}`, inTurn(n), 'daily');
      others.push(code(await claim(setup, 'm-9', '198.51.100.9', 'daily')));
    }
    assert.deepEqual(others, ['throttled', 'throttled', 'granted']);
  });
});
