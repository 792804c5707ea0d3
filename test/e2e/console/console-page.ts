import type { TestContext } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { listen, type Listening } from '../../../src/cli/serve/listen.ts';
import { createEmulator } from '../../../src/emulator/index.ts';
import type { Emulator, Links } from '../../../src/emulator/index.ts';
import { toNodeListener } from '../../../src/proxy/adapters/node.ts';
import { newPage } from '../../support/browsers/new-page.ts';
import { ANYWHERE, builtConsole } from '../support/anywhere.ts';
import { keepSaid } from '../support/keep-said.ts';
import { watchLayout } from '../support/page-checks.ts';
import { sharedBrowser } from '../support/shared-browser.ts';

/** The console in a browser, as its administrator uses it. */
export class Console {
  readonly page: Page;
  readonly errors: string[] = [];

  constructor(page: Page) {
    this.page = page;
    page.on('pageerror', (error) => this.errors.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && this.errors.push(message.text()));
  }

  async say(text: string): Promise<void> {
    await this.go('general');
    await this.page.type('.composer input', text);
    await this.page.keyboard.press('Enter');
  }

  async go(place: string): Promise<void> {
    await this.page.click(`a[href="./#${place}"]`);
    await this.page.waitForSelector(`.console[data-place=${place}]`);
  }

  /** Waits until the last message of the channel says so, and gives it whole. */
  async hears(text: string): Promise<string> {
    const message = await this.page.waitForSelector(`.log li:last-child ::-p-text(${text})`);
    return message?.evaluate((found) => found.closest('li')?.innerText ?? '') ?? '';
  }

  async press(name: string): Promise<void> {
    await this.page.locator(`::-p-aria(${name})`).click();
  }

  async sees(text: string): Promise<void> {
    await this.page.waitForFunction((wanted) => document.body.innerText.includes(wanted), {}, text);
  }
}

/** A console that is open, and the emulator that it shows. */
export interface OpenConsole {
  emulator: Emulator;
  server: Listening;
  url: string;
  community: Console;
  page: Page;
}

interface Opening {
  size?: { width: number; height: number };
  /** The browser, where it is not the one with the machine's fonts. */
  through?: Browser;
  links?: Links;
  /** Fills the community before anybody looks at it. */
  fill?: (emulator: Emulator) => void;
}

/** An emulator, and its console in a browser. */
export async function openConsole(
  t: TestContext,
  { size = { width: 1280, height: 800 }, through, links = {}, fill = () => {} }: Opening = {},
): Promise<OpenConsole> {
  const emulator = createEmulator({ console: await builtConsole(), links: () => links });
  fill(emulator);
  const server = await listen(toNodeListener(emulator), ANYWHERE);
  t.after(() => server.server.listening && server.close());
  const context = await (through ?? (await sharedBrowser())).createBrowserContext();
  t.after(() => context.close());
  await context.overridePermissions(server.url, ['clipboard-read', 'clipboard-sanitized-write']);
  const page = await newPage(context);
  await page.bringToFront();
  await page.setViewport(size);
  await watchLayout(page);
  await keepSaid(page);
  const community = new Console(page);
  await page.goto(server.url);
  await page.waitForSelector('.members li, .narrow-only');
  return { emulator, server, url: server.url, community, page };
}
