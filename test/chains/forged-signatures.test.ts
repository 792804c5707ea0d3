import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  parseAbiParameters,
  serializeErc6492Signature,
  size,
  toHex,
} from 'viem';
import { holding, ownership } from '../../src/onchain/index.ts';
import type { OnchainSettings } from '../../src/proxy/index.ts';
import { claimWith, messageFor, wallet } from '../proxy/onchain/signing.ts';
import type { Reply } from '../proxy/support/check-reply.ts';
import { account, type Anvil, anvil, FINAL_DEPTH } from './anvil.ts';
import { assertRefused, chainAt, CONTRACT, deploy, mintData, proxyFor } from './claiming.ts';
import { tokenAbi } from './token.ts';
import { creationOf, deployedAt, FACTORY, FACTORY_AT, REVERTS, walletOf, YES } from './wallets.ts';

const ANN = account(1);
const MALLORY = wallet();
const NOT_SIGNED = /not one of that address/;
/** What a wrapped signature of ERC-8010 ends with. */
const PRE_DELEGATED: Hex = `0x${'8010'.repeat(16)}`;

/** Code of an account of a key that has handed itself to a contract (EIP-7702). */
const delegatedTo = (contract: Address): Hex => concat(['0xef0100', contract]);

/** What deploys that code, and has it mint a token while it does. */
function mintingCreationOf(code: Hex): Hex {
  const [selector, length] = [mintData(0n).slice(0, 10) as Hex, toHex(size(code), { size: 1 })];
  const mints = concat([
    '0x63',
    selector,
    '0x60e01b600052',
    '0x6001600452',
    '0x60006000602460006000',
    '0x73',
    CONTRACT,
    '0x5af150',
  ]);
  const from = toHex(size(mints) + 12, { size: 1 });
  return concat([mints, '0x60', length, '0x60', from, '0x600039', '0x60', length, '0x6000f3', code]);
}

