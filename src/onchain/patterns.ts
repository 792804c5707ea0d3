import {
  type Abi,
  type AbiEvent,
  type AbiFunction,
  type AbiParameter,
  type Address,
  decodeEventLog,
  decodeFunctionData,
  encodeAbiParameters,
  type Hex,
  parseAbiItem,
} from 'viem';
import { checkAddress, checkOption, checkOptionNames } from './check-options.ts';
import type { Log } from './replies.ts';

/** Stands for the address that the visitor proved, in place of a value. */
export const SENDER: unique symbol = Symbol('SENDER');

/** What a value must be: this value, the visitor's address (`SENDER`), at least `least`, or with `null` anything. */
export type Pattern =
  | typeof SENDER
  | { least: bigint | number }
  | string
  | bigint
  | number
  | boolean
  | readonly unknown[]
  | null;

export interface EventPattern {
  /** The event in Solidity: `event Transfer(address indexed from, address indexed to, uint256 id)`. */
  abi: string;
  /** What its parameters must be, by name. Parameters that are not named may be anything. */
  where?: Readonly<Record<string, Pattern>> | undefined;
  /** The contract that must have emitted it; default: the one that the transaction was sent to. */
  from?: Address | undefined;
}

type Fits = (value: unknown, sender: Address) => boolean;

/** Tells whether a call is of that method, with such arguments. Throws `TypeError` for a pattern that nothing can match. */
export function methodPattern(
  where: string,
  method: string,
  args: readonly Pattern[] = [],
): (input: Hex, sender: Address) => boolean {
  const item = readMethod(where, method);
  checkOption(Array.isArray(args), where, 'args must be a list, with null for what may be anything');
  const many = args.length === 0 || args.length === item.inputs.length;
  checkOption(
    many,
    where,
    `args must have ${item.inputs.length} entries, as method has, with null for what may be anything`,
  );
  const fits = args.map((pattern, index) => fitsOf(where, `args[${index}]`, item.inputs[index], pattern));
  return (input, sender) => {
    const given = decoded(() => decodeFunctionData({ abi: [item], data: input }).args ?? []);
    return given !== null && fits.every((fit, index) => fit(given[index], sender));
  };
}

/** Tells whether a log is of that event, from that contract, with such values. Throws `TypeError` for a pattern that nothing can match. */
export function eventPattern(
  where: string,
  event: EventPattern,
  contract: Address,
): (log: Log, sender: Address) => boolean {
  checkOption(
    typeof event === 'object' && event !== null,
    where,
    "event must be an object such as { abi: 'event Minted(address indexed to)' }",
  );
  checkOptionNames(`${where}: event`, event, ['abi', 'where', 'from']);
  const item = readEvent(where, event.abi);
  const from = event.from === undefined ? contract : checkAddress(where, 'event.from', event.from);
  const fits = Object.entries(event.where ?? {}).map(([name, pattern]) => {
    const input = item.inputs.find((one) => one.name === name);
    const names = item.inputs.flatMap((one) => (one.name ? [one.name] : []));
    checkOption(
      input !== undefined,
      where,
      `event.where.${name} is no parameter of the event, which has ${names.join(', ') || 'none with a name'}`,
    );
    const isHashed = 'indexed' in input && input.indexed === true && /[[(]|^(?:string|bytes|tuple)$/.test(input.type);
    checkOption(
      !isHashed,
      where,
      `event.where.${name} cannot be compared: of what is indexed and has no fixed size, the chain keeps a hash`,
    );
    return [name, fitsOf(where, `event.where.${name}`, input, pattern)] as const;
  });
  // With a name for each parameter: viem decodes to a list if one has none.
  const named = { ...item, inputs: item.inputs.map((input, index) => ({ ...input, name: input.name || `_${index}` })) };
  return ({ address, topics, data }, sender) => {
    if (address !== from) return false;
    const [first, ...rest] = topics;
    if (first === undefined) return false;
    const found = decoded(() => decodeEventLog({ abi: [named], topics: [first, ...rest], data, strict: true }).args);
    if (found === null) return false;
    const values: Record<string, unknown> = { ...found };
    return fits.every(([name, fit]) => fit(values[name], sender));
  };
}

function readMethod(where: string, text: unknown): AbiFunction {
  const item = readAbi(text);
  const example = "must be 'function mint(uint256 id)' or the like, as Solidity has it";
  checkOption(item?.type === 'function', where, `method ${example}`);
  return item;
}

function readEvent(where: string, text: unknown): AbiEvent {
  const item = readAbi(text);
  const example = "must be 'event Minted(address indexed to, uint256 id)' or the like, as Solidity has it";
  checkOption(item?.type === 'event', where, `event.abi ${example}`);
  return item;
}

function readAbi(text: unknown): Abi[number] | null {
  return typeof text === 'string' ? decoded((): Abi[number] => parseAbiItem(text)) : null;
}

function fitsOf(where: string, name: string, input: AbiParameter | undefined, pattern: Pattern): Fits {
  checkOption(
    input !== undefined && pattern !== undefined,
    where,
    `${name} is missing: give null for what may be anything`,
  );
  if (pattern === null) return () => true;
  const { type } = input;
  if (pattern === SENDER) {
    checkOption(type === 'address', where, `${name} is of the type ${type}, and SENDER is an address`);
    return (value, sender) => typeof value === 'string' && value.toLowerCase() === sender.toLowerCase();
  }
  if (isLeast(pattern)) {
    const { least } = pattern;
    checkOption(
      /^u?int\d*$/.test(type),
      where,
      `${name} is of the type ${type}, and only numbers are at least something`,
    );
    checkOption(
      typeof least === 'bigint' || Number.isSafeInteger(least),
      where,
      `${name}.least must be a whole number`,
    );
    return (value) => (typeof value === 'bigint' || typeof value === 'number') && value >= least;
  }
  const wanted = encoded(input, pattern);
  checkOption(
    wanted !== null,
    where,
    `${name} is no value of the type ${type}; numbers above 2^53 need an n at their end`,
  );
  return (value) => encoded(input, value) === wanted;
}

function isLeast(pattern: Pattern): pattern is { least: bigint | number } {
  return typeof pattern === 'object' && pattern !== null && 'least' in pattern && Object.keys(pattern).length === 1;
}

/** The value in its ABI encoding, so that values can be compared; null if it is not of that type. */
function encoded(input: AbiParameter, value: unknown): Hex | null {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return null;
  return decoded(() => encodeAbiParameters([input], [value]));
}

/** Null if the data cannot be decoded: then it matches nothing. */
function decoded<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
