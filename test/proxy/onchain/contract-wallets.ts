import assert from 'node:assert/strict';
import {
  decodeDeployData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  type Hex,
  isErc6492Signature,
  parseErc6492Signature,
  toHex,
} from 'viem';
import type { SignatureChain } from '../../../src/onchain/index.ts';

/** What a contract says of a signature. */
export type Says = (hash: Hex, signature: Hex) => boolean;

/** What an RPC may do instead of answering. */
export class RpcError extends Error {
  readonly code: number | undefined;

  constructor(message: string, code?: number) {
    super(message);
    this.code = code;
  }
}

/** The last block that counts. */
const LAST = 7n;

/**
 * A chain that stands in for one with contracts: it answers what viem asks to check a signature as the contract at that address would, and an
 * address without one as its key would have it, which is for nobody. One that its factory would deploy at an address is there as well.
 */
export function chainWith(
  contracts: Readonly<Record<string, Says>>,
  {
    id = 1,
    factories = {},
    since = {},
    fails,
  }: {
    id?: number;
    factories?: Readonly<Record<string, Record<string, Says>>>;
    /** What other contracts have said since the last block that counts. */
    since?: Readonly<Record<string, Says>>;
    fails?: () => Error;
  } = {},
): SignatureChain & { calls: string[] } {
  const calls: string[] = [];
  return {
    id,
    name: `chain ${id}`,
    calls,
    lastBlock: async () => LAST,
    request: () => async (call) => {
      calls.push(call.method);
      if (fails) throw fails();
      const [{ data }, block] = call.params as [{ data: Hex }, string];
      const { args } = decodeDeployData({
        abi: erc6492SignatureValidatorAbi,
        bytecode: erc6492SignatureValidatorByteCode,
        data,
      });
      const [address, hash, given] = args as [Hex, Hex, Hex];
      const { address: factory = '', signature } = isErc6492Signature(given)
        ? parseErc6492Signature(given)
        : { signature: given };
      assert.ok(block === toHex(LAST) || block === 'latest', block);
      const later = block === 'latest' ? since[address] : undefined;
      const wallet = later ?? contracts[address] ?? factories[factory]?.[address];
      if (!wallet) throw new RpcError('execution reverted: SignatureValidator#recoverSigner', 3);
      return wallet(hash, signature) ? '0x01' : '0x00';
    },
  };
}
