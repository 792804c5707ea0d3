import {
  compactSignatureToSignature,
  createPublicClient,
  custom,
  parseCompactSignature,
  recoverMessageAddress,
  serializeSignature,
} from 'viem';
import type { Finding, OnchainClaim } from '../proxy/index.ts';

/** A chain, as far as the signature of a wallet that is a contract is checked there. */
export interface SignatureChain {
  readonly id: number;
  readonly name: string;
  /** The number of the last block that counts. Rejects if nobody could find out. */
  lastBlock(reading: Pick<OnchainClaim, 'signal' | 'logger'>): Promise<bigint>;
  /** What EIP-1193 lets one ask. An error with code 3 is a revert; any other means that nobody could find out. */
  request(
    reading: Pick<OnchainClaim, 'signal' | 'logger'>,
  ): (call: { method: string; params?: unknown }) => Promise<unknown>;
}

/** The answer to another signature. */
export const NOT_SIGNED = 'The signature is not one of that address. Please sign again with its wallet.';

const REVERTED = 3;
const COMPACT_LENGTH = 2 + 2 * 64;
/** Asked again after this while the chain confirms. */
const RETRY_S = 15;
/**
 * The end of a signature that carries a delegation of the account to a contract (ERC-8010), which viem would have the chain suppose. A thief
 * of an unused delegation could sign for the account; the account's own key can sign without one.
 */
const PRE_DELEGATED = /(?:8010){16}$/;

/** As of when a contract is asked: of the last block that counts, or of the last one of all. */
type Block = { blockNumber: bigint } | { blockTag: 'latest' };

/**
 * What keeps the signature from being one of the claim's address; null if nothing does. One by the address's own key is checked without the
 * chain; one of a contract (EIP-1271), also of one that is not deployed yet (EIP-6492), by asking the chain's RPCs. A contract may say something
 * else in the next block, so that what it says of the last one that counts is what counts; what it has said only since is waited for.
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
    // What is no such signature may be one of a contract.
    return false;
  }
}

/** Null if nobody could find out. */
async function isByContract(claim: OnchainClaim, chain: SignatureChain, block: Block): Promise<boolean | null> {
  const { address, message, signature } = claim;
  const ask = chain.request(claim);
  let isUnknown = false;
  // viem tells an RPC that is down as a signature that does not hold.
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
