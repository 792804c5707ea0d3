import { type Address, getAddress, isAddress } from 'viem';
import { lowerHex } from './lower-hex.ts';

/** Throws a `TypeError` that names the function of the config and says what to change. */
export function checkOption(fulfilled: boolean, where: string, message: string): asserts fulfilled {
  if (!fulfilled) throw new TypeError(`${where}: ${message}`);
}

/** Throws `TypeError` for an option that does not exist. */
export function checkOptionNames(where: string, options: object, known: readonly string[]): void {
  const unknown = Object.keys(options).find((key) => !known.includes(key));
  checkOption(unknown === undefined, where, `${unknown} is no option: there are ${known.join(', ')}`);
}

/** The address of a contract, in lower case. Throws `TypeError` if it is not one. */
export function checkAddress(where: string, name: string, given: unknown): Address {
  const fits = typeof given === 'string' && isAddress(given);
  checkOption(
    fits,
    where,
    `${name} must be an address such as ${EXAMPLE}; where it has capitals, they have to be those of EIP-55`,
  );
  return lowerHex(given);
}

const EXAMPLE = getAddress('0x00000000219ab540356cbb839cbe05303d7705fa');
