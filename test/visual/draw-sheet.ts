import { readFileSync } from 'node:fs';
import type { Browser } from 'puppeteer-core';
import { newPage } from '../support/browsers/new-page.ts';
import type { Case, Sheet } from './cases.ts';
import type { Played } from './wallet-cases.ts';

/** Noon of a Wednesday, which every drawing takes for now. */
const NOW = Date.parse('2026-06-17T12:00:00Z');
const GAP = 24;
const COLUMNS = 5;

const STYLES = `
  body { margin: 0; background: Canvas; color: CanvasText; font: 16px/1.5 'Open Sans'; }
  main { display: grid; gap: ${GAP}px; padding: ${GAP}px; align-items: start; }
  figure { margin: 0; }
  figcaption { font-size: 12px; }
  * { caret-color: transparent !important; }
`;

/** Draws a sheet, and gives the picture as a PNG. */
export async function drawSheet(browser: Browser, url: string, sheet: Sheet): Promise<Uint8Array> {
  const { scheme, width, cases, theme, wallets = ['Harbour Wallet'] } = sheet;
  const context = await browser.createBrowserContext();
  try {
    const page = await newPage(context);
    const columns = Math.min(COLUMNS, cases.length);
    await page.setViewport({ width: columns * (width + GAP) + GAP, height: 900 });
    await page.emulateTimezone('UTC');
    await page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: scheme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ]);
    await page.evaluateOnNewDocument(stopClock, NOW);
    await page.evaluateOnNewDocument(keepApart);
    await page.evaluateOnNewDocument(bringWallets, wallets);
    await page.evaluateOnNewDocument(
      bringProxy,
      cases.flatMap(({ played = [] }) => played),
    );
    await page.goto(url);
    await page.addStyleTag({ content: `${STYLES} main { grid-template-columns: repeat(${columns}, ${width}px) }` });
    if (theme) await page.addStyleTag({ content: readFileSync(`dist/themes/${theme}.css`, 'utf8') });
    await page.evaluate(drawCases, cases);
    return await page.screenshot({ fullPage: true });
  } finally {
    await context.close();
  }
}

/** Runs in the page before anything else: what is entered in one drawing stays there. */
function keepApart(): void {
  addEventListener('rewards-member-id', (event) => event.stopImmediatePropagation(), { capture: true });
}

declare global {
  /** What wallets do when they are asked from now on. */
  var walletMood: Played['mood'];
}

/** Runs in the page before anything else: wallets that announce themselves, and that the visitor has connected before. */
function bringWallets(names: string[]): void {
  globalThis.walletMood = 'well';
  const accounts = ['0x52908400098527886E0F7030069857D2E4169EE7'];
  const answers: Record<string, unknown> = {
    eth_accounts: accounts,
    eth_requestAccounts: accounts,
    eth_chainId: '0x1',
    personal_sign: `0x${'ab'.repeat(65)}`,
  };
  const moods: Partial<Record<Played['mood'], () => unknown>> = {
    waits: () => new Promise(() => {}),
    declines: () => Promise.reject({ code: 4001 }),
    breaks: () => 1,
  };
  const request = async ({ method }: { method: string }) => {
    if (method === 'wallet_switchEthereumChain') throw Object.assign(new Error('It is not known.'), { code: 4902 });
    const mood = method === 'personal_sign' ? moods[globalThis.walletMood] : undefined;
    return mood ? mood() : answers[method];
  };
  for (const name of names) {
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="teal"/></svg>';
    const icon = `data:image/svg+xml,${encodeURIComponent(drawing)}`;
    const detail = { info: { uuid: name, name, icon, rdns: 'example.wallet' }, provider: { request } };
    addEventListener('eip6963:requestProvider', () => {
      dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
    });
  }
}

