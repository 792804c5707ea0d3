import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AxeResults } from 'axe-core';
import type { MediaFeature, Page } from 'puppeteer-core';

const axe = readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** What axe and the rules below find wrong with the page as it is, in one line each. */
export async function findings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await axe);
  const { violations } = (await page.evaluate("axe.run({ resultTypes: ['violations'] })")) as AxeResults;
  const lines = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  return [...lines, ...(await markupFlaws(page))];
}

/** A visitor who prefers that nothing moves for its looks alone. */
export const STILL: MediaFeature = { name: 'prefers-reduced-motion', value: 'reduce' };

/** Shows the page in light or dark, to a visitor with those other wishes. */
export function inScheme(page: Page, scheme: string, ...others: MediaFeature[]): Promise<void> {
  return page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }, ...others]);
}

/** What `findings` has of the page in each of the schemes, one after the other, in one line each. */
export async function findingsIn(page: Page, schemes: readonly string[], ...others: MediaFeature[]): Promise<string[]> {
  const found: string[] = [];
  for (const scheme of schemes) {
    // oxlint-disable-next-line no-await-in-loop -- the page has one scheme at a time
    await inScheme(page, scheme, ...others);
    // oxlint-disable-next-line no-await-in-loop -- see above
    for (const line of await findings(page)) found.push(`${scheme}: ${line}`);
  }
  return found;
}

/** What others (pa11y's HTML_CodeSniffer and the Nu Html Checker, say) find besides, in one line each. */
export function markupFlaws(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const SUBMITS = 'button:not([type]), button[type=submit], input[type=submit]';
    const all = (selector: string) => Array.from(document.querySelectorAll(selector));
    const flaws = {
      'a form without a button that submits it': all('form').filter((form) => !form.querySelector(SUBMITS)),
      'a link to a place of the page that it does not have': all('a[href^="#"]').filter(
        (link) => !document.getElementById(link.getAttribute('href')?.slice(1) ?? ''),
      ),
      'a field that is completed by itself and does not say what it takes': all(
        'input[autocomplete]:not([autocomplete=off], [type])',
      ),
      'a choice that says how it is completed, which nothing does': all(
        ':is([type=radio], [type=checkbox])[autocomplete]',
      ),
    };
    return Object.entries(flaws).flatMap(([flaw, found]) =>
      found.map((one) => `${flaw}: ${one.outerHTML.slice(0, 120)}`),
    );
  });
}

/** The part of https://wicg.github.io/layout-instability/#sec-layout-shift that matters here. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  /** What moved; without its node where that is within a shadow root. */
  sources: readonly { node?: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** Something has moved: how much, as a share of the window, and what from where to where. */
interface Shift {
  share: number;
  /** Whether all of it was within widgets. */
  within: boolean;
  what: string;
}

interface Watched {
  shifts: Shift[];
}

/** Keeps what moves on the page without the visitor having done anything. */
export function watchLayout(page: Page): Promise<unknown> {
  return page.evaluateOnNewDocument(() => {
    const nameOf = (node: Node | null | undefined) =>
      node instanceof Element ? node.outerHTML.slice(0, 80) : (node?.textContent?.slice(0, 80) ?? 'in a widget');
    const placeOf = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}x${height}`;
    const { shifts } = Object.assign(window, { shifts: [] as Shift[] });
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
        if (hadRecentInput) continue;
        const moves = sources.map((one) => [nameOf(one.node), placeOf(one.previousRect), placeOf(one.currentRect)]);
        const within = !sources.some(({ node }) => node);
        shifts.push({ share: value, within, what: moves.map((move) => move.join(' | ')).join('; ') });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/**
 * What `watchLayout` has seen so far, with what the page is about to draw: a line each. None where all of it together is at most
 * that share of the window.
 */
export async function shiftsOf(page: Page, max = 0): Promise<string[]> {
  return linesOf(await seen(page), max);
}

/**
 * The same, but for what moved within a widget: there it comes of a press, which the browser holds to be forgotten when the
 * answer takes half a second.
 */
export async function shiftsAround(page: Page): Promise<string[]> {
  const shifts = await seen(page);
  return linesOf(shifts.filter(({ within }) => !within));
}

/** Forgets what has moved so far: what a visitor does may move much, which the browser leaves out only where it is drawn within half a second. */
export async function forgetShifts(page: Page): Promise<void> {
  await drawn(page);
  await page.evaluate(() => void (window as never as Watched).shifts.splice(0));
}

function linesOf(shifts: readonly Shift[], max = 0): string[] {
  const sum = shifts.reduce((all, { share }) => all + share, 0);
  return sum > max ? shifts.map(({ share, what }) => `${share}: ${what}`) : [];
}

async function seen(page: Page): Promise<Shift[]> {
  await drawn(page);
  return page.evaluate(() => (window as never as Watched).shifts);
}

/** Resolves when the page has drawn what it has now, and observers were told. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    await new Promise((resolve) => setTimeout(resolve));
  });
}
