import {
  type Address,
  type Hex,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  serializeTransaction,
  type TransactionSerializableEIP1559,
  type TransactionSerializedEIP1559,
} from 'viem';
import { lowerHex } from '../../src/onchain/lower-hex.ts';
import { HARBOUR_CHAIN } from './facts.ts';
import { INVALID_PARAMS, REJECTED, RpcError } from './rpc-error.ts';

/** A transaction whose signature holds. Addresses are in small letters. */
export interface SignedTransaction {
  hash: Hex;
  from: Address;
  /** Null where it would put a contract on the chain. */
  to: Address | null;
  input: Hex;
  nonce: number;
}

/** Half the order of secp256k1: a signature with a larger `s` is another form of one that is known (EIP-2). */
const HALF_ORDER = 0x7fff_ffff_ffff_ffff_ffff_ffff_ffff_ffff_5d57_6e73_57a4_501d_dfe9_2f46_681b_20a0n;
const LEAST_GAS = 21_000n;

/** Reads what a wallet has signed. Throws `RpcError` where it is not whole, not signed for this chain, or costs what nobody has. */
export async function readSigned(raw: Hex): Promise<SignedTransaction> {
  if (!isTyped(raw)) throw new RpcError(REJECTED, 'transaction type not supported');
  const { transaction, signature } = parsed(raw);
  const { chainId, to = null, data = '0x', nonce = 0, gas = 0n, value = 0n, maxFeePerGas = 0n } = transaction;
  demand(chainId === HARBOUR_CHAIN.id, `invalid chain id for signer: have ${chainId} want ${HARBOUR_CHAIN.id}`);
  demand(BigInt(signature.s) <= HALF_ORDER, 'invalid transaction v, r, s values');
  demand(gas >= LEAST_GAS, 'intrinsic gas too low');
  demand(value === 0n && maxFeePerGas === 0n, 'insufficient funds for gas * price + value: balance 0');
  return { hash: keccak256(raw), from: await signerOf(raw), to: to && lowerHex(to), input: data, nonce };
}

function parsed(raw: TransactionSerializedEIP1559): {
  transaction: TransactionSerializableEIP1559;
  signature: { r: Hex; s: Hex; yParity: number };
} {
  try {
    const { r, s, yParity, v: _, ...transaction } = parseTransaction(raw);
    // Another way to write the same would be another hash.
    if (r && s && yParity !== undefined && serializeTransaction(transaction, { r, s, yParity }) === raw) {
      return { transaction, signature: { r, s, yParity } };
    }
  } catch {
    // It is none.
  }
  throw new RpcError(INVALID_PARAMS, 'not a signed transaction');
}

async function signerOf(raw: TransactionSerializedEIP1559): Promise<Address> {
  try {
    return lowerHex(await recoverTransactionAddress({ serializedTransaction: raw }));
  } catch {
    throw new RpcError(REJECTED, 'invalid sender');
  }
}

function isTyped(raw: Hex): raw is TransactionSerializedEIP1559 {
  return raw.startsWith('0x02');
}

function demand(fulfilled: boolean, message: string): void {
  if (!fulfilled) throw new RpcError(REJECTED, message);
}
