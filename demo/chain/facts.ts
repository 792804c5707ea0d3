import type { Address, Hex } from 'viem';

/** The chain's number, which no other has that is listed, and what visitors read. */
export const HARBOUR_CHAIN = { id: 18_860_417, name: 'Harbour Chain' };

/** The contract of the lantern, the only one on the chain. */
export const LANTERN: Address = '0x1a47e4000000000000000000000000000000deed';

/** What a wallet sends it to light the lantern: `function light()`. */
export const LIGHT: Hex = '0x64dbe78c';

/** So many blocks have to stand on one until it is final. */
export const FINAL_DEPTH = 6;
