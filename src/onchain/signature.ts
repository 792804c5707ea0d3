import {
  compactSignatureToSignature,
  createPublicClient,
  custom,
  parseCompactSignature,
  recoverMessageAddress,
  serializeSignature,
} from 'viem';
import type { OnchainClaim } from '../proxy/index.ts';

/** A chain, as far as the signature of a wallet that is a contract is checked there. */
export interface SignatureChain {
  readonly id: number;
  readonly name: string;
  /** What EIP-1193 lets one ask. An error with code 3 is a revert; any other means that nobody could find out. */
  request(
    reading: Pick<OnchainClaim, 'signal' | 'logger'>,
  ): (call: { method: string; params?: unknown }) => Promise<unknown>;
}

/** What whoever shows another signature is told. */
export const NOT_SIGNED = 'The signature is not one of that address. Please sign again with its wallet.';

const REVERTED = 3;
const COMPACT_LENGTH = 2 + 2 * 64;

/**
 * Whether the wallet of the claim's address has signed its message; null where nobody could find out. A signature by the address's own key
 * is checked without the chain; one of a contract (EIP-1271), also of one that is not deployed yet (EIP-6492), by asking the chain's RPCs.
 */
export async function isSigned(claim: OnchainClaim, chain: SignatureChain): Promise<boolean | null> {
  return (await isByOwnKey(claim)) || isByContract(claim, chain);
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

async function isByContract(claim: OnchainClaim, chain: SignatureChain): Promise<boolean | null> {
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
    const holds = await client.verifyMessage({ address, message, signature });
    return isUnknown ? null : holds;
  } catch {
    return isUnknown ? null : false;
  }
}

function isRevert(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === REVERTED;
}
