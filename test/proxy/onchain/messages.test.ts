import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseSiweMessage, validateSiweMessage } from 'viem/siwe';
import { NOON, ORIGIN } from '../support/setup.ts';
import { grant, reply } from '../support/transport.ts';
import { provedBy, proving } from '../proofs/proving.ts';
import { askFor, BASE_CHAIN, claimWith, MAINNET, messageFor, takesAll, wallet } from './signing.ts';

const HOUR = 3_600_000;
const { address } = wallet();
const SIGNATURE = `0x${'ab'.repeat(65)}`;

describe('an action that asks for something on chain', () => {
  it('says so to widgets, and others do not', async () => {
    await using setup = proving(takesAll({ chains: [MAINNET, BASE_CHAIN] }));
    const { body } = await setup.ask('/rewards/actions/tour');
    assert.deepEqual(body['onchain'], { asks: 'address', chains: [MAINNET, BASE_CHAIN] });
    assert.equal('onchain' in (await setup.ask('/rewards/actions/daily')).body, false);
    const batch = await setup.ask('/rewards/batch?path=/actions/tour');
    const [first] = batch.body['replies'] as { body: { onchain: unknown } }[];
    assert.deepEqual(first?.body.onchain, body['onchain']);
  });

  it('asks for what several proofs ask for together', async () => {
    const onBoth = takesAll({ chains: [MAINNET, BASE_CHAIN] });
    const moves = takesAll({ asks: 'transaction', chains: [BASE_CHAIN] });
    const seen = async (verify: Parameters<typeof proving>[0]) => {
      await using setup = proving(verify);
      return (await setup.ask('/rewards/actions/tour')).body['onchain'];
    };
    assert.deepEqual(await seen({ all: [onBoth, moves] }), { asks: 'transaction', chains: [BASE_CHAIN] });
    assert.deepEqual(await seen({ any: [onBoth, moves, { type: 'code', code: 'x' }] }), {
      asks: 'transaction',
      chains: [MAINNET, BASE_CHAIN],
    });
    assert.deepEqual(await seen({ not: onBoth }), { asks: 'address', chains: [MAINNET, BASE_CHAIN] });
    assert.equal(await seen({ type: 'code', code: 'x' }), undefined);
    assert.throws(
      () => proving({ all: [takesAll(), takesAll({ chains: [BASE_CHAIN] })] }),
      /actions\.tour\.verify\.all: has proofs on chain without a common chain/,
    );
  });

  it('is told in the config how it is made', () => {
    assert.throws(
      () => proving({ type: 'onchain', asks: 'address' } as never),
      /must be made by a function of rewards-proxy\/onchain/,
    );
    assert.throws(() => proving(takesAll({ chains: [] })), /tour\.verify\.chains: must have at least one chain/);
  });
});

