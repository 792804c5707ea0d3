import { chain, holding, ownership, SENDER, transaction } from '../../src/onchain/index.ts';
import type { Finding, OnchainClaim } from '../../src/proxy/index.ts';

export const TOKEN = `0x${'c0'.repeat(20)}` as const;
export const MINTED = 'event Minted(address indexed to, uint256 id)';
const MINT = 'function mint(uint256 id)';

/** What a visitor has signed, and what is to be found out of it by which RPC. */
export interface OnchainCall {
  rpc: string;
  proof: 'ownership' | 'holding' | 'transaction';
  claim: Pick<OnchainClaim, 'address' | 'message' | 'signature' | 'transaction'>;
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** Finds it out, here. */
export function checkOnchain({ rpc, proof, claim }: OnchainCall): Promise<Finding> {
  const ethereum = chain({ id: 1, name: 'Ethereum', rpc: [rpc], timeoutMs: 15_000 });
  const proofs = {
    ownership: () => ownership({ chains: [ethereum] }),
    holding: () => holding({ chain: ethereum, token: TOKEN, standard: 'erc721' }),
    transaction: () =>
      transaction({
        chain: ethereum,
        to: TOKEN,
        method: MINT,
        args: [7],
        event: { abi: MINTED, where: { to: SENDER, id: 7 } },
      }),
  };
  return proofs[proof]().check({
    ...claim,
    action: 'mint',
    memberId: 'ann',
    chainId: 1,
    logger: silent,
    signal: new AbortController().signal,
    now: 0,
  });
}
