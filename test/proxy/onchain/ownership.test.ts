import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  hashMessage,
  type Hex,
  recoverAddress,
  serializeErc6492Signature,
  signatureToCompactSignature,
  serializeCompactSignature,
  parseSignature,
} from 'viem';
import { createSiweMessage, generateSiweNonce, parseSiweMessage } from 'viem/siwe';
import { ownership, type SignatureChain } from '../../../src/onchain/index.ts';
import { NOON, ORIGIN } from '../support/setup.ts';
import { provedBy, proving } from '../proofs/proving.ts';
import { chainWith, RpcError, type Says } from './contract-wallets.ts';
import { askFor, claimWith, messageFor, wallet } from './signing.ts';

const HOUR = 3_600_000;
const SAFE = '0x4E4cA9C10C4cd1C3dE3B9b1c5c3f0F7C7B1eE9a1'.toLowerCase();
const YES: Says = () => true;

/** An address with the capitals of EIP-55, as the proxy writes it. */
async function checksummed(setup: ReturnType<typeof proving>, address: string): Promise<Hex> {
  const message = await messageFor(setup, { address });
  const [, written] = /^(0x[0-9a-fA-F]{40})$/m.exec(message) ?? [];
  return written as Hex;
}

/** A chain that no RPC may be asked about. */
const UNASKED: SignatureChain = {
  id: 1,
  name: 'Ethereum',
  lastBlock: async () => {
    throw new RpcError('nobody should ask');
  },
  request: () => async () => {
    throw new RpcError('nobody should ask');
  },
};

