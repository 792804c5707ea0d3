import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { type Hex, toHex } from 'viem';
import { type HDAccount, mnemonicToAccount } from 'viem/accounts';

const PLATFORMS: Record<string, string> = { x64: 'amd64', arm64: 'arm64' };
const MNEMONIC = 'test test test test test test test test test test test junk';
/** Blocks of an epoch; what is two epochs deep is final. */
const EPOCH = 32;
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
  /** Has it sent from one of the accounts; its hash. */
  send: (transaction: { from: Hex; to?: Hex; data?: Hex; value?: bigint }) => Promise<Hex>;
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
    send: ({ value = 0n, ...rest }) =>
      ask('eth_sendTransaction', { ...rest, value: toHex(value), gas: toHex(200_000) }),
    async [Symbol.asyncDispose]() {
      child.kill();
      await exited;
    },
  };
}

/** The program itself, without the script that would fetch it. */
function program(): string {
  const name = `@foundry-rs/anvil-${process.platform}-${PLATFORMS[process.arch]}/bin/anvil`;
  return createRequire(import.meta.url).resolve(name);
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