describe('the text for a wallet', () => {
  it('is asked for in JSON alone, and a form is told so', async () => {
    await using setup = proving(takesAll());
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const { status, body } = await setup.ask('/rewards/actions/tour/onchain', { method: 'POST', headers, body: 'a=b' });
    assert.equal(status, 415);
    assert.equal(body['detail'], 'The request must be JSON: send it with the header content-type: application/json.');
  });

  it('is a whole one of EIP-4361 for the page that asks', async () => {
    await using setup = proving(takesAll());
    const { status, body } = await askFor(setup, { address: address.toLowerCase() });
    assert.equal(status, 200);
    const message = String(body['message']);
    const parsed = parseSiweMessage(message);
    const { nonce, requestId, ...rest } = parsed;
    assert.deepEqual(rest, {
      address,
      chainId: 1,
      domain: 'example.org',
      statement: 'Claim tour as member ann. This moves nothing, allows nothing and costs nothing.',
      uri: ORIGIN,
      version: '1',
      issuedAt: new Date(NOON),
      expirationTime: new Date(NOON + HOUR),
      resources: ['urn:rewards:action:tour', 'urn:rewards:member:ann'],
    });
    assert.match(String(nonce), /^[0-9a-f]{96}$/);
    assert.equal(String(nonce).slice(0, 32), requestId);
    assert.equal(body['expiresAt'], new Date(NOON + HOUR).toISOString());
    assert.ok(validateSiweMessage({ message: parsed, address, domain: 'example.org', time: new Date(NOON) }));
    assert.match(message, /^[\n\x20-\x7e]+$/);
    assert.notEqual(message, await messageFor(setup, { address }));
    assert.deepEqual(await setup.ledger.list({}), []);
  });

  it('has no letter beyond ASCII, whatever members are called', async () => {
    await using setup = proving(takesAll(), { config: { memberIds: { pattern: '.{1,64}' } } });
    const memberId = 'Zoë|山';
    const message = await messageFor(setup, { address, memberId });
    assert.match(message, /^[\n\x20-\x7e]+$/);
    assert.match(message, /as the member named below\./);
    assert.match(message, /- urn:rewards:member:Zo%C3%AB%7C%E5%B1%B1$/);
    assert.equal((await claimWith(setup, { message, signature: SIGNATURE }, { memberId })).status, 201);
  });

  for (const [name, asked, field] of [
    ['an address that is too short', { address: address.slice(0, -1) }, 'address'],
    ['an address with the wrong capitals', { address: `0x${address.slice(2).replace(/[a-f]/i, swapped)}` }, 'address'],
    ['no address', { address: 'vitalik.eth' }, 'address'],
    ['another chain', { address, chainId: 5 }, 'chainId'],
  ] as const) {
    it(`is not written for ${name}`, async () => {
      await using setup = proving(takesAll());
      const { status, body } = await askFor(setup, asked);
      assert.equal(status, 400);
      assert.deepEqual(
        (body['errors'] as { field: string }[]).map((error) => error.field),
        [field],
      );
    });
  }

  it('is not written for anything else that is wrong', async () => {
    await using setup = proving(takesAll());
    const send = (body: unknown, action = 'tour', headers: Record<string, string | null> = {}) =>
      setup.ask(`/rewards/actions/${action}/onchain`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    const right = { memberId: 'ann', address, chainId: 1 };
    assert.equal((await send(right, 'daily')).body['code'], 'not-found');
    assert.equal((await send(right, 'nothing')).body['code'], 'unknown-action');
    assert.equal((await send({ ...right, points: 5 })).body['code'], 'invalid-request');
    assert.equal((await send([])).body['code'], 'invalid-request');
    assert.equal((await send({ address, chainId: 1 })).body['code'], 'invalid-request');
    assert.equal((await send(right, 'tour', { origin: 'https://evil.example' })).body['code'], 'origin-not-allowed');
    assert.match(String((await send(right, 'tour', { origin: null })).body['detail']), /names no site/);
    assert.equal((await send(right)).status, 200);
  });

  it('is not written for a page of the proxy’s own that names no origin, or what is none', async () => {
    await using setup = proving(takesAll(), { config: { embed: { elements: 'https://cdn.example/dist/' } } });
    const body = JSON.stringify({ memberId: 'ann', address, chainId: 1 });
    for (const [origin, status] of [
      ['x', 403],
      ['data:x', 403],
      ['https://rewards.example/', 403],
      ['null', 400],
      ['https://rewards.example', 200],
    ] as const) {
      const headers = { 'content-type': 'application/json', origin, 'sec-fetch-site': 'same-origin' };
      // oxlint-disable-next-line no-await-in-loop -- one after the other reads best in a failure
      const answer = await setup.ask('/rewards/actions/tour/onchain', { method: 'POST', headers, body });
      assert.equal(answer.status, status, origin);
    }
  });

  it('counts as a request to the limits', async () => {
    await using setup = proving(takesAll(), { config: { limits: { requests: { max: 2, perSeconds: 60 } } } });
    const codes = [];
    for (let n = 0; n < 3; n += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { body } = await setup.ask('/rewards/actions/tour/onchain', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ memberId: 'ann', address, chainId: 1 }),
        clientAddress: '203.0.113.9',
      });
      codes.push(body['code']);
    }
    assert.deepEqual(codes, [undefined, undefined, 'rate-limited']);
  });

  it('is known to every process with the same secret, and to no other', async () => {
    const config = { challengeSecret: 'a secret that several processes share' };
    await using one = proving(takesAll(), { config });
    await using other = proving(takesAll(), { config });
    await using stranger = proving(takesAll(), { config: { challengeSecret: 'another secret, of somebody else' } });
    const message = await messageFor(one, { address });
    assert.equal((await claimWith(stranger, { message, signature: SIGNATURE })).body['code'], 'not-proved');
    assert.equal((await claimWith(other, { message, signature: SIGNATURE })).status, 201);
  });
});

