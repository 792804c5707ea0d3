import type { Page } from 'puppeteer-core';

/** What a page asks for. It is to be watched before the page goes to its first address. */
export class Requests {
  readonly #page: Page;
  #begun = 0;
  #underWay = 0;
  #rounds = 0;
  #heard: (() => void) | undefined;

  constructor(page: Page) {
    this.#page = page;
    page.on('request', () => {
      this.#begun += 1;
      this.#underWay += 1;
    });
    for (const end of ['requestfinished', 'requestfailed'] as const) {
      page.on(end, () => {
        this.#underWay -= 1;
        this.#heard?.();
      });
    }
  }

  /**
   * Waits until all that the page asks for has come or is lost, and it has asked for nothing more since: each time it tries to load a module that
   * is nowhere, for which it is told no sooner than for what it asked for before.
   */
  async settled(): Promise<void> {
    for (let before = -1; before !== this.#begun;) {
      /* oxlint-disable no-await-in-loop -- until it asks for nothing more */
      await this.#ended();
      this.#rounds += 1;
      const nowhere = new URL(`/nowhere-${this.#rounds}.js`, this.#page.url()).href;
      before = this.#begun + 1;
      await this.#page.evaluate((address) => import(address).catch(() => {}), nowhere);
      await this.#ended();
      /* oxlint-enable no-await-in-loop */
    }
  }

  async #ended(): Promise<void> {
    while (this.#underWay > 0) {
      // oxlint-disable-next-line no-await-in-loop -- as many as there are
      await new Promise<void>((resolve) => (this.#heard = resolve));
    }
  }
}
