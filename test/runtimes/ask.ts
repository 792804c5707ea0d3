import { Pool } from 'undici';
import { type Ledger, LedgerError, ledgerThrough } from '../../src/ledger/index.ts';
import type { Outcome } from '../../src/service/index.ts';
import type { ServiceCall } from '../service/call-service.ts';
import type { Finding } from '../../src/proxy/index.ts';
import type { Answer, Call } from './answer.ts';
import type { OnchainCall } from './check-onchain.ts';

/** A runtime that carries out calls, at an address: 32 at a time, each on a connection of its own, which nobody gives up too early. */
export class Remote {
  readonly #pool: Pool;

  constructor(url: string) {
    this.#pool = new Pool(url, { connections: 32, pipelining: 0 });
  }

  /** The ledger by that name. */
  ledger(name: string): Ledger {
    return ledgerThrough((method, ...args) => {
      const result = this.#ask({ ledger: name, call: [method, ...args] });
      return result as ReturnType<Ledger[typeof method]>;
    });
  }

  async callService(service: ServiceCall): Promise<Outcome> {
    return (await this.#ask({ service })) as Outcome;
  }

  async checkOnchain(onchain: OnchainCall): Promise<Finding> {
    return (await this.#ask({ onchain })) as Finding;
  }

  /** Gives up its connections. */
  close(): Promise<void> {
    return this.#pool.destroy();
  }

  async #ask(call: Call): Promise<unknown> {
    const { body } = await this.#pool.request({ path: '/', method: 'POST', body: JSON.stringify(call) });
    const answer = (await body.json()) as Answer;
    if (!('error' in answer)) return answer.value;
    const { message, code } = answer.error;
    throw code === null ? new RangeError(message) : new LedgerError(message, { code });
  }
}
