import { hexToString, isHex, keccak256, type PrivateKeyAccount, toBytes } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

/** The account of that name. Its key is no secret, and good for the chain of the demo alone. */
export function accountOf(name: string): PrivateKeyAccount {
  return privateKeyToAccount(keccak256(toBytes(`rewards-elements demo: ${name}`)));
}

/** The text whose bytes those are, in hex as wallets are asked to sign it; null where it is none. */
export function textIn(message: unknown): string | null {
  return isHex(message) ? hexToString(message) : null;
}
