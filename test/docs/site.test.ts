import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'puppeteer-core';
import { build } from 'vitepress';
import { SIDEBAR } from '../../demo/docs/sidebar.ts';
import { openBrowser } from '../e2e/browser.ts';
import { findings, shiftOf, watchLayout } from '../e2e/page-checks.ts';
import { StaticServer } from '../e2e/static-server.ts';

const SOURCES = fileURLToPath(new URL('../../demo/docs/', import.meta.url));
const BASE = '/docs/';
const DEMO = fileURLToPath(new URL('../../demo', import.meta.url));
const SIZES = [360, 1280];
const SCHEMES = ['light', 'dark'];
/** A page of each kind: the front page, prose, tables, long code, and the one that there is not. */
const KINDS = ['index', 'start', 'elements', 'identity', '404'];
/** What may move before anybody has done anything, as a share of the window: nothing that anyone could see. */
const MOST_SHIFT = 0.001;

let folder = '';
let site: StaticServer;
let browser: Browser;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rewards-docs-'));
  await build(SOURCES, { outDir: folder });
  site = await StaticServer.open(folder, BASE);
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  site?.close();
  await rm(folder, { recursive: true, force: true });
});

interface Built {
  ids: Set<string>;
  links: string[];
}

function builtPages(): Map<string, Built> {
  const names = globSync('**/*.html', { cwd: folder });
  const valuesOf = (html: string, attribute: string) =>
    Array.from(html.matchAll(new RegExp(` ${attribute}="([^"]*)"`, 'g')), ([, value = '']) =>
      value.replaceAll('&amp;', '&'),
    );
  return new Map(
    names.map((name) => {
      const html = readFileSync(join(folder, name), 'utf8');
      return [
        name,
        { ids: new Set(valuesOf(html, 'id')), links: [...valuesOf(html, 'href'), ...valuesOf(html, 'src')] },
      ];
    }),
  );
}

/** Why the link leads nowhere; null if it does lead somewhere. */
function deadEnd(link: string, from: string, pages: ReadonlyMap<string, Built>): string | null {
  if (/^(https:|data:|mailto:)/.test(link)) return null;
  const { pathname, hash } = new URL(link, `http://docs.invalid${BASE}${from}`);
  // The demo is published around the documentation.
  if (!pathname.startsWith(BASE))
    return existsSync(join(DEMO, pathname, 'index.html')) ? null : `${from}: ${link} is no page of the demo`;
  const name = decodeURIComponent(pathname.slice(BASE.length)) || 'index.html';
  if (!existsSync(join(folder, name))) return `${from}: ${link} is not there`;
  const id = decodeURIComponent(hash.slice(1));
  return id === '' || pages.get(name)?.ids.has(id) ? null : `${from}: ${link} has no such anchor`;
}

describe('the built documentation', () => {
  it('has a page for each entry of the sidebar, and an entry for each page', () => {
    const listed = SIDEBAR.flatMap(({ items = [] }) => items.map(({ link = '' }) => `${link.slice(1)}.html`));
    const pages = [...builtPages().keys()].filter((name) => name !== 'index.html' && name !== '404.html');
    assert.deepEqual(listed.toSorted(), pages.toSorted());
  });

  it('has no dead link', () => {
    const pages = builtPages();
    const links = Array.from(pages, ([from, one]) => one.links.map((link) => ({ link, from }))).flat();
    assert.ok(links.length > 1000, `${links.length} links`);
    assert.deepEqual([...new Set(links.flatMap(({ link, from }) => deadEnd(link, from, pages) ?? []))], []);
  });

  it('can be published under another path', async () => {
    const html = readFileSync(join(folder, 'start.html'), 'utf8');
    assert.match(html, /href="\/docs\/assets\//);
    assert.doesNotMatch(html, /(?:href|src)="\/(?!docs\/)/);
  });
});

/** A page of the documentation, and what it complained of. */
async function open(name: string, width: number): Promise<{ page: Page; complaints: string[] }> {
  const complaints: string[] = [];
  const page = await browser.newPage();
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) complaints.push(message.text());
  });
  await watchLayout(page);
  await page.setViewport({ width, height: 800 });
  await page.goto(`${site.url}${name}.html`, { waitUntil: 'networkidle0' });
  return { page, complaints };
}

describe('a page of the documentation', () => {
  for (const name of KINDS) {
    for (const width of SIZES) {
      it(`is accessible, quiet and still: ${name} at ${width} px`, async () => {
        const { page, complaints } = await open(name, width);
        for (const scheme of SCHEMES) {
          await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
          await page.waitForFunction(
            (dark) => document.documentElement.matches('.dark') === dark,
            {},
            scheme === 'dark',
          );
          assert.deepEqual(await findings(page), [], scheme);
        }
        assert.deepEqual(complaints, []);
        assert.ok((await shiftOf(page)) <= MOST_SHIFT, `${await shiftOf(page)} has moved`);
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wider <= 0, `it is ${wider} px wider than the window`);
        await page.close();
      });
    }
  }

  it('shows a live widget first', async () => {
    const { page } = await open('index', 360);
    await page.waitForFunction(() => document.querySelector('rewards-checkin')?.matches(':state(granted)'));
    const bottom = await page.$eval('rewards-checkin', (widget) => widget.getBoundingClientRect().bottom);
    assert.ok(bottom < 800, `it ends at ${bottom} px`);
    await page.close();
  });

  it('is found by the search, its generated parts too', async () => {
    const { page } = await open('start', 1280);
    // Until then the button is drawn, and does nothing.
    await page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}));
    for (const [words, address] of [
      ['rotate the key', '/docs/operate.html#rotate-the-key'],
      ['minimumGapHours', '/docs/config-keys.html#actions-name'],
    ] as const) {
      await page.click('button.DocSearch-Button');
      const input = await page.waitForSelector('#localsearch-input', { visible: true });
      await input?.type(words);
      const found = await page.waitForSelector(`.VPLocalSearchBox a[href="${address}"]`);
      await found?.click();
      await page.waitForFunction((wanted) => location.pathname + location.hash === wanted, {}, address);
      await page.waitForSelector('.VPLocalSearchBox', { hidden: true });
    }
    await page.close();
  });
});