function swapped(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
}

describe('a claim with what a wallet signed', () => {
  it('is checked with what the message says, and keeps what was found', async () => {
    const seen: unknown[] = [];
    await using setup = proving(
      takesAll({
        check: async ({ signal: _signal, logger: _logger, ...claim }) => {
          seen.push(claim);
          return { kind: 'ok', evidence: [{ type: 'test' }], singleUses: [] };
        },
      }),
    );
    const message = await messageFor(setup, { address });
    const transaction = `0x${'AB'.repeat(32)}`;
    assert.equal((await claimWith(setup, { message, signature: SIGNATURE, transaction })).status, 201);
    const rest = { message, signature: SIGNATURE, transaction: transaction.toLowerCase(), now: NOON };
    assert.deepEqual(seen, [{ action: 'tour', memberId: 'ann', address, chainId: 1, ...rest }]);
    assert.deepEqual(await provedBy(setup), { proofs: [{ type: 'test' }] });
  });

  type Setup = ReturnType<typeof proving>;
  const forgeries: [
    string,
    (setup: Setup) => Promise<[onchain: object | undefined, headers?: Record<string, string>]>,
  ][] = [
    ['nothing', async () => [undefined]],
    ['a text of another member', async (setup) => [{ message: await messageFor(setup, { address, memberId: 'bob' }) }]],
    ['a text of another action', async (setup) => [{ message: await messageFor(setup, { address, action: 'other' }) }]],
    [
      'a text for another site of the owner’s',
      async (setup) => [{ message: await messageFor(setup, { address, origin: 'http://localhost:5173' }) }],
    ],
    [
      'a text that is used from another site of the owner’s',
      async (setup) => [{ message: await messageFor(setup, { address }) }, { origin: 'http://localhost:5173' }],
    ],
    [
      'a text with another address',
      async (setup) => [{ message: (await messageFor(setup, { address })).replace(address, wallet().address) }],
    ],
    [
      'a text with another chain',
      async (setup) => [{ message: (await messageFor(setup, { address })).replace('Chain ID: 1', 'Chain ID: 8453') }],
    ],
    [
      'a text with a letter changed',
      async (setup) => [{ message: (await messageFor(setup, { address })).replace('costs', 'coats') }],
    ],
    [
      'a text with a later end',
      async (setup) => [
        { message: (await messageFor(setup, { address })).replace(/(Expiration Time: )\d+/, '$12099') },
      ],
    ],
    [
      'a text with another domain',
      async (setup) => [{ message: (await messageFor(setup, { address })).replace('example.org', 'evil.example') }],
    ],
    [
      'a text with another member below',
      async (setup) => [
        { message: `${await messageFor(setup, { address, memberId: 'bob' })}\n- urn:rewards:member:ann` },
      ],
    ],
    [
      'a text with a second nonce before it',
      async (setup) => [{ message: `Nonce: ${'0'.repeat(96)}\n${await messageFor(setup, { address })}` }],
    ],
    ['a text with a blank behind it', async (setup) => [{ message: `${await messageFor(setup, { address })} ` }]],
    [
      'a text without a nonce',
      async (setup) => [{ message: (await messageFor(setup, { address })).replace(/Nonce: .*\n/, '') }],
    ],
    [
      'a text with half of the nonce',
      async (setup) => [{ message: (await messageFor(setup, { address })).replace(/(Nonce: .{32}).*/, '$1') }],
    ],
    ['an empty text', async () => [{ message: '' }]],
    [
      'a text that has expired',
      async (setup) => {
        const message = await messageFor(setup, { address });
        setup.clock.now += HOUR;
        return [{ message }];
      },
    ],
  ];
  for (const [name, forge] of forgeries) {
    it(`is refused with ${name}`, async () => {
      let checked = 0;
      const check = async () => ((checked += 1), { kind: 'ok' as const, evidence: [], singleUses: [] });
      const other = { title: 'Other', repeats: 'once' as const, points: 1, remark: 'Other', verify: takesAll() };
      await using setup = proving(takesAll({ check }), { config: { actions: { other } } });
      const [onchain, headers] = await forge(setup);
      const { status, body } = await claimWith(setup, onchain && { signature: SIGNATURE, ...onchain }, {
        headers: headers ?? {},
      });
      assert.deepEqual([status, body['code']], [403, 'not-proved']);
      assert.deepEqual([checked, setup.calls.length, await setup.ledger.list({})], [0, 0, []]);
    });
  }

  it('is refused with a signature that is none', async () => {
    await using setup = proving(takesAll());
    const message = await messageFor(setup, { address });
    for (const signature of [
      '',
      '0x',
      '0xabc',
      'abcd',
      `0x${'zz'.repeat(65)}`,
      `0x${'ab'.repeat(6200)}`,
      ` ${SIGNATURE}`,
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- one proxy for all
      const { status, body } = await claimWith(setup, { message, signature });
      assert.deepEqual([status, body['code']], [400, 'invalid-request'], signature.slice(0, 20));
    }
    const huge = await claimWith(setup, { message, signature: `0x${'ab'.repeat(10_000)}` });
    assert.equal(huge.body['code'], 'too-large');
  });

  it('is refused where a transaction is asked for and none is named', async () => {
    await using setup = proving(takesAll({ asks: 'transaction' }));
    const message = await messageFor(setup, { address });
    assert.equal((await claimWith(setup, { message, signature: SIGNATURE })).body['code'], 'not-proved');
    for (const transaction of ['0x12', 'ab'.repeat(32), `0x${'ab'.repeat(33)}`]) {
      // oxlint-disable-next-line no-await-in-loop
      assert.equal(
        (await claimWith(setup, { message, signature: SIGNATURE, transaction })).body['code'],
        'invalid-request',
      );
    }
  });

  it('is made once with one text, of however many at the same moment', async () => {
    await using setup = proving(takesAll(), { action: { repeats: 'rolling', everyHours: 0.0001 } });
    const message = await messageFor(setup, { address });
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => claimWith(setup, { message, signature: SIGNATURE })),
    );
    assert.equal(replies.filter(({ status }) => status === 201).length, 1);
    assert.equal((await setup.ledger.list({})).length, 1);
    setup.clock.now += 60_000;
    const again = await claimWith(setup, { message, signature: SIGNATURE });
    assert.equal(again.body['code'], 'not-proved');
    assert.match(String(again.body['detail']), /was used for another claim/);
  });

  it('can be made again with the same text where it came to nothing', async () => {
    let refuses = true;
    await using setup = proving(takesAll(), {
      script: (call, count) => (refuses ? reply(422, { code: 1, error: 'no' }) : grant(call, count)),
    });
    const message = await messageFor(setup, { address });
    assert.equal((await claimWith(setup, { message, signature: SIGNATURE })).status, 422);
    refuses = false;
    assert.equal((await claimWith(setup, { message, signature: SIGNATURE })).status, 201);
  });

  it('waits with the same text until it is final, and until the text expires', async () => {
    let confirmations = 3;
    await using setup = proving(
      takesAll({
        check: async () =>
          confirmations < 12
            ? { kind: 'not-yet', retryAfter: 12, progress: { done: confirmations, of: 12 } }
            : { kind: 'ok', evidence: [], singleUses: [] },
      }),
    );
    const message = await messageFor(setup, { address });
    const first = await claimWith(setup, { message, signature: SIGNATURE });
    const { code, retryAfter, progress } = first.body;
    assert.deepEqual([first.status, code, retryAfter, progress], [409, 'not-yet', 12, { done: 3, of: 12 }]);
    assert.deepEqual(await setup.ledger.list({}), []);
    setup.clock.now += HOUR - 1;
    assert.equal((await claimWith(setup, { message, signature: SIGNATURE })).body['code'], 'not-yet');
    confirmations = 12;
    assert.equal((await claimWith(setup, { message, signature: SIGNATURE })).status, 201);
    setup.clock.now = NOON;
    const late = await messageFor(setup, { address, memberId: 'bob' });
    confirmations = 3;
    setup.clock.now += HOUR;
    const { body } = await claimWith(setup, { message: late, signature: SIGNATURE }, { memberId: 'bob' });
    assert.equal(body['code'], 'not-proved');
  });

  it('says that the chain is waited for where it is, and not while another proof has to come', async () => {
    const waits = takesAll({ check: async () => ({ kind: 'not-yet', retryAfter: 12 }) });
    await using setup = proving({ all: [{ type: 'ticket', seconds: 60 }, waits] });
    const { body: action } = await setup.ask('/rewards/actions/tour');
    const proof = { message: await messageFor(setup, { address }), signature: SIGNATURE };
    const claim = async () =>
      (await setup.claim('tour', { memberId: 'ann', proof: { onchain: proof, ticket: action['ticket'] } })).body;
    const early = await claim();
    assert.deepEqual([early['code'], early['retryAfter'], early['errors']], ['not-yet', 60, undefined]);
    setup.clock.now += 60_000;
    const late = await claim();
    assert.deepEqual([late['code'], late['retryAfter']], ['not-yet', 12]);
    assert.deepEqual(late['errors'], [{ field: 'proof.onchain', message: 'is not final yet' }]);
  });

  it('is neither granted nor refused where nobody can find out', async () => {
    const checks = [
      async () => ({ kind: 'unavailable' as const }),
      async () => {
        throw new Error('the RPC of https://rpc.example/secret-key is down');
      },
    ];
    for (const check of checks) {
      // oxlint-disable-next-line no-await-in-loop
      await using setup = proving({ not: takesAll({ check }) });
      // oxlint-disable-next-line no-await-in-loop
      const message = await messageFor(setup, { address });
      // oxlint-disable-next-line no-await-in-loop
      const { status, body } = await claimWith(setup, { message, signature: SIGNATURE });
      assert.deepEqual([status, body['code'], body['retryAfter']], [503, 'throttled', 15]);
    }
  });

  it('uses one text for several proofs at once', async () => {
    await using setup = proving({ all: [takesAll(), takesAll(), { type: 'code', code: 'lantern' }] });
    const message = await messageFor(setup, { address });
    const onchain = { message, signature: SIGNATURE };
    const body = { memberId: 'ann', fields: { code: 'lantern' }, proof: { onchain } };
    assert.equal((await setup.claim('tour', body)).status, 201);
  });

  it('gives what the owner says where it is refused', async () => {
    await using setup = proving({
      any: [takesAll(), { type: 'code', code: 'lantern' }],
      refusal: { en: 'Connect.', de: 'Verbinde.' },
    });
    const { body } = await claimWith(setup, undefined, { headers: { 'accept-language': 'de' } });
    assert.equal(body['reason'], 'Verbinde.');
    assert.equal((await setup.claim('tour', { memberId: 'ann', fields: { code: 'lantern' } })).status, 201);
  });
});
