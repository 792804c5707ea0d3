import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Hex, serializeErc6492Signature } from 'viem';
import { chain, ownership } from '../../src/onchain/index.ts';
import { claimWith, messageFor, wallet } from '../proxy/onchain/signing.ts';
import { proving } from '../proxy/proofs/proving.ts';
import type { Setup } from '../proxy/support/setup.ts';
import { type Anvil, anvil } from './anvil.ts';
import { creationOf, deployedAt, FACTORY, FACTORY_AT, REVERTS, walletOf, YES } from './wallets.ts';

/** A proxy that asks for an address on the chain. */
function asking(on: Anvil): Setup {
  return proving(ownership({ chains: [chain({ id: 1, name: 'Ethereum', rpc: [on.url] })] }), {
    action: { verifySeconds: 15 },
  });
}

describe('a wallet that is a contract, on a chain that we did not write', () => {
  it('is shown by contracts, also before they are deployed, and by nobody else for them', async () => {
    await using on = await anvil();
    await using setup = asking(on);
    const owner = wallet();
    const stranger = wallet();
    const contract = wallet().address;
    const yes = wallet().address;
    const reverting = wallet().address;
    await on.ask('anvil_setCode', contract, walletOf(owner.address));
    await on.ask('anvil_setCode', yes, YES);
    await on.ask('anvil_setCode', reverting, REVERTS);
    await on.ask('anvil_setCode', FACTORY_AT, FACTORY);
    const creation = creationOf(walletOf(owner.address));
    const soon = deployedAt(creation);
    const wrapped = (signature: Hex, data = creation) =>
      serializeErc6492Signature({ address: FACTORY_AT, data, signature });

    const claims: [name: string, address: Hex, sign: (message: string) => Promise<Hex>, code: number][] = [
      ['its owner for a contract', contract, (message) => owner.signMessage({ message }), 201],
      ['a stranger for a contract', contract, (message) => stranger.signMessage({ message }), 403],
      ['another text for a contract', contract, (message) => owner.signMessage({ message: `${message}.` }), 403],
      ['nothing for a contract', contract, async () => '0x00', 403],
      ['its owner for a contract to come', soon, async (message) => wrapped(await owner.signMessage({ message })), 201],
      [
        'a stranger for a contract to come',
        soon,
        async (message) => wrapped(await stranger.signMessage({ message })),
        403,
      ],
      [
        'another contract for one to come',
        wallet().address,
        async (message) => wrapped(await stranger.signMessage({ message }), creationOf(walletOf(stranger.address))),
        403,
      ],
      ['one that says yes for itself', yes, async () => `0x${'12'.repeat(65)}`, 201],
      [
        'one that says yes for somebody else',
        owner.address,
        async (message) => wrapped(await stranger.signMessage({ message }), creationOf(YES)),
        403,
      ],
      ['a contract that reverts', reverting, async (message) => owner.signMessage({ message }), 403],
      ['an address without code', stranger.address, async (message) => owner.signMessage({ message }), 403],
    ];
    for (const [at, [name, address, sign, code]] of claims.entries()) {
      const memberId = `m-${at}`;
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const message = await messageFor(setup, { address, memberId });
      // oxlint-disable-next-line no-await-in-loop
      const { status, body } = await claimWith(setup, { message, signature: await sign(message) }, { memberId });
      assert.equal(status, code, `${name}: ${JSON.stringify(body)}`);
    }
  });
});
