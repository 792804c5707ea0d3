import assert from 'node:assert/strict';
import type { Hex, LocalAccount } from 'viem';
import { encodeFunctionData, getContractAddress } from 'viem';
import {
  type Chain,
  chain,
  type ChainOptions,
  type EventPattern,
  SENDER,
  transaction,
} from '../../src/onchain/index.ts';
import type { OnchainSettings } from '../../src/proxy/index.ts';
import { claimWith, messageFor } from '../proxy/onchain/signing.ts';
import { proving } from '../proxy/proofs/proving.ts';
import type { Reply } from '../proxy/support/check-reply.ts';
import type { Setup } from '../proxy/support/setup.ts';
import { account, type Anvil } from './anvil.ts';
import { MINT, MINTED, TOKEN_CREATION, tokenAbi } from './token.ts';

/** The one whose first transactions make the contracts, so that their addresses are known. */
const DEPLOYER = account(0).address;
export const CONTRACT = getContractAddress({ from: DEPLOYER, nonce: 0n });
export const OTHER = getContractAddress({ from: DEPLOYER, nonce: 1n });

/** Puts the token at `CONTRACT`, and once more at `OTHER`. */
export async function deploy({ send }: Anvil): Promise<void> {
  await send({ from: DEPLOYER, data: TOKEN_CREATION });
  await send({ from: DEPLOYER, data: TOKEN_CREATION });
}

export function mintData(id: bigint): Hex {
  return encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args: [id] });
}

export function chainAt(rpc: readonly string[], options: Partial<ChainOptions> = {}): Chain {
  return chain({ id: 1, name: 'Ethereum', rpc, timeoutMs: 15_000, ...options });
}

/** Minting the token `id` at `CONTRACT`, with an event that says so. */
export function minting(
  on: Chain,
  id: bigint | null,
  options: Partial<Parameters<typeof transaction>[0]> = {},
): OnchainSettings {
  const event: EventPattern = { abi: MINTED, where: { to: SENDER, id } };
  return transaction({ chain: on, to: CONTRACT, method: MINT, args: [id], event, ...options });
}

/** A claim of a member with what its wallet has signed; made again as often as it is called, as a widget does while it waits. */
export type Claimant = () => Promise<Reply>;

export async function claimant(
  setup: Setup,
  {
    by,
    memberId = 'ann',
    transaction: hash,
    chainId = 1,
  }: { by: LocalAccount; memberId?: string; transaction?: Hex; chainId?: number },
): Promise<Claimant> {
  const message = await messageFor(setup, { memberId, address: by.address, chainId });
  const signature = await by.signMessage({ message });
  return () => claimWith(setup, { message, signature, ...(hash && { transaction: hash }) }, { memberId });
}

/** A proxy whose action asks for that, with as much time as a loaded machine may need. */
export function proxyFor(verify: OnchainSettings): Setup {
  return proving(verify, { action: { verifySeconds: 15 } });
}

export function assertRefused({ status, body }: Reply, says: RegExp): void {
  assert.deepEqual([status, body['code']], [403, 'not-proved'], JSON.stringify(body));
  assert.match(String(body['detail']), says);
}
