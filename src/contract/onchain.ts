/** What an action asks for on chain: that the visitor shows an address to be theirs, or a transaction of theirs as well. */
export interface OnchainView {
  asks: 'address' | 'transaction';
  /** Where, by the ids of EIP-155; any one of them. */
  chains: { id: number; name: string }[];
}

/** The body of `POST {mount}/actions/{action}/onchain`. */
export interface OnchainRequest {
  memberId?: string | undefined;
  /** In hex with 0x; where it has capitals, they must be those of EIP-55. */
  address: string;
  chainId: number;
}

/** The reply to it: the text that the wallet is to sign as it stands (EIP-4361), and until when that counts, ISO 8601 in UTC. */
export interface OnchainMessage {
  message: string;
  expiresAt: string;
}

/** What a claim shows of the action's `onchain`: the text, the wallet's signature of it, and the hash of a transaction where one is asked for. */
export interface OnchainProof {
  message: string;
  signature: string;
  transaction?: string | undefined;
}