describe('a signature that is forged, on a chain that we did not write', () => {
  let chain: Anvil;

  before(async () => {
    chain = await anvil();
    await deploy(chain);
    await chain.ask('anvil_setCode', FACTORY_AT, FACTORY);
    await chain.mine(FINAL_DEPTH);
  });

  after(() => chain[Symbol.asyncDispose]());

  /** Puts code at an address, an own one if left out. */
  async function put(code: Hex, address: Address = wallet().address): Promise<Address> {
    await chain.ask('anvil_setCode', address, code);
    return address;
  }

  const counted = () => chain.mine(FINAL_DEPTH);

  /** What becomes of a claim with such a signature. */
  async function claim(
    address: Address,
    sign: (message: string) => Promise<Hex>,
    verify: OnchainSettings = ownership({ chains: [chainAt([chain.url])] }),
  ): Promise<Reply> {
    await using setup = proxyFor(verify);
    const message = await messageFor(setup, { address });
    return await claimWith(setup, { message, signature: await sign(message) });
  }

  const by =
    (signer: { signMessage: (given: { message: string }) => Promise<Hex> }) =>
    (message: string): Promise<Hex> =>
      signer.signMessage({ message });

  // https://github.com/OpenZeppelin/openzeppelin-contracts/issues/5707: an account that has handed itself to a contract still has its key.
  it('by somebody else is refused for an account of a key that is delegated, whose own key counts', async () => {
    const [reverts, owned] = [await put(REVERTS), await put(walletOf(MALLORY.address))];
    const [one, other] = [wallet(), wallet()];
    await put(delegatedTo(reverts), one.address);
    await put(delegatedTo(owned), other.address);
    await counted();
    assert.equal((await claim(one.address, by(one))).status, 201);
    assertRefused(await claim(one.address, by(MALLORY)), NOT_SIGNED);
    // It is the account's own contract that says so.
    assert.equal((await claim(other.address, by(MALLORY))).status, 201);
    assertRefused(await claim(other.address, by(wallet())), NOT_SIGNED);
  });

  // https://github.com/bcnmy/scw-contracts/pull/162, https://github.com/bcnmy/nexus/pull/59: what an owner has signed for one of their wallets held for all of them.
  it('for one wallet of an owner is refused for another one of theirs', async () => {
    const [one, other] = [await put(walletOf(ANN.address)), await put(walletOf(ANN.address))];
    await counted();
    await using setup = proxyFor(ownership({ chains: [chainAt([chain.url])] }));
    const message = await messageFor(setup, { address: one });
    const signature = await ANN.signMessage({ message });
    const elsewhere = await messageFor(setup, { address: other });
    assertRefused(await claimWith(setup, { message: elsewhere, signature }), NOT_SIGNED);
    const [written] = /^0x[0-9a-fA-F]{40}$/m.exec(elsewhere) ?? [''];
    const renamed = message.replace(/^0x[0-9a-fA-F]{40}$/m, written);
    assertRefused(await claimWith(setup, { message: renamed, signature }), /not the text that this site wrote/);
    assert.equal((await claimWith(setup, { message, signature })).status, 201);
  });

  // https://github.com/wevm/viem/pull/2552: what is wrapped has a call made before the wallet is asked, whether or not that is deployed.
  it('with a call before it changes nothing of what is held', async () => {
    const creation = mintingCreationOf(walletOf(ANN.address));
    const soon = deployedAt(creation);
    const wrap = async (message: string) =>
      serializeErc6492Signature({ address: FACTORY_AT, data: creation, signature: await ANN.signMessage({ message }) });
    assert.equal((await claim(soon, wrap)).status, 201);
    const holds = holding({ chain: chainAt([chain.url]), token: CONTRACT, standard: 'erc20', least: 1n });
    assertRefused(await claim(soon, wrap, holds), /does not hold/);
    await chain.send({ from: ANN.address, to: FACTORY_AT, data: creation });
    await counted();
    const data = encodeFunctionData({ abi: tokenAbi, functionName: 'balanceOf', args: [soon] });
    assert.equal(BigInt(await chain.ask<Hex>('eth_call', { to: CONTRACT, data }, 'latest')), 1n);
    assert.equal((await claim(soon, by(ANN), holds)).status, 201);
  });

  it('with a call before it is refused for a wallet of somebody else, whatever is called', async () => {
    const owned = await put(walletOf(ANN.address));
    await counted();
    for (const [address, data] of [
      [FACTORY_AT, creationOf(YES)],
      [owned, '0x1626ba7e'],
      [CONTRACT, mintData(1n)],
    ] as const) {
      const wrap = async (message: string) =>
        serializeErc6492Signature({ address, data, signature: await MALLORY.signMessage({ message }) });
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      assertRefused(await claim(owned, wrap), NOT_SIGNED);
    }
  });

  // https://github.com/wevm/viem/pull/3882: a signature may bring along that an account is to be handed to a contract, which is asked then.
  it('with a delegation that is not on the chain is refused, also with one that the account has signed', async () => {
    const yes = await put(YES);
    await counted();
    const victim = wallet();
    const suffix = parseAbiParameters(
      '(uint256 chainId, address delegation, uint256 nonce, uint8 yParity, uint256 r, uint256 s), address to, bytes data',
    );
    for (const [signer, nonce] of [
      [victim, 0],
      [victim, 7],
      [MALLORY, 0],
    ] as const) {
      const wrap = async (message: string): Promise<Hex> => {
        const { r, s, yParity = 0 } = await signer.signAuthorization({ address: yes, chainId: 1, nonce });
        const delegation = { chainId: 1n, delegation: yes, nonce: BigInt(nonce), yParity, r: BigInt(r), s: BigInt(s) };
        const encoded = encodeAbiParameters(suffix, [delegation, victim.address, '0x']);
        const signature = await MALLORY.signMessage({ message });
        return concat([signature, encoded, toHex(size(encoded), { size: 32 }), PRE_DELEGATED]);
      };
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      assertRefused(await claim(victim.address, wrap), NOT_SIGNED);
    }
  });

  // https://zealy.io/changelog/2025-11-05-nft-token-holding-period: what is borrowed for as long as a claim takes. A wallet of a token is its holder's (ERC-6551).
  it('of a wallet that is borrowed waits until that is final, and is refused where it was given back by then', async () => {
    const borrowed = await put(walletOf(ANN.address));
    await counted();
    await using setup = proxyFor(ownership({ chains: [chainAt([chain.url])] }));
    const message = await messageFor(setup, { address: borrowed });
    const signature = await MALLORY.signMessage({ message });
    const claims = () => claimWith(setup, { message, signature });
    await put(walletOf(MALLORY.address), borrowed);
    await chain.mine();
    assert.equal((await claims()).body['code'], 'not-yet');
    await put(walletOf(ANN.address), borrowed);
    await chain.mine();
    assertRefused(await claims(), NOT_SIGNED);
    assert.equal(setup.calls.length, 0);
    await put(walletOf(MALLORY.address), borrowed);
    await counted();
    assert.equal((await claims()).status, 201);
  });
});
