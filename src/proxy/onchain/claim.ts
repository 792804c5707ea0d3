import type { OnchainView } from '../../contract/index.ts';
import type { Logger } from '../monitoring/logger.ts';
import type { Finding } from '../proofs/proof.ts';

/** An address or a hash, in hex with 0x. */
export type Hex = `0x${string}`;

/** A claim with a signed message. The message is the proxy's own, unchanged and not expired, for this action, this member and this site. */
export interface OnchainClaim {
  action: string;
  memberId: string;
  /** The address in the message, with the upper case letters of EIP-55. */
  address: Hex;
  chainId: number;
  /** The text that the wallet signed (EIP-4361). */
  message: string;
  signature: Hex;
  /** The hash of a transaction in lower case, if there is one. */
  transaction: Hex | null;
  /** For problems with a chain. */
  logger: Logger;
  /** Aborts when the time for an answer is over. */
  signal: AbortSignal;
  /** Epoch milliseconds. */
  now: number;
}

/** The time limit for queries of the chain, and the logger for problems. */
type Asking = Pick<OnchainClaim, 'signal' | 'logger'>;

/** What an action requires on chain, and the function that checks it: made by the functions of `rewards-proxy/onchain`. */
export interface OnchainSettings extends OnchainView {
  type: 'onchain';
  /** Grants nothing if it rejects. */
  check: (claim: OnchainClaim) => Promise<Finding>;
  /** For a holding: whether the address holds it at the last final block, regardless of how long. Rejects if that cannot be determined. */
  isHeld?: ((address: Hex, asking: Asking) => Promise<boolean>) | undefined;
}
