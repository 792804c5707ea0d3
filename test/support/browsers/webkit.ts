import type { BrowserLauncher } from '@web/test-runner';
import { glob } from 'node:fs/promises';
import { firstOf, NotInstalled, onPath } from '../processes/find-program.ts';
import { WebKitPage } from './webkit-page.ts';
import type { WebKit, WebKitWindow } from './webkit-window.ts';

/** Only the driver is a command: distributions put the browser among the libraries. */
const BROWSERS = ['/usr/lib/*/webkit2gtk-4.*/MiniBrowser', '/usr/{lib,lib64,libexec}/webkit2gtk-4.*/MiniBrowser'];

export async function findWebKit(): Promise<WebKit> {
  const browsers: string[] = [];
  for await (const path of glob(BROWSERS)) browsers.push(path);
  const [browser] = browsers;
  const driver = await firstOf(onPath('WebKitWebDriver'));
  const display = await firstOf(onPath('Xvfb'));
  if (browser && driver && display) return { browser, driver, display };
  throw new NotInstalled('No WebKit was found. Install WebKitGTK and Xvfb (on Debian: webkit2gtk-driver and xvfb).');
}

/** Runs the test files one after the other in one window of WebKitGTK. */
export class WebKitLauncher implements BrowserLauncher {
  readonly name = 'WebKit';
  /** The runner's commands know how to talk to pages of this type, and {@link WebKitPage} answers to it. */
  readonly type = 'playwright';
  readonly concurrency = 1;
  readonly #open: () => Promise<WebKitWindow>;
  #opened: Promise<WebKitWindow> | undefined;
  #page: WebKitPage | undefined;
  #session = '';

  constructor(open: () => Promise<WebKitWindow>) {
    this.#open = open;
  }

  async startSession(sessionId: string, url: string): Promise<void> {
    const { driver, inspector } = await this.#openWindow();
    this.#page = new WebKitPage(driver, inspector);
    this.#session = sessionId;
    await driver.goto(url);
  }

  /** Gives a window in the usual size: the one that is open, or that of a new browser when the last one ended by itself. */
  async #openWindow(): Promise<WebKitWindow> {
    const size = { width: 800, height: 600 };
    const left = await this.#opened?.catch(() => undefined);
    if (left) {
      try {
        await left.driver.resize(size);
        return left;
      } catch (error) {
        console.log(`WebKit ended between two files, and is started anew: ${String(error)}`);
        await left[Symbol.asyncDispose]();
      }
    }
    this.#opened = this.#open();
    const opened = await this.#opened;
    await opened.driver.resize(size);
    return opened;
  }

  isActive(sessionId: string): boolean {
    return this.#session === sessionId;
  }

  /** Never rejects: the runner asks without catching, just when the browser may have crashed. */
  async getBrowserUrl(): Promise<string | undefined> {
    return this.#opened?.then(({ driver }) => driver.url()).catch(() => undefined);
  }

  /** Leaves the page, so that nothing of it runs on. A browser that ended has left it, and the next file finds that out. */
  async stopSession(): Promise<Record<string, never>> {
    this.#session = '';
    const opened = await this.#opened?.catch(() => undefined);
    await opened?.driver.goto('about:blank').catch(() => undefined);
    return {};
  }

  startDebugSession(): Promise<void> {
    return Promise.reject(new Error('WebKit runs on a screen that nobody sees. Debug in Chromium or Firefox.'));
  }

  getPage(): WebKitPage {
    if (this.#page) return this.#page;
    throw new Error('WebKit has no page yet.');
  }

  async stop(): Promise<void> {
    const opened = await this.#opened?.catch(() => undefined);
    await opened?.[Symbol.asyncDispose]();
  }
}