describe('the ownership of an address', () => {
  it('is shown by the signature of its key, without any RPC', async () => {
    await using setup = proving(ownership({ chains: [UNASKED] }));
    const ann = wallet();
    const message = await messageFor(setup, { address: ann.address });
    const signature = await ann.signMessage({ message });
    const { status } = await claimWith(setup, { message, signature });
    assert.equal(status, 201);
    assert.deepEqual(await provedBy(setup), { proofs: [{ type: 'ownership', address: ann.address, chainId: 1 }] });
    assert.equal(setup.calls.length, 1);
  });

  it('is shown by a compact signature too', async () => {
    await using setup = proving(ownership({ chains: [UNASKED] }));
    const ann = wallet();
    const message = await messageFor(setup, { address: ann.address });
    const whole = await ann.signMessage({ message });
    const signature = serializeCompactSignature(signatureToCompactSignature(parseSignature(whole)));
    assert.equal((await claimWith(setup, { message, signature })).status, 201);
  });

  it('is shown by a contract that says so of the text and the signature (EIP-1271)', async () => {
    const owner = wallet();
    const signed = new Map<string, Hex>();
    await using setup = proving(
      ownership({
        chains: [
          chainWith(
            new Proxy<Record<string, Says>>(
              {},
              { get: () => (hash: Hex, signature: Hex) => signed.get(hash) === signature },
            ),
          ),
        ],
      }),
    );
    const message = await messageFor(setup, { address: SAFE });
    const signature = await owner.signMessage({ message });
    signed.set(hashMessage(message), signature);
    assert.equal(
      (await claimWith(setup, { message, signature: `${signature.slice(0, -2)}00` })).body['code'],
      'not-proved',
    );
    assert.equal((await claimWith(setup, { message, signature })).status, 201);
  });

  it('is shown by a contract that is not deployed yet (EIP-6492)', async () => {
    const owner = wallet();
    const factory = wallet().address;
    const soon = wallet().address;
    const chain = chainWith(
      {},
      { factories: { [factory]: { [soon]: (_hash, signature) => signature.length === 132 } } },
    );
    await using setup = proving(ownership({ chains: [chain] }));
    const message = await messageFor(setup, { address: soon });
    const signature = await owner.signMessage({ message });
    assert.equal((await claimWith(setup, { message, signature })).body['code'], 'not-proved');
    const wrapped = serializeErc6492Signature({ address: factory, data: '0x1234', signature });
    assert.equal((await claimWith(setup, { message, signature: wrapped })).status, 201);
  });

  it('is waited for where a contract has said so since the last block that counts, and shown once that counts', async () => {
    const since: Record<string, Says> = {};
    const contracts: Record<string, Says> = {};
    await using setup = proving(ownership({ chains: [chainWith(contracts, { since })] }));
    const message = await messageFor(setup, { address: SAFE });
    const safe = await checksummed(setup, SAFE);
    since[safe] = YES;
    const claim = () => claimWith(setup, { message, signature: '0x00' });
    const early = await claim();
    assert.deepEqual([early.status, early.body['code'], early.body['retryAfter']], [409, 'not-yet', 15]);
    assert.deepEqual(early.body['errors'], [{ field: 'proof.onchain', message: 'is not final yet' }]);
    assert.deepEqual([setup.calls.length, await setup.ledger.list({})], [0, []]);
    contracts[safe] = YES;
    assert.equal((await claim()).status, 201);
  });

  it('of its own is all that a wallet shows which says yes to everything', async () => {
    const victim = wallet();
    await using probe = proving(ownership({ chains: [UNASKED] }));
    const yesMan = await checksummed(probe, SAFE);
    const chain = chainWith({ [yesMan]: YES });
    await using setup = proving(ownership({ chains: [chain] }));
    const borrowed = await messageFor(setup, { address: victim.address });
    const refused = await claimWith(setup, { message: borrowed, signature: `0x${'11'.repeat(65)}` });
    assert.deepEqual([refused.status, refused.body['code']], [403, 'not-proved']);
    const own = await messageFor(setup, { address: yesMan });
    assert.equal((await claimWith(setup, { message: own, signature: '0x00' })).status, 201);
    assert.deepEqual(await provedBy(setup), { proofs: [{ type: 'ownership', address: yesMan, chainId: 1 }] });
  });

  type Setup = ReturnType<typeof proving>;
  const ann = wallet();
  const mallory = wallet();
  const ownText = (address: Hex, nonce: string) => ({
    address,
    chainId: 1,
    domain: 'example.org',
    nonce,
    uri: ORIGIN,
    version: '1' as const,
    statement: 'Claim tour as member ann. This moves nothing, allows nothing and costs nothing.',
    issuedAt: new Date(NOON),
    expirationTime: new Date(NOON + HOUR),
    resources: ['urn:rewards:action:tour', 'urn:rewards:member:ann'],
  });
  const nonceFor = async (setup: Setup, address: Hex) =>
    parseSiweMessage(await messageFor(setup, { address })).nonce ?? assert.fail('the text has no nonce');
  const forgeries: [string, (setup: Setup) => Promise<{ message: string; signature: string }>][] = [
    [
      'the signature of another key',
      async (setup) => {
        const message = await messageFor(setup, { address: ann.address });
        return { message, signature: await mallory.signMessage({ message }) };
      },
    ],
    [
      'a signature of another text of the same address',
      async (setup) => {
        const [message, other] = await Promise.all([1, 2].map(() => messageFor(setup, { address: ann.address })));
        return { message: String(message), signature: await ann.signMessage({ message: String(other) }) };
      },
    ],
    [
      // https://github.com/base/docs/issues/1452: a nonce that nobody has given out can be anybody's, and used for ever.
      'a text that the wallet’s owner wrote and signed',
      async () => {
        const message = createSiweMessage(ownText(ann.address, generateSiweNonce()));
        return { message, signature: await ann.signMessage({ message }) };
      },
    ],
    [
      'a text of their own with a nonce that was given out',
      async (setup) => {
        const message = createSiweMessage(ownText(ann.address, await nonceFor(setup, ann.address)));
        return { message, signature: await ann.signMessage({ message }) };
      },
    ],
    [
      // https://github.com/better-auth/better-auth/pull/7238: it was looked for anywhere in the text.
      'a text of their own that has such a nonce in another place',
      async (setup) => {
        const given = await nonceFor(setup, ann.address);
        const message = createSiweMessage({ ...ownText(ann.address, generateSiweNonce()), requestId: given });
        return { message, signature: await ann.signMessage({ message }) };
      },
    ],
    [
      'a text changed by a letter and signed again',
      async (setup) => {
        const message = (await messageFor(setup, { address: ann.address })).replace('moves', 'loves');
        return { message, signature: await ann.signMessage({ message }) };
      },
    ],
    [
      'a text for another member, signed by its owner',
      async (setup) => {
        const message = await messageFor(setup, { address: ann.address, memberId: 'bob' });
        return { message, signature: await ann.signMessage({ message }) };
      },
    ],
    [
      'a text of another domain, signed by its owner',
      async (setup) => {
        const message = await messageFor(setup, { address: ann.address, origin: 'http://localhost:5173' });
        return { message, signature: await ann.signMessage({ message }) };
      },
    ],
    [
      'a text for another chain, signed by its owner',
      async (setup) => {
        const message = (await messageFor(setup, { address: ann.address })).replace('Chain ID: 1\n', 'Chain ID: 5\n');
        return { message, signature: await ann.signMessage({ message }) };
      },
    ],
    [
      'a text that has expired, signed by its owner',
      async (setup) => {
        const message = await messageFor(setup, { address: ann.address });
        setup.clock.now += HOUR;
        return { message, signature: await ann.signMessage({ message }) };
      },
    ],
    [
      'a signature of nothing but zeros',
      async (setup) => ({
        message: await messageFor(setup, { address: ann.address }),
        signature: `0x${'00'.repeat(65)}`,
      }),
    ],
    [
      'a signature of one byte',
      async (setup) => ({ message: await messageFor(setup, { address: ann.address }), signature: '0x01' }),
    ],
    [
      'a signature as long as there may be',
      async (setup) => ({
        message: await messageFor(setup, { address: ann.address }),
        signature: `0x${'ab'.repeat(6143)}`,
      }),
    ],
    [
      'a signature that is wrapped for a factory which deploys nothing',
      async (setup) => {
        const message = await messageFor(setup, { address: ann.address });
        const signature = await mallory.signMessage({ message });
        return { message, signature: serializeErc6492Signature({ address: mallory.address, data: '0x00', signature }) };
      },
    ],
    [
      'the zero address, which everything recovers to that cannot be recovered',
      async (setup) => ({
        message: await messageFor(setup, { address: `0x${'0'.repeat(40)}` }),
        signature: `0x${'00'.repeat(64)}1b`,
      }),
    ],
  ];
  for (const [name, forge] of forgeries) {
    it(`is not shown by ${name}`, async () => {
      await using setup = proving(ownership({ chains: [chainWith({})] }));
      const { status, body } = await claimWith(setup, await forge(setup));
      assert.deepEqual([status, body['code']], [403, 'not-proved']);
      assert.deepEqual([setup.calls.length, await setup.ledger.list({})], [0, []]);
    });
  }

  it('is shown once with one signature, also with its other form', async () => {
    await using setup = proving(ownership({ chains: [chainWith({})], links: 'none' }), {
      action: { repeats: 'rolling', everyHours: 0.0001 },
    });
    const message = await messageFor(setup, { address: ann.address });
    const signature = await ann.signMessage({ message });
    assert.equal((await claimWith(setup, { message, signature })).status, 201);
    setup.clock.now += 60_000;
    const { r, s, yParity } = parseSignature(signature);
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const high = (order - BigInt(s)).toString(16).padStart(64, '0');
    const other = `${r}${high}${yParity ? '1b' : '1c'}` as Hex;
    assert.equal(await recoverAddress({ hash: hashMessage(message), signature: other }), ann.address);
    for (const replayed of [signature, other]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      assert.equal((await claimWith(setup, { message, signature: replayed })).body['code'], 'not-proved');
    }
    assert.equal(setup.calls.length, 1);
  });

  const troubles: [string, () => Error][] = [
    ['is down', () => new RpcError('fetch failed')],
    ['answers 429', () => new RpcError('Too Many Requests', 429)],
    ['has an error of its own', () => new RpcError('internal error', -32603)],
    ['cannot find its state', () => new RpcError('missing trie node', -32000)],
  ];
  for (const [name, fails] of troubles) {
    it(`is neither shown nor refused where an RPC ${name}`, async () => {
      await using setup = proving({ not: ownership({ chains: [chainWith({}, { fails })] }) });
      const message = await messageFor(setup, { address: SAFE });
      const { status, body } = await claimWith(setup, { message, signature: '0x1234' });
      assert.deepEqual([status, body['code'], body['retryAfter']], [503, 'throttled', 15]);
    });
  }

  it('is asked about on the chain of the text alone', async () => {
    const [one, other] = [chainWith({}), chainWith({}, { id: 8453 })];
    await using setup = proving(ownership({ chains: [one, other] }));
    const message = await messageFor(setup, { address: SAFE, chainId: 8453 });
    assert.equal((await claimWith(setup, { message, signature: '0x1234' })).body['code'], 'not-proved');
    assert.deepEqual([one.calls.length, other.calls.length > 0], [0, true]);
    assert.equal((await askFor(setup, { address: SAFE, chainId: 5 })).status, 400);
  });

  // https://github.com/guildxyz/guild-pin-contract/pull/7, https://github.com/xmtp/libxmtp/pull/1180: who makes a contract at the address of
  // somebody's contract on another chain has the address there, and nowhere else.
  it('is shown by a contract for its own chain alone, and not for that of another one at the same address', async () => {
    await using probe = proving(ownership({ chains: [UNASKED] }));
    const address = await checksummed(probe, SAFE);
    const [victims, attackers] = [chainWith({ [address]: () => false }), chainWith({ [address]: YES }, { id: 8453 })];
    await using setup = proving(ownership({ chains: [victims, attackers] }));
    const elsewhere = await messageFor(setup, { address, chainId: 8453 });
    const here = await messageFor(setup, { address });
    const turned = elsewhere.replace('Chain ID: 8453', 'Chain ID: 1');
    for (const message of [here, turned]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      assert.equal((await claimWith(setup, { message, signature: '0x1234' })).body['code'], 'not-proved');
    }
    assert.equal((await claimWith(setup, { message: elsewhere, signature: '0x1234' })).status, 201);
    assert.deepEqual(await provedBy(setup), { proofs: [{ type: 'ownership', address, chainId: 8453 }] });
  });

  const signedBy = async (setup: Setup, account: typeof ann, memberId: string, action = 'tour') => {
    const message = await messageFor(setup, { address: account.address, memberId, action });
    return claimWith(setup, { message, signature: await account.signMessage({ message }) }, { memberId, action });
  };

  it('pays one of a hundred members who show one address at the same moment', async () => {
    await using setup = proving(ownership({ chains: [UNASKED] }));
    const replies = await Promise.all(Array.from({ length: 100 }, (_, n) => signedBy(setup, ann, `m-${n}`)));
    assert.equal(replies.filter(({ status }) => status === 201).length, 1);
    const refused = replies.filter(({ status, body }) => status === 403 && body['code'] === 'not-proved');
    assert.equal(refused.length, 99);
    assert.match(String(refused[0]?.body['detail']), /^This address belongs to another member already\./);
    assert.deepEqual([setup.calls.length, (await setup.ledger.list({})).length], [1, 1]);
  });

  // https://github.com/Scottcjn/Rustchain/pull/7974: one wallet was paid again for each way to write its address.
  it('pays one of several members who write one address in different letters', async () => {
    await using setup = proving(ownership({ chains: [UNASKED] }));
    const { address } = ann;
    const ways = [address.toLowerCase(), address, `0x${address.slice(2).toUpperCase()}`];
    const statuses: number[] = [];
    for (const [n, way] of ways.entries()) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const message = await messageFor(setup, { address: way, memberId: `m-${n}` });
      // oxlint-disable-next-line no-await-in-loop
      const signature = await ann.signMessage({ message });
      // oxlint-disable-next-line no-await-in-loop
      statuses.push((await claimWith(setup, { message, signature }, { memberId: `m-${n}` })).status);
    }
    assert.deepEqual([statuses, setup.calls.length], [[201, 403, 403], 1]);
  });

  it('is that of the member for every action, and a member has one, unless the owner says otherwise', async () => {
    const also = (links: 'one-to-one' | 'one-member' | 'none') => ({
      title: 'More',
      repeats: 'once' as const,
      points: 1,
      remark: 'More',
      verify: ownership({ chains: [UNASKED], links }),
    });
    const actions = {
      more: also('one-to-one'),
      several: also('one-member'),
      any: also('none'),
      both: { ...also('none'), verify: { all: [also('one-to-one').verify, also('one-member').verify] } },
    };
    await using setup = proving(ownership({ chains: [UNASKED] }), { config: { actions } });
    const told = async (account: typeof ann, memberId: string, action: string) => {
      const { status, body } = await signedBy(setup, account, memberId, action);
      return status === 201 ? 'granted' : String(body['detail']);
    };
    assert.equal(await told(ann, 'ann', 'tour'), 'granted');
    assert.match(await told(mallory, 'ann', 'more'), /^You have shown another address before\./);
    // Of several proofs the strictest counts.
    assert.match(await told(mallory, 'ann', 'both'), /^You have shown another address before\./);
    assert.equal(await told(ann, 'ann', 'more'), 'granted');
    assert.match(await told(ann, 'bob', 'several'), /^This address belongs to another member already\./);
    assert.equal(await told(mallory, 'ann', 'several'), 'granted');
    assert.equal(await told(mallory, 'bob', 'any'), 'granted');
    assert.match(await told(ann, 'ann', 'tour'), /^You have already claimed this\./);
    // https://github.com/Ctrlpanel-gg/panel/issues/603: each further account that was linked was paid for again.
    assert.match(await told(wallet(), 'ann', 'several'), /^You have already claimed this\./);
  });

  it('is told what is wrong with its options', () => {
    assert.throws(() => ownership({ chains: [] }), /chains must have at least one chain/);
    assert.throws(() => ownership({ chains: [UNASKED], links: 'many' as never }), /links must be one of one-to-one/);
  });
});
