import type { Logger } from '../proxy/index.ts';
import { ChainIds } from './chain-ids.ts';
import { quantity, type Reader } from './replies.ts';
import { type Rpc, type RpcCall, RpcFailure } from './rpc.ts';

/** The chain cannot be read: too few RPCs answered, or they do not agree. Then nothing is known, and nothing is granted. */
export class ChainUnavailable extends Error {
  override name = 'ChainUnavailable';
}

/** A call, and how its answer is read. */
export interface Question<T> extends RpcCall {
  read: Reader<T>;
  /** What the call asks for, in words for the log. */
  about: string;
}

/** The claim that the chain is read for: its time limit and its logger. */
export interface Reading {
  signal: AbortSignal;
  logger: Logger;
}

/** The answer of one RPC. */
export interface Vote<T> {
  rpc: Rpc;
  value: T;
}

/** The answer that enough RPCs agree on; if there is none, all answers. */
export type Agreement<T> = { agreed: T } | { votes: readonly Vote<T>[] };

const LOG_AGAIN_MS = 60_000;
const CHAIN_ID: Question<bigint> = { method: 'eth_chainId', params: [], read: quantity, about: 'the chain' };

/** Several RPCs of one chain. An answer counts if enough of them agree. */
export class RpcQuorum {
  readonly size: number;
  readonly #chain: { id: number; name: string };
  readonly #rpcs: readonly Rpc[];
  readonly #patienceMs: number;
  readonly #ids: ChainIds;
  readonly #logged = new Map<string, number>();

  /** After `patienceMs`, an RPC that has not answered is not waited for if others can answer instead. */
  constructor(chain: { id: number; name: string }, rpcs: readonly Rpc[], size: number, patienceMs: number) {
    this.#chain = chain;
    this.#rpcs = rpcs;
    this.size = size;
    this.#patienceMs = patienceMs;
    this.#ids = new ChainIds(chain.id);
  }

  /** The RPCs that are likely to answer, then those that rest; both in the order of the config. */
  get rpcs(): readonly Rpc[] {
    return [...this.#rpcs.filter(({ rests }) => !rests), ...this.#rpcs.filter(({ rests }) => rests)];
  }

  /** The answer of one RPC; null if it is not usable, or if the RPC is of another chain, which is logged. */
  async ask<T>(rpc: Rpc, question: Question<T>, reading: Reading): Promise<Vote<T> | null> {
    return (await this.#isOfThisChain(rpc, reading)) ? this.#askOnce(rpc, question, reading) : null;
  }

  /** The answers of all these RPCs. As soon as enough of them agree, the others get no more than `patienceMs`. */
  async askAll<T>(question: Question<T>, rpcs: readonly Rpc[], reading: Reading): Promise<readonly Vote<T>[]> {
    const votes: Vote<T>[] = [];
    const { promise: enough, resolve } = Promise.withResolvers<void>();
    let patience: ReturnType<typeof setTimeout> | undefined;
    const all = rpcs.map(async (rpc) => {
      const one = await this.ask(rpc, question, reading);
      if (one) votes.push(one);
      if (largest(votes).length >= this.size) patience ??= setTimeout(resolve, this.#patienceMs);
    });
    await Promise.race([Promise.all(all), enough]);
    clearTimeout(patience);
    return [...votes];
  }

  /** Asks as few RPCs as can make a quorum, and one more for each that is slow. */
  agree<T>(question: Question<T>, rpcs: readonly Rpc[], reading: Reading): Promise<Agreement<T>> {
    const waiting = [...rpcs];
    const votes: Vote<T>[] = [];
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
      if (one) votes.push(one);
      goOn();
    };
    const goOn = (): void => {
      const most = largest(votes);
      if (most.length >= this.size && most[0]) {
        this.#logOthers(question, votes, most, reading.logger);
        resolve({ agreed: most[0].value });
        return;
      }
      while (asked - slow + most.length < this.size) {
        const rpc = waiting.shift();
        if (!rpc) break;
        take(rpc).catch(reject);
      }
      if (asked === 0) resolve({ votes });
    };
    goOn();
    return promise;
  }

  /** The answer that enough of them agree on. Throws `ChainUnavailable` if there is none. */
  async settle<T>(question: Question<T>, rpcs: readonly Rpc[], reading: Reading): Promise<T> {
    const outcome = await this.agree(question, rpcs, reading);
    return 'agreed' in outcome ? outcome.agreed : this.fail(question.about, outcome.votes.length, reading);
  }

  /** Logs that there was no quorum, and throws `ChainUnavailable`. */
  fail(about: string, answers: number, { logger }: Reading): never {
    const few = answers < this.size;
    const message = `the chain ${this.#chain.name} cannot be read: of ${this.#rpcs.length} RPCs, ${this.size} have to say the same of ${about}, and ${
      few ? `${answers} answered` : `those that answered do not agree`
    }`;
    this.logOnce(logger, 'error', message);
    throw new ChainUnavailable(message);
  }

  /** Logs a message, but the same one at most once a minute. */
  logOnce(logger: Logger, level: 'warn' | 'error', message: string): void {
    const now = performance.now();
    for (const [text, at] of this.#logged) if (now - at >= LOG_AGAIN_MS) this.#logged.delete(text);
    if (this.#logged.has(message)) return;
    this.#logged.set(message, now);
    logger[level]({ chainId: this.#chain.id }, message);
  }

  async #isOfThisChain(rpc: Rpc, reading: Reading): Promise<boolean> {
    const known = this.#ids.idOf(rpc);
    if (known !== undefined) return this.#ids.fits(known);
    const vote = await this.#askOnce(rpc, CHAIN_ID, reading);
    if (!vote) return false;
    this.#ids.keep(rpc, vote.value);
    const fits = this.#ids.fits(vote.value);
    if (!fits) {
      const message = `${rpc.name} is of the chain ${vote.value}, not of ${this.#chain.id}, and is not listened to: mend its address, or the id`;
      this.logOnce(reading.logger, 'error', message);
    }
    return fits;
  }

  async #askOnce<T>(rpc: Rpc, question: Question<T>, { signal, logger }: Reading): Promise<Vote<T> | null> {
    try {
      const found = question.read(await rpc.ask(question, signal));
      if (!found) throw new RpcFailure(`answered in the wrong form to ${question.method}`);
      return { rpc, value: found.value };
    } catch (error) {
      if (!(error instanceof RpcFailure)) throw error;
      this.logOnce(logger, 'warn', `${rpc.name} of the chain ${this.#chain.name} ${error.message}`);
      return null;
    }
  }

  #logOthers<T>({ about }: Question<T>, votes: readonly Vote<T>[], most: readonly Vote<T>[], logger: Logger): void {
    for (const one of votes) {
      if (most.includes(one)) continue;
      this.logOnce(
        logger,
        'warn',
        `${one.rpc.name} of the chain ${this.#chain.name} says otherwise than others of ${about}`,
      );
    }
  }
}

/** The largest group of votes with the same value. */
export function largest<T>(votes: readonly Vote<T>[]): readonly Vote<T>[] {
  const groups = [...Map.groupBy(votes, ({ value }) => keyOf(value)).values()];
  return groups.reduce((most, group) => (group.length > most.length ? group : most), []);
}

function keyOf(whole: unknown): string {
  return JSON.stringify(whole, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}
