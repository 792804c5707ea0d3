import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readPrometheus, valueOf } from '../support/prometheus.ts';
import { claim, ELSEWHERE, HOME, limited, look } from './limited.ts';

describe('a repeated press', () => {
  it('gets its answer, although a visitor who presses anew is refused', async () => {
    await using setup = limited({ claims: { max: 1 }, member: { max: 1 }, action: { max: 1 } });
    const key = { 'idempotency-key': 'the-same' };
    const first = await claim(setup, 'm-1', HOME, key);
    assert.equal(first.status, 201);
    for (let n = 0; n < 5; n += 1) {
      const again = await claim(setup, 'm-1', HOME, key);
      assert.deepEqual([again.status, again.body], [201, first.body]);
    }
    assert.equal((await claim(setup, 'm-1')).status, 429);
    assert.equal(setup.calls.length, 1);
  });

  it('is refused where the first was refused', async () => {
    await using setup = limited({ claims: { max: 1 } });
    await claim(setup, 'm-1');
    const key = { 'idempotency-key': 'too-early' };
    assert.equal((await claim(setup, 'm-2', HOME, key)).status, 429);
    assert.equal((await claim(setup, 'm-2', HOME, key)).status, 429);
    setup.clock.now += 60_000;
    assert.equal((await claim(setup, 'm-2', HOME, key)).status, 201);
  });
});

describe('the answer', () => {
  it('says how the client stands', async () => {
    await using setup = limited({ requests: { max: 10, perSeconds: 60 }, claims: { max: 2, perSeconds: 60 } });
    const fields = ({ headers }: { headers: Headers }) => [headers.get('ratelimit-policy'), headers.get('ratelimit')];
    assert.deepEqual(fields(await look(setup)), ['"requests";q=10;w=60', '"requests";r=9;t=6']);
    assert.deepEqual(fields(await claim(setup, 'm-1')), ['"claims";q=2;w=60', '"claims";r=1;t=30']);
    assert.deepEqual(fields(await claim(setup, 'm-2')), ['"claims";q=2;w=60', '"claims";r=0;t=30']);
    const refused = await claim(setup, 'm-3');
    assert.deepEqual(fields(refused), ['"claims";q=2;w=60', '"claims";r=0;t=30']);
    assert.equal(refused.headers.get('retry-after'), '30');
    const exposed = refused.headers.get('access-control-expose-headers');
    assert.equal(exposed, 'x-request-id, retry-after, ratelimit, ratelimit-policy');
  });

  it('says nothing of limits that are off, nor how members fare', async () => {
    await using setup = limited({ member: { max: 5 }, action: { max: 5 }, wrongIds: { max: 5 }, manyIds: { max: 5 } });
    const { headers } = await claim(setup, 'm-1');
    assert.deepEqual([headers.get('ratelimit-policy'), headers.get('ratelimit')], [null, null]);
  });

  it('to a form is a page with the status and Retry-After, or the way to the owner’s own', async () => {
    await using setup = limited({ claims: { max: 1 } });
    await claim(setup, 'm-1');
    const send = (body: string) =>
      setup.ask('/rewards/actions/daily/claims', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body,
        clientAddress: HOME,
      });
    const { status, headers, text } = await send('memberId=m-2');
    assert.deepEqual([status, headers.get('retry-after')], [429, '60']);
    assert.match(text, /<h1>Too many requests<\/h1>/);
    const onward = await send('memberId=m-2&_return=https://example.org/a');
    assert.equal(onward.headers.get('location'), 'https://example.org/a?rewards=rate-limited');
  });
});

describe('a dry run', () => {
  it('refuses nothing, and logs what it would', async () => {
    await using setup = limited({
      dryRun: true,
      claims: { max: 1 },
      member: { max: 1 },
      manyIds: { max: 1, refuse: true },
    });
    for (const id of ['m-1', 'm-2', 'm-2']) assert.notEqual((await claim(setup, id)).status, 429);
    const logged = setup.logs.filter(({ limit }) => limit !== undefined).map(({ limit }) => limit);
    assert.deepEqual(logged, ['claims', 'manyIds', 'claims', 'member', 'manyIds']);
    assert.equal(setup.logs.filter(({ kind, dryRun }) => kind === 'many-ids' && dryRun === true).length, 1);
  });
});

describe('limits that are refused', () => {
  it('are counted by their names', async () => {
    await using setup = limited({ claims: { max: 1 }, member: { max: 1 }, manyIds: { max: 1 } });
    await claim(setup, 'm-1', HOME);
    await claim(setup, 'm-1', ELSEWHERE);
    await claim(setup, 'm-1', ELSEWHERE);
    const families = readPrometheus(await setup.proxy.metrics());
    const count = (limit: string) => valueOf(families, 'rewards_limited_requests_total', { limit });
    assert.deepEqual([count('claims'), count('member')], [1, 1]);
    assert.throws(() => count('manyIds'));
  });
});
