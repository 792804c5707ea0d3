import type { OnchainView } from '../../contract/index.ts';
import type { Logger } from '../monitoring/logger.ts';
import type { Finding } from '../proofs/proof.ts';

/** An address or a hash, in hex with 0x. */
export type Hex = `0x${string}`;

/** A claim that shows something on chain. The message is the proxy's own, unchanged and unexpired, for this action, this member and this site. */
export interface OnchainClaim {
  action: string;
  memberId: string;
  /** The address that the message names, with the capitals of EIP-55. */
  address: Hex;
  chainId: number;
  /** What the wallet was to sign (EIP-4361). */
  message: string;
  signature: Hex;
  /** The hash of a transaction, in small letters, where one came along. */
  transaction: Hex | null;
  /** Where trouble with a chain is told. */
  logger: Logger;
  /** Aborts when the time for an answer is over. */
  signal: AbortSignal;
  /** Epoch milliseconds. */
  now: number;
}

/** Within which time the chain is asked, and where trouble with it is told. */
type Asking = Pick<OnchainClaim, 'signal' | 'logger'>;

/** What an action asks for on chain, and who finds out: what the functions of `rewards-proxy/onchain` make. */
export interface OnchainSettings extends OnchainView {
  type: 'onchain';
  /** Grants nothing if it rejects. */
  check: (claim: OnchainClaim) => Promise<Finding>;
  /** Of a holding: whether the address has it at the last block that counts, for however long. Rejects if nobody can find out. */
  isHeld?: ((address: Hex, asking: Asking) => Promise<boolean>) | undefined;
}
