import assert from 'node:assert/strict';
import type { Hex, LocalAccount } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { type Chain, chain, type ChainOptions } from '../../src/onchain/chain.ts';
import type { Finding, OnchainClaim, OnchainSettings } from '../../src/proxy/index.ts';
import { StandInChain } from './stand-in-chain.ts';
import { StandInRpc } from './stand-in-rpc.ts';

export const ANN = privateKeyToAccount(`0x${'a1'.repeat(32)}`);
export const BEN = privateKeyToAccount(`0x${'b2'.repeat(32)}`);
export const CONTRACT = `0x${'c0'.repeat(20)}` as const;
export const OTHER = `0x${'d0'.repeat(20)}` as const;

export interface LogLine {
  level: string;
  message: string;
}

export interface Reading extends AsyncDisposable {
  model: StandInChain;
  rpcs: StandInRpc[];
  /** Where they are. */
  urls: readonly string[];
  chain: Chain;
  logs: LogLine[];
  /** What the proof finds out of a claim of Ann's, which somebody else may have signed. */
  check: (
    settings: OnchainSettings,
    given?: { transaction?: Hex; signal?: AbortSignal; chainId?: number; by?: LocalAccount },
  ) => Promise<Finding>;
}

/** A chain in memory, and so many RPCs of it. */
export async function reading({
  count = 3,
  ...options
}: { count?: number } & Partial<ChainOptions> = {}): Promise<Reading> {
  const model = new StandInChain();
  const rpcs = Array.from({ length: count }, () => new StandInRpc((...call) => model.answer(...call)));
  const rpc = await Promise.all(rpcs.map((one) => one.listen()));
  const logs: LogLine[] = [];
  const log = (level: string) => (_details: object, message: string) => void logs.push({ level, message });
  const logger = { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') };
  return {
    model,
    rpcs,
    urls: rpc,
    logs,
    chain: chain({ id: 1, name: 'Ethereum', rpc, timeoutMs: 15_000, ...options }),
    async check(settings, { by = ANN, transaction, signal = new AbortController().signal, chainId = 1 } = {}) {
      return settings.check(await claimOf(by, { transaction: transaction ?? null, signal, chainId, logger }));
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(rpcs.map((one) => one[Symbol.asyncDispose]()));
    },
  };
}

export function rpcAt({ rpcs }: Reading, index: number): StandInRpc {
  return rpcs[index] ?? assert.fail();
}

async function claimOf(
  by: LocalAccount,
  given: Pick<OnchainClaim, 'transaction' | 'signal' | 'chainId' | 'logger'>,
): Promise<OnchainClaim> {
  const message = 'example.org wants you to sign in with your Ethereum account';
  const signature = await by.signMessage({ message });
  return {
    action: 'mint',
    memberId: 'ann',
    address: ANN.address,
    message,
    signature,
    now: Date.UTC(2026, 2, 10),
    ...given,
  };
}
