/** What an action requires on chain: that the visitor proves that an address is theirs, or also a transaction from it. */
export interface OnchainView {
  asks: 'address' | 'transaction';
  /** The accepted chains, with the ids of EIP-155. */
  chains: { id: number; name: string }[];
}

/** The body of `POST {mount}/actions/{action}/onchain`. */
export interface OnchainRequest {
  memberId?: string | undefined;
  /** In hex with 0x. Upper case letters, if there are any, must be those of EIP-55. */
  address: string;
  chainId: number;
}

/** The reply to it: the text for the wallet to sign unchanged (EIP-4361), and when it expires, ISO 8601 in UTC. */
export interface OnchainMessage {
  message: string;
  expiresAt: string;
}

/** The proof for the action's `onchain`: the text, the wallet's signature of it, and the hash of a transaction if one is required. */
export interface OnchainProof {
  message: string;
  signature: string;
  transaction?: string | undefined;
}
