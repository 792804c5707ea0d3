import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { setImmediate } from 'node:timers/promises';
import { type Hex, toHex } from 'viem';
import { type HDAccount, mnemonicToAccount } from 'viem/accounts';

const MNEMONIC = 'test test test test test test test test test test test junk';
/** Blocks of an epoch; what is two epochs deep is final. */
const EPOCH = 32;
const GAS = 1_000_000;
export const FINAL_DEPTH = 2 * EPOCH;

export interface AnvilOptions {
  chainId?: number;
  accounts?: number;
}

/** A chain of its own on this machine, as geth has it: a block for each transaction, or as many as it is told to. Close it with `await using`. */
export interface Anvil extends AsyncDisposable {
  url: string;
  ask: <T = unknown>(method: string, ...params: unknown[]) => Promise<T>;
  mine: (count?: number) => Promise<void>;
  /** Takes back so many blocks, and puts as many without transactions in their place. */
  reorganize: (depth: number) => Promise<void>;
  /** Has it sent from one of the accounts, and taken into a block unless it waits; its hash. */
  send: (transaction: { from: Hex; to?: Hex; data?: Hex; value?: bigint; waits?: boolean }) => Promise<Hex>;
}

/** One of the accounts that have ether. */
export function account(index: number): HDAccount {
  return mnemonicToAccount(MNEMONIC, { addressIndex: index });
}

export async function anvil({ chainId = 1, accounts = 10 }: AnvilOptions = {}): Promise<Anvil> {
  const args = [
    '--port',
    '0',
    '--chain-id',
    `${chainId}`,
    '--accounts',
    `${accounts}`,
    '--slots-in-an-epoch',
    `${EPOCH}`,
  ];
  const child = spawn(program(), args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const url = await listening(child.stdout, exited);
  const ask = async <T>(method: string, ...params: unknown[]): Promise<T> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const reply = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const { result, error } = (await reply.json()) as { result: T; error?: { message: string } };
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  return {
    url,
    ask,
    mine: (count = 1) => ask('anvil_mine', toHex(count)),
    reorganize: (depth) => ask('anvil_reorg', depth, []),
    async send({ value = 0n, waits = false, ...rest }) {
      const hash = await ask<Hex>('eth_sendTransaction', { ...rest, value: toHex(value), gas: toHex(GAS) });
      if (waits) return hash;
      // oxlint-disable-next-line no-await-in-loop -- its block is made soon, and not at once
      while ((await ask('eth_getTransactionReceipt', hash)) === null) await setImmediate();
      return hash;
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      await exited;
    },
  };
}

/** The program: the one that is installed here, or another one that `ANVIL_PATH` names. */
function program(): string {
  const named = process.env['ANVIL_PATH'];
  if (named !== undefined) return named;
  try {
    return createRequire(import.meta.url).resolve('@foundry-rs/anvil-linux-amd64/bin/anvil');
  } catch (cause) {
    throw new Error('npm has anvil for Linux on x64 alone: install Foundry, and say in ANVIL_PATH where its anvil is', {
      cause,
    });
  }
}

async function listening(output: NodeJS.ReadableStream, exited: Promise<unknown>): Promise<string> {
  const lines = createInterface({ input: output });
  const { promise, resolve } = Promise.withResolvers<string>();
  lines.on('line', (line) => {
    const [, address] = /^Listening on (\S+)$/.exec(line) ?? [];
    if (address !== undefined) resolve(`http://${address}`);
  });
  const ended = exited.then(() => {
    throw new Error('anvil ended before it listened');
  });
  return Promise.race([promise, ended]);
}