/** Runs in the page before anything else: a proxy for what is played. */
function bringProxy(all: Played[]): void {
  const real = globalThis.fetch;
  const json = (body: unknown, status = 200) => {
    const type = status < 400 ? 'application/json' : 'application/problem+json';
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': type } });
  };
  const playedAt = (path: string) => all.find(({ action }) => path.split(/[/?]/).includes(action));
  globalThis.fetch = async (input, init) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input, location.href);
    if (pathname === '/rewards/batch') {
      const asked = searchParams.getAll('path').map(playedAt);
      return json({ replies: asked.map((one) => ({ status: 200, body: one?.view })) });
    }
    const one = playedAt(pathname);
    if (!one) return real(input, init);
    if (pathname.endsWith('/onchain')) return json({ message: 'Sign this.', expiresAt: '2100-01-01T00:00:00Z' });
    return pathname.endsWith('/claims') ? json(one.reply.body, one.reply.status) : json(one.view);
  };
}

/** Runs in the page before anything else: what asks for the time gets the same one at all times. */
function stopClock(now: number): void {
  const RealDate = Date;
  globalThis.Date = class extends RealDate {
    constructor(...args: [] | [number]) {
      super(...((args.length > 0 ? args : [now]) as [number]));
    }

    static override now(): number {
      return now;
    }
  } as DateConstructor;
  const format = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, 'format');
  Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
    get(this: Intl.DateTimeFormat) {
      const plain: Intl.DateTimeFormat['format'] = format?.get?.call(this);
      return (date: number = now) => plain(date);
    },
  });
}

/** Runs in the page: draws all cases, and ends when each is in its state. */
async function drawCases(cases: Case[]): Promise<void> {
  const main = document.createElement('main');
  document.body.append(main);
  // All are there before the first is used: new ones would begin with what was entered last.
  const drawn = cases.map(({ title, html, ...use }) => {
    const figure = document.createElement('figure');
    figure.innerHTML = `<figcaption>${title}</figcaption>${html}`;
    main.append(figure);
    return { title, element: figure.lastElementChild, ...use };
  });
  const start = performance.now();
  for (const { title, element, text, help, open, list, played } of drawn) {
    const until = async (condition: () => unknown) => {
      while (!condition()) {
        if (performance.now() - start > 60_000) throw new Error(`“${title}” was not drawn within a minute`);
        await new Promise((resolve) => setTimeout(resolve));
      }
    };
    const find = (selector: string) => element?.shadowRoot?.querySelector(selector);
    const state = element?.getAttribute('debug-state');
    await until(() => find('[part=card]')?.getAttribute('aria-busy') === 'false');
    if (state) await until(() => element?.matches(`:state(${state})`));
    if (text !== undefined || help) {
      const sheets = () => element?.shadowRoot?.adoptedStyleSheets.length ?? 0;
      const before = sheets();
      find('[part=card]')?.dispatchEvent(new Event('focusin'));
      await until(() => sheets() > before);
    }
    const input = find('#member');
    if (text !== undefined && input instanceof HTMLInputElement) {
      input.value = text;
      for (const type of ['input', 'change']) input.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
    }
    if (element?.matches('[compact]')) await until(() => find('[part=said]'));
    const opened = open ? '#popup' : list ? '#wallets' : '#help';
    if (played) {
      const { hash, mood, presses, says } = played;
      await until(() => element?.matches(':state(ready)') && find('[part=wallet]'));
      const field = find('#transaction');
      if (field instanceof HTMLInputElement && hash) field.value = hash;
      globalThis.walletMood = mood;
      const button = find('[part=button]');
      if (presses && button instanceof HTMLElement) button.click();
      await until(() => element?.shadowRoot?.textContent?.includes(says));
      // What is too long for its place is found once it is drawn.
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    } else if (element?.matches('rewards-onchain[member-id]')) await until(() => find('[part=chain]'));
    if (open || help || list) {
      const popover = find(opened);
      const source = find(`[popovertarget=${opened.slice(1)}]`);
      // Of those that close by themselves, one is open at a time.
      if (popover instanceof HTMLElement && source instanceof HTMLElement) {
        popover.popover = 'manual';
        popover.showPopover({ source });
      }
    }
    if (help) await until(() => find('[part=steps]'));
    if (element) await Reflect.get(element, 'updateComplete');
  }
  await document.fonts.ready;
}
