import { type Browser, type BrowserContext, launch, type Page } from 'puppeteer-core';
import type { TestContext } from 'node:test';
import { findChromium } from '../../support/browsers/chromium.ts';
import { newPage } from '../../support/browsers/new-page.ts';
import { fontEnvironment, type FontStack } from '../../support/fonts/fonts.ts';
import { pressPart } from './press-part.ts';

/** Where an id is entered: in a field for the whole page, or in the check-in itself. */
const FIELD = ':is(rewards-member, rewards-checkin)';

/** In a tab behind another one the browser draws nothing, and calls nobody before it draws: what waits there waits by a timer. */
const BY_TIMER = { polling: 50 };

/** The Chromium that is found, with the machine's fonts or others. */
export async function openBrowser(fonts: FontStack = 'the-machine', args: readonly string[] = []): Promise<Browser> {
  const { env = process.env, ...chromium } = await findChromium();
  return launch({
    ...chromium,
    args: [...chromium.args, ...args],
    env: { ...env, ...fontEnvironment(fonts) },
    headless: true,
  });
}

/** How a visitor comes. */
export interface VisitorOptions {
  /** Whether what the replies held is kept, too: each goes through the debugger once more, which is an eighth of what a page costs. */
  isKeeping?: boolean;
}

/** One person with a browser of their own: tabs share what it remembers, other visitors do not. */
export class Visitor {
  readonly #openTab: () => Promise<Page>;
  readonly #isKeeping: boolean;
  /** What the browser was given: addresses, headers, what the console said, and what the replies held, where that is kept. */
  readonly received: string[] = [];
  /** Errors of scripts and of the page's policy, and console errors that are not the browser's note of a 4xx or 5xx. */
  readonly errors: string[] = [];
  /** The browser's notes of a 4xx or 5xx, with the address. */
  readonly missing: string[] = [];

  private constructor(openTab: () => Promise<Page>, isKeeping: boolean) {
    this.#openTab = openTab;
    this.#isKeeping = isKeeping;
  }

  static async of(t: TestContext, browser: Browser, { isKeeping = false }: VisitorOptions = {}): Promise<Visitor> {
    const context = await browser.createBrowserContext();
    t.after(() => context.close());
    return Visitor.in(context, { isKeeping });
  }

  /** The same in a context that the caller closes. */
  static in(context: BrowserContext, { isKeeping = false }: VisitorOptions = {}): Visitor {
    return new Visitor(() => newPage(context), isKeeping);
  }

  /** Opens the site in a new tab and waits until its check-in is loaded. */
  async visit(url: string, prepare?: (page: Page) => Promise<unknown>): Promise<Tab> {
    const tab = new Tab(await this.open(url, prepare));
    await tab.past('loading');
    return tab;
  }

  /** Opens a page in a new tab. */
  async open(url: string, prepare: (page: Page) => Promise<unknown> = async () => {}): Promise<Page> {
    const page = await this.#openTab();
    page.on('pageerror', (error) => this.errors.push(String(error)));
    page.on('console', (message) => {
      this.received.push(message.text());
      const status = message.text().startsWith('Failed to load resource: the server responded with a status of');
      if (status) this.missing.push(`${message.location().url}: ${message.text()}`);
      else if (message.type() === 'error') this.errors.push(message.text());
    });
    page.on('response', (response) => {
      this.received.push(response.url(), JSON.stringify(response.headers()));
      if (!this.#isKeeping || /event-stream/.test(response.headers()['content-type'] ?? '')) return;
      void response.text().then(
        (text) => this.received.push(text),
        () => undefined,
      );
    });
    await prepare(page);
    await page.goto(url);
    return page;
  }
}

/** The site as a visitor has it before them. */
export class Tab {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async type(memberId: string): Promise<void> {
    const input = await this.page.waitForSelector(`${FIELD} >>> [part~=input]`, { visible: true });
    await input?.type(memberId);
  }

  /** Types the id, and leaves the field. */
  async enter(memberId: string): Promise<void> {
    await this.type(memberId);
    await this.page.keyboard.press('Tab');
  }

  /** Waits until the field for the whole page has the id. */
  async knows(memberId: string): Promise<void> {
    await this.page.waitForFunction((id) => document.querySelector('rewards-member')?.value === id, BY_TIMER, memberId);
  }

  press(part?: string, clicks?: number): Promise<void> {
    return pressPart(this.page, FIELD, part, clicks);
  }

  /** Types the id, presses the button, and waits for what comes of it. */
  async checkIn(memberId: string, state: string): Promise<string> {
    await this.type(memberId);
    await this.press();
    return this.shows(state);
  }

  /** Waits for a state of the widget, and gives what it says then. */
  async shows(state: string): Promise<string> {
    await this.page.waitForFunction(
      (name) => document.querySelector('rewards-checkin')?.matches(`:state(${name})`),
      BY_TIMER,
      state,
    );
    return this.page.$eval('rewards-checkin >>> [part~=card]', (card) => (card as HTMLElement).innerText);
  }

  async past(state: string): Promise<void> {
    await this.page.waitForFunction(
      (name) => document.querySelector('rewards-checkin:defined')?.matches(`:not(:state(${name}))`),
      BY_TIMER,
      state,
    );
  }

  /** Waits until the live view of the community says that of a member. */
  async showsMember(memberId: string, what: RegExp): Promise<void> {
    await this.page.waitForFunction(
      (id, pattern) =>
        Array.from(document.querySelectorAll<HTMLElement>('.members li')).some(
          ({ innerText }) => innerText.includes(id) && new RegExp(pattern).test(innerText),
        ),
      BY_TIMER,
      memberId,
      what.source,
    );
  }

  async waitForText(selector: string, text: string): Promise<void> {
    await this.page.waitForFunction(
      (where, what) =>
        Array.from(document.querySelectorAll<HTMLElement>(where)).some((one) => one.innerText.includes(what)),
      BY_TIMER,
      selector,
      text,
    );
  }
}
