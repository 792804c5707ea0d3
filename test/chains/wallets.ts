import { concat, getContractAddress, type Hex, pad, size, toHex } from 'viem';

/** Says yes to whatever it is asked: 0x1626ba7e, the answer of EIP-1271. */
export const YES: Hex = '0x631626ba7e60e01b60005260206000f3';
/** Reverts whatever it is asked. */
export const REVERTS: Hex = '0x60006000fd';
/** Deploys what it is called with, by CREATE2 with a salt of zeros. */
export const FACTORY: Hex = '0x36600060003760003660006000f560005260206000f3';
export const FACTORY_AT: Hex = `0x${'fa'.repeat(20)}`;

/** A wallet that takes the signatures of one key: `isValidSignature(hash, signature)` by the precompiled `ecrecover`. */
export function walletOf(owner: Hex): Hex {
  const recovered = '0x60043560005260a43560001a602052606435604052608435606052602060006080600060015afa50600051';
  return concat([recovered, '0x73', owner, '0x14631626ba7e60e01b0260005260206000f3']);
}

/** What deploys that code. */
export function creationOf(code: Hex): Hex {
  const length = toHex(size(code), { size: 1 });
  return concat(['0x60', length, '0x600c60003960', length, '0x6000f3', code]);
}

/** Where the factory puts what is deployed so. */
export function deployedAt(creation: Hex): Hex {
  return getContractAddress({ opcode: 'CREATE2', from: FACTORY_AT, salt: pad('0x00'), bytecode: creation });
}
