import type { Hex } from 'viem';
import * as z from 'zod';
import type { RpcAnswer } from './rpc.ts';
import { lowerHex } from './lower-hex.ts';

const hex = (pattern: RegExp) => z.string().regex(pattern).transform(lowerHex);

const Quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i)
  .transform(BigInt);
const Hash = hex(/^0x[0-9a-f]{64}$/i);
const Address = hex(/^0x[0-9a-f]{40}$/i);
const Data = hex(/^0x(?:[0-9a-f]{2})*$/i);

const Block = z.object({ number: Quantity, hash: Hash, timestamp: Quantity });

/** Some RPCs leave `removed` out, and are correct otherwise. */
const Log = z
  .object({
    address: Address,
    topics: z.array(Hash).max(4),
    data: Data,
    removed: z.literal(false).optional(),
  })
  .transform(({ address, topics, data }) => ({ address, topics, data }));

const Receipt = z.object({
  transactionHash: Hash,
  blockHash: Hash,
  blockNumber: Quantity,
  status: z.enum(['0x0', '0x1']),
  logs: z.array(Log),
});

const Transaction = z.object({
  hash: Hash,
  from: Address,
  to: Address.nullable(),
  input: Data,
  value: Quantity,
  nonce: Quantity,
});

const Place = z.object({ hash: Hash, blockNumber: Quantity.nullable() });

/** A block; `timestamp` in seconds. */
export type Block = z.output<typeof Block>;
export type Log = z.output<typeof Log>;
export type Receipt = z.output<typeof Receipt>;
/** The content of a transaction, whichever block it is in. */
export type Transaction = z.output<typeof Transaction>;

/** The result of a contract call. */
export type Called = { returned: Hex } | { reverted: string };

/** Reads an RPC's answer; null if it does not have the expected form. */
export type Reader<T> = (answer: RpcAnswer) => { value: T } | null;

function reader<T>(schema: z.ZodType<T>, fits: (value: T) => boolean): Reader<T> {
  return (answer) => {
    if ('reverted' in answer) return null;
    const parsed = schema.safeParse(answer.result);
    return parsed.success && fits(parsed.data) ? { value: parsed.data } : null;
  };
}

export const quantity = reader(Quantity, () => true);

const returned = reader(Data, () => true);

export const called: Reader<Called> = (answer) => {
  if ('reverted' in answer) return { value: answer };
  const read = returned(answer);
  return read && { value: { returned: read.value } };
};

/** The answer to that method, unchanged; `eth_call` must return bytes. */
export function answerTo(method: string): Reader<RpcAnswer> {
  return (answer) => (method !== 'eth_call' || called(answer) ? { value: answer } : null);
}

/** A block; with a number, only the block of that number. */
export function block(number?: bigint): Reader<Block | null> {
  return reader(Block.nullable(), (found) => number === undefined || found === null || found.number === number);
}

/** The receipt of that transaction; null if it is in no block yet. */
export function receipt(hash: Hex): Reader<Receipt | null> {
  return reader(Receipt.nullable(), (found) => found === null || found.transactionHash === hash);
}

/** That transaction; null if it is not known. */
export function transaction(hash: Hex): Reader<Transaction | null> {
  return reader(Transaction.nullable(), (found) => found === null || found.hash === hash);
}

/** Whether that transaction is in no block; null if it is not known. */
export function isPending(hash: Hex): Reader<boolean | null> {
  const place = reader(Place.nullable(), (found) => found === null || found.hash === hash);
  return (answer) => {
    const read = place(answer);
    return read && { value: read.value && read.value.blockNumber === null };
  };
}
