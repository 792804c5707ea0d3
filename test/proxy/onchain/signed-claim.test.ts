import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NOON } from '../support/setup.ts';
import { grant, reply } from '../support/transport.ts';
import { provedBy, proving } from '../proofs/proving.ts';
import { BASE_CHAIN, claimWith, MAINNET, messageFor, takesAll, wallet } from './signing.ts';

const HOUR = 3_600_000;
const { address } = wallet();
const SIGNATURE = `0x${'ab'.repeat(65)}`;

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

  it('is held to one of several proofs by the chain that the text is for', async () => {
    const other = takesAll({ chains: [BASE_CHAIN], check: async () => ({ kind: 'refuse', detail: 'No.' }) });
    await using setup = proving({ any: [takesAll(), other] });
    const statuses = [];
    for (const chainId of [BASE_CHAIN.id, MAINNET.id]) {
      // oxlint-disable-next-line no-await-in-loop -- the first is refused before the second is asked for
      const message = await messageFor(setup, { address, chainId });
      // oxlint-disable-next-line no-await-in-loop
      statuses.push((await claimWith(setup, { message, signature: SIGNATURE })).status);
    }
    assert.deepEqual(statuses, [403, 201]);
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
