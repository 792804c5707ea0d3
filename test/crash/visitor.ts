import type { Ledger } from '../../src/ledger/index.ts';
import type { Proxy } from '../../src/proxy/index.ts';
import type { Life } from './life.ts';

/** What a press of the button got: the HTTP status, and the claim's id where there is one. */
export interface Answer {
  status: number;
  id: string | null;
}

/** A member before a proxy that lives within this process. */
export class Visitor {
  readonly #proxy: Proxy;
  readonly #life: Life;
  readonly #ledger: Ledger;

  constructor(proxy: Proxy, life: Life, ledger: Ledger) {
    this.#proxy = proxy;
    this.#life = life;
    this.#ledger = ledger;
  }

  /** Does what a visitor does until the proxy dies. True if it lives on. */
  async untilDeath(visit: () => Promise<void>): Promise<boolean> {
    await Promise.race([visit(), this.#life.ended]);
    return !this.#life.over;
  }

  /** Waits until the proxy has settled what was left in flight before it. */
  async start(): Promise<void> {
    await this.#proxy.ready;
    await this.#life.quiet();
  }

  /** Presses the button, or presses it again with the same key. */
  async claim(action: string, memberId: string, key: string): Promise<Answer> {
    const response = await this.#proxy.fetch(
      new Request(`https://example.org/rewards/actions/${action}/claims`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ memberId }),
      }),
    );
    const body: { id?: string } = JSON.parse(await response.text());
    return { status: response.status, id: body.id ?? null };
  }

  /** Opens the page, upon which the proxy does in the background what is due, and waits for that. */
  async look(action: string): Promise<void> {
    await this.#proxy.fetch(new Request(`https://example.org/rewards/actions/${action}`));
    do {
      // oxlint-disable-next-line no-await-in-loop
      await this.#life.quiet();
      // oxlint-disable-next-line no-await-in-loop -- a call that is tried again is seen in the ledger alone
    } while (!this.#life.over && (await this.#ledger.list({ state: 'sent', limit: 1 })).length > 0);
  }
}
