import { readFileSync } from 'node:fs';
import type { Browser } from 'puppeteer-core';
import type { Case, Sheet } from './cases.ts';

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
  const { scheme, width, cases, theme } = sheet;
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    const columns = Math.min(COLUMNS, cases.length);
    await page.setViewport({ width: columns * (width + GAP) + GAP, height: 900 });
    await page.emulateTimezone('UTC');
    await page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: scheme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ]);
    await page.evaluateOnNewDocument(stopClock, NOW);
    await page.evaluateOnNewDocument(keepApart);
    await page.evaluateOnNewDocument(bringWallet);
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

/** Runs in the page before anything else: a wallet that announces itself, and that the visitor has connected before. */
function bringWallet(): void {
  const answers: Record<string, unknown> = {
    eth_accounts: ['0x52908400098527886E0F7030069857D2E4169EE7'],
    eth_chainId: '0x1',
  };
  const provider = { request: async ({ method }: { method: string }) => answers[method] };
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="teal"/></svg>';
  const icon = `data:image/svg+xml,${encodeURIComponent(drawing)}`;
  const info = { uuid: 'harbour', name: 'Harbour Wallet', icon, rdns: 'example.wallet' };
  addEventListener('eip6963:requestProvider', () => {
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }));
  });
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
  for (const { title, element, text, help, open, list } of drawn) {
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
    if (element?.matches('[compact]')) await until(() => find('button[part=pill]'));
    const opened = open ? '#popup' : list ? '#wallets' : '#help';
    if (element?.matches('rewards-onchain[member-id]')) await until(() => find('[part=chain]'));
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
