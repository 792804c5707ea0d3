import assert from 'node:assert/strict';
import type { ElementHandle, Page } from 'puppeteer-core';
import { endInTime, PATIENCE_MS } from '../../support/processes/end-in-time.ts';
import { pressPart } from './press-part.ts';

/** One widget of the page, by the action that it is for. */
export class Widget {
  readonly #page: Page;
  readonly #selector: string;

  constructor(page: Page, action: string) {
    this.#page = page;
    this.#selector = `[action=${action}]`;
  }

  press(part?: string): Promise<void> {
    return pressPart(this.#page, this.#selector, part);
  }

  /** Presses what opens a window, and gives that. */
  async opens(part?: string): Promise<Page> {
    const opened = Promise.withResolvers<Page>();
    this.#page.once('popup', (popup) => popup && opened.resolve(popup));
    await this.press(part);
    return within(opened.promise, 'no window was opened');
  }

  async type(text: string): Promise<void> {
    const input = await this.#page.waitForSelector(`${this.#selector} >>> [part~=input]`, { visible: true });
    await input?.type(text);
  }

  /** Waits for a state, and gives what the widget says then. */
  async shows(state: string): Promise<string> {
    const wanted = `${this.#selector}:state(${state})`;
    await this.#page.waitForFunction((selector) => document.querySelector(selector), {}, wanted);
    return this.#page.$eval(`${this.#selector} >>> [part=card]`, (card) => (card as HTMLElement).innerText);
  }

  /** Waits until the line that says who is signed in has the text in it. */
  async says(text: string): Promise<void> {
    await this.#page.waitForFunction(
      (selector, wanted) =>
        document.querySelector(selector)?.shadowRoot?.querySelector('[part=account]')?.textContent?.includes(wanted),
      {},
      this.#selector,
      text,
    );
  }
}

/** Chooses a member in the platform's window, or nobody. */
export async function choose(at: Page, memberId: string): Promise<void> {
  await pressLast(await at.waitForSelector(`button[value="${memberId}"]`, { visible: true }));
}

/** Presses what closes its window, which would take a click that waits for its end with it. */
export async function pressLast(button: ElementHandle | null): Promise<void> {
  await button?.evaluate((one) => void setTimeout(() => (one as HTMLElement).click()));
}

/** Resolves when the window has closed itself. */
export async function closed(popup: Page): Promise<void> {
  if (popup.isClosed()) return;
  await within(new Promise((resolve) => popup.once('close', resolve)), 'the window was not closed');
}

/** Makes the page one of a browser that opens no windows. */
export function withoutWindows(page: Page): Promise<unknown> {
  return page.evaluateOnNewDocument(() => {
    window.open = () => null;
  });
}

/** Signs a member in on such a page by the way of the same tab, which comes back to the very place that it left. */
export async function signInThereAndBack(page: Page, { id, name }: { id: string; name: string }): Promise<Widget> {
  await page.evaluate(() => history.replaceState(null, '', '?from=newsletter#modes'));
  const left = page.url();
  const widget = new Widget(page, 'crew');
  await widget.says('Sign in with');
  await widget.press();
  await choose(page, id);
  await widget.says(`Member: ${name}`);
  assert.equal(page.url(), left);
  assert.match(left, /\?from=newsletter#modes$/);
  return widget;
}

/** Waits for what another window does, which puppeteer itself does not bound. */
async function within<T>(promise: Promise<T>, otherwise: string): Promise<T> {
  const late = Promise.withResolvers<never>();
  const cancel = endInTime(PATIENCE_MS, () => late.reject(new Error(otherwise)));
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    cancel();
  }
}
