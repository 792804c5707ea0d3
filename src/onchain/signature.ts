import {
  compactSignatureToSignature,
  createPublicClient,
  custom,
  parseCompactSignature,
  recoverMessageAddress,
  serializeSignature,
} from 'viem';
import type { Finding, OnchainClaim } from '../proxy/index.ts';

/** What checking the signature of a contract wallet needs of a chain. */
export interface SignatureChain {
  readonly id: number;
  readonly name: string;
  /** The number of the last final block. Rejects if it cannot be determined. */
  lastBlock(reading: Pick<OnchainClaim, 'signal' | 'logger'>): Promise<bigint>;
  /** An EIP-1193 request. An error with code 3 is a revert; any other error means that the answer is unknown. */
  request(
    reading: Pick<OnchainClaim, 'signal' | 'logger'>,
  ): (call: { method: string; params?: unknown }) => Promise<unknown>;
}

/** What a visitor is told if the signature is of another address. */
export const NOT_SIGNED = 'The signature is not one of that address. Please sign again with its wallet.';

const REVERTED = 3;
const COMPACT_LENGTH = 2 + 2 * 64;
/** Seconds until the widget asks again while the chain confirms. */
const RETRY_S = 15;
/**
 * The end of a signature that carries a delegation of the account to a contract (ERC-8010), which viem would simulate on chain. A thief of an unused
 * delegation could sign for the account. The account's own key can sign without a delegation.
 */
const PRE_DELEGATED = /(?:8010){16}$/;

/** The block at whose state a contract is asked. */
type Block = { blockNumber: bigint } | { blockTag: 'latest' };

/**
 * Why the signature is not accepted as one of the claim's address; null if it is. A signature by the address's own key is checked without the chain.
 * One of a contract (EIP-1271), also of a contract that is not deployed yet (EIP-6492), is checked through the chain's RPCs. A contract's answer may
 * change with each block, so its answer at the last final block counts. If it accepts the signature only since a later block, the visitor has to wait
 * until that block is final.
 */
export async function refusalForSignature(claim: OnchainClaim, chain: SignatureChain): Promise<Finding | null> {
  if (await isByOwnKey(claim)) return null;
  if (PRE_DELEGATED.test(claim.signature)) return { kind: 'refuse', detail: NOT_SIGNED };
  const blockNumber = await chain.lastBlock(claim).catch(() => null);
  const counts = blockNumber === null ? null : await isByContract(claim, chain, { blockNumber });
  if (counts === true) return null;
  const comes = counts === false && (await isByContract(claim, chain, { blockTag: 'latest' }));
  if (comes === true) return { kind: 'not-yet', retryAfter: RETRY_S };
  return counts === null || comes === null ? { kind: 'unavailable' } : { kind: 'refuse', detail: NOT_SIGNED };
}

async function isByOwnKey({ address, message, signature }: OnchainClaim): Promise<boolean> {
  try {
    const whole =
      signature.length === COMPACT_LENGTH
        ? serializeSignature(compactSignatureToSignature(parseCompactSignature(signature)))
        : signature;
    return (await recoverMessageAddress({ message, signature: whole })) === address;
  } catch {
    // It may still be the signature of a contract.
    return false;
  }
}

/** Null if it cannot be determined. */
async function isByContract(claim: OnchainClaim, chain: SignatureChain, block: Block): Promise<boolean | null> {
  const { address, message, signature } = claim;
  const ask = chain.request(claim);
  let isUnknown = false;
  // viem reports an RPC that is down like a wrong signature, so such errors are recorded here.
  const request = async (call: { method: string; params?: unknown }): Promise<unknown> => {
    try {
      return await ask(call);
    } catch (error) {
      isUnknown ||= !isRevert(error);
      throw error;
    }
  };
  const client = createPublicClient({ transport: custom({ request }, { retryCount: 0 }) });
  try {
    const holds = await client.verifyMessage({ address, message, signature, ...block });
    return isUnknown ? null : holds;
  } catch {
    return isUnknown ? null : false;
  }
}

function isRevert(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === REVERTED;
}
