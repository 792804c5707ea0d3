import type { PrivateKeyAccount } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { OnchainSettings } from '../../../src/proxy/index.ts';
import type { Reply } from '../support/check-reply.ts';
import type { Setup } from '../support/setup.ts';

export const MAINNET = { id: 1, name: 'Ethereum' };
export const BASE_CHAIN = { id: 8453, name: 'Base' };

/** A wallet of an ordinary key. */
export function wallet(): PrivateKeyAccount {
  return privateKeyToAccount(generatePrivateKey());
}

/** A proof on chain that lets every claim through which the proxy lets come to it. */
export function takesAll(change: Partial<OnchainSettings> = {}): OnchainSettings {
  return {
    type: 'onchain',
    asks: 'address',
    chains: [MAINNET],
    check: async ({ address }) => ({ kind: 'ok', evidence: [{ type: 'test', address }], singleUses: [] }),
    ...change,
  };
}

export interface Asked {
  action?: string;
  memberId?: string;
  address: string;
  chainId?: number;
  origin?: string | null;
}

/** Asks for a text to sign. */
export function askFor(
  { ask }: Pick<Setup, 'ask'>,
  { action = 'tour', memberId = 'ann', address, chainId = 1, origin }: Asked,
): Promise<Reply> {
  return ask(`/rewards/actions/${action}/onchain`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(origin !== undefined && { origin }) },
    body: JSON.stringify({ memberId, address, chainId }),
  });
}

/** The text that the proxy writes. */
export async function messageFor(setup: Pick<Setup, 'ask'>, asked: Asked): Promise<string> {
  const { status, body } = await askFor(setup, asked);
  if (status !== 200) throw new Error(`no message: ${JSON.stringify(body)}`);
  return String(body['message']);
}

/** Claims with what a wallet has signed. */
export function claimWith(
  { claim }: Pick<Setup, 'claim'>,
  onchain: object | undefined,
  {
    action = 'tour',
    memberId = 'ann',
    headers = {},
  }: { action?: string; memberId?: string; headers?: Record<string, string> } = {},
): Promise<Reply> {
  return claim(action, { memberId, ...(onchain && { proof: { onchain } }) }, headers);
}
