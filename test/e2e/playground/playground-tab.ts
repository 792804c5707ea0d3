import type { TestContext } from 'node:test';
import type { Browser, BrowserContext, Page } from 'puppeteer-core';
import { newPage } from '../../support/browsers/new-page.ts';
import { pressPart } from '../support/press-part.ts';

/** The playground as a visitor has it before them. */
export class PlaygroundTab {
  readonly page: Page;
  /** What scripts, the page's policy and the console complain of. */
  readonly errors: string[] = [];

  private constructor(page: Page) {
    this.page = page;
    page.on('pageerror', (error) => this.errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warn') this.errors.push(message.text());
    });
  }

  static async open(
    t: TestContext,
    browser: Browser,
    url: string,
    prepare: (page: Page) => Promise<unknown> = async () => {},
  ): Promise<PlaygroundTab> {
    const context = await browser.createBrowserContext();
    t.after(() => context.close());
    return PlaygroundTab.in(context, url, prepare);
  }

  /** The same in a context that the caller closes. */
  static async in(
    context: BrowserContext,
    url: string,
    prepare: (page: Page) => Promise<unknown> = async () => {},
  ): Promise<PlaygroundTab> {
    const page = await newPage(context);
    const tab = new PlaygroundTab(page);
    await prepare(page);
    await page.goto(url);
    await page.waitForSelector('.frame > :defined');
    return tab;
  }

  /** Chooses from a list, or one of a few in view. */
  async choose(name: string, value: string): Promise<void> {
    const list = await this.page.$(`select#${name}`);
    if (list) await this.page.select(`select#${name}`, value);
    else await this.page.$eval(`input[name=${name}][value="${value}"]`, (radio) => radio.click());
  }

  /** Has the page enter the id of a member, and waits until it has. */
  async enter(memberId: string): Promise<void> {
    await this.choose('member', memberId);
    await this.page.waitForFunction(
      (id) =>
        Array.from(document.querySelectorAll('.frame > *')).some(
          ({ shadowRoot }) => shadowRoot?.querySelector<HTMLInputElement>('[part~=input]')?.value === id,
        ),
      {},
      memberId,
    );
  }

  /** Sets a colour or a length, as a visitor who moves its control does. */
  async set(id: string, value: string): Promise<void> {
    await this.page.$eval(
      `[id="${id}"]`,
      (control, text) => {
        (control as HTMLInputElement).value = text;
        for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }));
      },
      value,
    );
  }

  /** Writes a text in the place of the one that is there, all letters at once: with each one the page draws all anew. */
  async type(id: string, text: string): Promise<void> {
    await this.page.$eval(`[id="${id}"]`, (control) => (control as HTMLInputElement).select());
    await this.page.keyboard.sendCharacter(text);
    await this.page.keyboard.press('Tab');
  }

  /** The page's address as the page itself has it: a driver may hear of a new one later than a key is pressed. */
  address(): Promise<string> {
    return this.page.evaluate(() => location.href);
  }

  /** The text of a snippet, whether it is on show or not. */
  async snippet(id: string): Promise<string> {
    return this.page.$eval(`#code-${id} code`, (code) => code.textContent);
  }

  /** Waits until the widget is in a state. */
  async shows(state: string, tag = 'rewards-checkin'): Promise<void> {
    await this.page.waitForSelector(`.frame ${tag}:state(${state})`);
  }

  /** What was taken down, the latest first, without the time. */
  async log(): Promise<string[]> {
    return this.page.$$eval('.entries .text', (entries) => entries.map((entry) => entry.textContent));
  }

  /** Forgets what was taken down. */
  async clearLog(): Promise<void> {
    await this.page.$eval('.bar:has(#log-title) button', (button) => (button as HTMLElement).click());
  }

  async widget<Value>(read: (widget: HTMLElement) => Value): Promise<Awaited<Value>> {
    const handle = await this.page.waitForSelector('.frame > :defined');
    if (!handle) throw new Error('there is no widget');
    return handle.evaluate(read as (widget: Element) => Value);
  }

  press(tag = 'rewards-checkin', part?: string): Promise<void> {
    return pressPart(this.page, `.frame ${tag}`, part);
  }
}
