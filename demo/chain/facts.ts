import type { Address } from 'viem';

/** The chain's number, which no other has that is listed, and what visitors read. */
export const HARBOUR_CHAIN = { id: 18_860_417, name: 'Harbour Chain' };

/** The contract of the lantern, the only one on the chain. */
export const LANTERN: Address = '0x1a47e4000000000000000000000000000000deed';

/** So many blocks have to stand on one until it is final. */
export const FINAL_DEPTH = 6;
