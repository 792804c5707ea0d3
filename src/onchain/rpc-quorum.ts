import type { Logger } from '../proxy/index.ts';
import { ChainIds } from './chain-ids.ts';
import { quantity, type Reader } from './replies.ts';
import { type Rpc, type RpcCall, RpcFailure } from './rpc.ts';

/** The chain cannot be read: too few RPCs answered, or they do not agree. Nothing is known then, and nothing is granted. */
export class ChainUnavailable extends Error {
  override name = 'ChainUnavailable';
}

/** A call, and how its answer is read. */
export interface Question<T> extends RpcCall {
  read: Reader<T>;
  /** What it is about, in words for the log. */
  about: string;
}

/** For whom the chain is read. */
export interface Reading {
  signal: AbortSignal;
  logger: Logger;
}

/** What one RPC said. */
export interface Said<T> {
  rpc: Rpc;
  value: T;
}

/** What enough RPCs say alike; where none is, all that was said. */
export type Agreement<T> = { agreed: T } | { said: readonly Said<T>[] };

const TOLD_AGAIN_MS = 60_000;
const CHAIN_ID: Question<bigint> = { method: 'eth_chainId', params: [], read: quantity, about: 'the chain' };

/** Several RPCs of one chain. An answer counts if enough of them agree. */
export class RpcQuorum {
  readonly size: number;
  readonly #chain: { id: number; name: string };
  readonly #rpcs: readonly Rpc[];
  readonly #patienceMs: number;
  readonly #ids: ChainIds;
  readonly #told = new Map<string, number>();

  /** One that has not answered after `patienceMs` is not waited for where others can answer for it. */
  constructor(chain: { id: number; name: string }, rpcs: readonly Rpc[], size: number, patienceMs: number) {
    this.#chain = chain;
    this.#rpcs = rpcs;
    this.size = size;
    this.#patienceMs = patienceMs;
    this.#ids = new ChainIds(chain.id);
  }

