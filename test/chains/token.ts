import { concat, type Hex, parseAbi, toEventSelector, toFunctionSelector } from 'viem';

export const MINT = 'function mint(uint256 id)';
export const MINTED = 'event Minted(address indexed to, uint256 id)';

export const tokenAbi = parseAbi([
  MINT,
  MINTED,
  'function burn()',
  'function balanceOf(address owner) view returns (uint256)',
  'function ownerOf(uint256 id) view returns (address)',
  'function decimals() view returns (uint8)',
]);
export const multiTokenAbi = parseAbi(['function balanceOf(address owner, uint256 id) view returns (uint256)']);

/** The EVM's instructions that the token is made of. */
const OPS = {
  STOP: '00',
  CODECOPY: '39',
  ADD: '01',
  EQ: '14',
  ISZERO: '15',
  XOR: '18',
  SHR: '1c',
  CALLER: '33',
  CALLDATALOAD: '35',
  MSTORE: '52',
  SLOAD: '54',
  SSTORE: '55',
  JUMPI: '57',
  JUMPDEST: '5b',
  PUSH0: '5f',
  DUP1: '80',
  LOG2: 'a2',
  RETURN: 'f3',
  REVERT: 'fd',
} as const;

type Step = keyof typeof OPS | Hex | `:${string}` | `@${string}`;

/** The bytes of a program: instructions, what is pushed (`0x…`), places (`:mint`), and jumps to them (`@mint`). */
function assemble(steps: readonly Step[]): Hex {
  const pieces = steps.map((step) => {
    if (step.startsWith(':')) return OPS.JUMPDEST;
    if (step.startsWith('@')) return '610000';
    if (step.startsWith('0x')) return (0x5f + (step.length - 2) / 2).toString(16) + step.slice(2);
    return OPS[step as keyof typeof OPS];
  });
  const starts = pieces.map((_, index) => pieces.slice(0, index).join('').length / 2);
  const placeOf = (name: string) => (starts[steps.indexOf(`:${name}`)] ?? 0).toString(16).padStart(4, '0');
  return `0x${pieces.map((piece, index) => (steps[index]?.startsWith('@') ? `61${placeOf(steps[index].slice(1))}` : piece)).join('')}`;
}

const on = (signature: string, name: string): Step[] => [
  'DUP1',
  toFunctionSelector(signature),
  'EQ',
  `@${name}`,
  'JUMPI',
];
const ANSWER: Step[] = ['PUSH0', 'MSTORE', '0x20', 'PUSH0', 'RETURN'];

/**
 * A token of all standards at once, as it runs on chain. An address that calls `mint` with an id other than 0 has one more and an event says so, and `burn`
 * takes all away. What it keeps stands where the owner's address says, for one token of many that and its id together, and for an owner where the id says.
 */
const TOKEN = assemble([
  'PUSH0',
  'CALLDATALOAD',
  '0xe0',
  'SHR',
  ...on('function mint(uint256)', 'mint'),
  ...on('function burn()', 'burn'),
  ...on('function balanceOf(address)', 'kept'),
  ...on('function balanceOf(address,uint256)', 'keptOfMany'),
  ...on('function ownerOf(uint256)', 'kept'),
  ...on('function decimals()', 'decimals'),
  ':fail',
  'PUSH0',
  'PUSH0',
  'REVERT',
  ':mint',
  '0x04',
  'CALLDATALOAD',
  'ISZERO',
  '@fail',
  'JUMPI',
  'CALLER',
  'SLOAD',
  '0x01',
  'ADD',
  'CALLER',
  'SSTORE',
  '0x04',
  'CALLDATALOAD',
  'PUSH0',
  'MSTORE',
  'CALLER',
  toEventSelector(MINTED),
  '0x20',
  'PUSH0',
  'LOG2',
  'STOP',
  ':burn',
  'PUSH0',
  'CALLER',
  'SSTORE',
  'STOP',
  ':kept',
  '0x04',
  'CALLDATALOAD',
  'SLOAD',
  ...ANSWER,
  ':keptOfMany',
  '0x04',
  'CALLDATALOAD',
  '0x24',
  'CALLDATALOAD',
  'XOR',
  'SLOAD',
  ...ANSWER,
  ':decimals',
  'PUSH0',
  ...ANSWER,
]);

const LENGTH: Hex = `0x${((TOKEN.length - 2) / 2).toString(16).padStart(4, '0')}`;
const COPY: Step[] = [LENGTH, '0x0c', 'PUSH0', 'CODECOPY', LENGTH, 'PUSH0', 'RETURN'];

/** What a transaction without an address puts the token on chain with. */
export const TOKEN_CREATION: Hex = concat([assemble(COPY), TOKEN]);