  /** Those that are likely to answer, and then those that rest; each in the order of the config. */
  get rpcs(): readonly Rpc[] {
    return [...this.#rpcs.filter(({ rests }) => !rests), ...this.#rpcs.filter(({ rests }) => rests)];
  }

  /** What one RPC answers; null if it gives nothing of use, or is of another chain, which the log is told. */
  async ask<T>(rpc: Rpc, question: Question<T>, reading: Reading): Promise<Said<T> | null> {
    return (await this.#isOfThisChain(rpc, reading)) ? this.#askOnce(rpc, question, reading) : null;
  }

  /** What all of those answer. Once enough of them have said the same, the others are waited for no longer than the patience lasts. */
  async askAll<T>(question: Question<T>, rpcs: readonly Rpc[], reading: Reading): Promise<readonly Said<T>[]> {
    const said: Said<T>[] = [];
    const { promise: enough, resolve } = Promise.withResolvers<void>();
    let patience: ReturnType<typeof setTimeout> | undefined;
    const all = rpcs.map(async (rpc) => {
      const one = await this.ask(rpc, question, reading);
      if (one) said.push(one);
      if (largest(said).length >= this.size) patience ??= setTimeout(resolve, this.#patienceMs);
    });
    await Promise.race([Promise.all(all), enough]);
    clearTimeout(patience);
    return [...said];
  }

  /** Asks so many as it takes for enough of them to say the same, and no more; one more for each that is slow. */
  agree<T>(question: Question<T>, rpcs: readonly Rpc[], reading: Reading): Promise<Agreement<T>> {
    const waiting = [...rpcs];
    const said: Said<T>[] = [];
    let asked = 0;
    let slow = 0;
    const { promise, resolve, reject } = Promise.withResolvers<Agreement<T>>();
    const take = async (rpc: Rpc): Promise<void> => {
      let isSlow = false;
      const patience = setTimeout(() => {
        isSlow = true;
        slow += 1;
        goOn();
      }, this.#patienceMs);
      asked += 1;
      const one = await this.ask(rpc, question, reading);
      asked -= 1;
      clearTimeout(patience);
      if (isSlow) slow -= 1;
      if (one) said.push(one);
      goOn();
    };
    const goOn = (): void => {
      const most = largest(said);
      if (most.length >= this.size && most[0]) {
        this.#tellOfOthers(question, said, most, reading.logger);
        resolve({ agreed: most[0].value });
        return;
      }
      while (asked - slow + most.length < this.size) {
        const rpc = waiting.shift();
        if (!rpc) break;
        take(rpc).catch(reject);
      }
      if (asked === 0) resolve({ said });
    };
    goOn();
    return promise;
  }

  /** What enough of them say alike. Throws `ChainUnavailable` if too few do. */
  async settle<T>(question: Question<T>, rpcs: readonly Rpc[], reading: Reading): Promise<T> {
    const outcome = await this.agree(question, rpcs, reading);
    return 'agreed' in outcome ? outcome.agreed : this.fail(question.about, outcome.said.length, reading);
  }

  /** Tells the log that so many answers were not enough. Throws `ChainUnavailable`. */
  fail(about: string, answers: number, { logger }: Reading): never {
    const few = answers < this.size;
    const message = `the chain ${this.#chain.name} cannot be read: of ${this.#rpcs.length} RPCs, ${this.size} have to say the same of ${about}, and ${
      few ? `${answers} answered` : `those that answered do not agree`
    }`;
    this.tell(logger, 'error', message);
    throw new ChainUnavailable(message);
  }

  /** Logs it, the same once a minute at most. */
  tell(logger: Logger, level: 'warn' | 'error', message: string): void {
    const now = performance.now();
    for (const [text, at] of this.#told) if (now - at >= TOLD_AGAIN_MS) this.#told.delete(text);
    if (this.#told.has(message)) return;
    this.#told.set(message, now);
    logger[level]({ chainId: this.#chain.id }, message);
  }

  async #isOfThisChain(rpc: Rpc, reading: Reading): Promise<boolean> {
    const known = this.#ids.saidBy(rpc);
    if (known !== undefined) return this.#ids.fits(known);
    const said = await this.#askOnce(rpc, CHAIN_ID, reading);
    if (!said) return false;
    this.#ids.keep(rpc, said.value);
    const fits = this.#ids.fits(said.value);
    if (!fits) {
      const message = `${rpc.name} is of the chain ${said.value}, not of ${this.#chain.id}, and is not listened to: mend its address, or the id`;
      this.tell(reading.logger, 'error', message);
    }
    return fits;
  }

  async #askOnce<T>(rpc: Rpc, question: Question<T>, { signal, logger }: Reading): Promise<Said<T> | null> {
    try {
      const found = question.read(await rpc.ask(question, signal));
      if (!found) throw new RpcFailure(`answered in the wrong form to ${question.method}`);
      return { rpc, value: found.value };
    } catch (error) {
      if (!(error instanceof RpcFailure)) throw error;
      this.tell(logger, 'warn', `${rpc.name} of the chain ${this.#chain.name} ${error.message}`);
      return null;
    }
  }

  #tellOfOthers<T>({ about }: Question<T>, said: readonly Said<T>[], most: readonly Said<T>[], logger: Logger): void {
    for (const one of said) {
      if (most.includes(one)) continue;
      this.tell(
        logger,
        'warn',
        `${one.rpc.name} of the chain ${this.#chain.name} says otherwise than others of ${about}`,
      );
    }
  }
}

/** The most of them that say the same. */
export function largest<T>(said: readonly Said<T>[]): readonly Said<T>[] {
  const groups = [...Map.groupBy(said, ({ value }) => keyOf(value)).values()];
  return groups.reduce((most, group) => (group.length > most.length ? group : most), []);
}

function keyOf(whole: unknown): string {
  return JSON.stringify(whole, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}
