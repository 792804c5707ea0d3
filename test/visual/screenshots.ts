/* `npm run screenshots`: the pictures of the README, and the one that goes with links to the site, or those that are named, taken from the running demo as a visitor and an administrator see it. */
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PNG } from 'pngjs';
import { type Browser, launch, type Page, type Viewport } from 'puppeteer-core';
import { PICTURE } from '../../demo/plugins/open-graph.ts';
import type { Demo } from '../../demo/servers.ts';
import { HARBOUR_LIGHTS } from '../../src/emulator/index.ts';
import { openDemoAnywhere } from '../e2e/support/anywhere.ts';
import { pressPart } from '../e2e/support/press-part.ts';
import { findChromium } from '../support/browsers/chromium.ts';
import { newPage } from '../support/browsers/new-page.ts';
import { indexedPng } from './indexed-png.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const README = 'demo/screenshots/';
const SCHEMES = ['light', 'dark'] as const;
const DESKTOP: Viewport = { width: 1280, height: 800 };

interface Shot {
  name: string;
  /** Its file in each scheme. */
  files: Partial<Record<(typeof SCHEMES)[number], string>>;
  size: Viewport;
  url: (demo: Demo) => string;
  /** What is done on the page before the picture is taken. */
  act: (page: Page) => Promise<unknown>;
}

const SHOTS: Shot[] = [
  { name: 'site', files: inBoth('site'), size: DESKTOP, url: ({ site }) => `${site}/demo/`, act: checkIn },
  {
    name: 'console',
    files: inBoth('console'),
    size: DESKTOP,
    url: ({ emulator }) => `${emulator}/#rewards`,
    act: (page) => page.waitForSelector('.log li ::-p-text(Daily check-in)'),
  },
  {
    name: 'share',
    files: { light: `demo/public/${PICTURE.file}` },
    size: PICTURE,
    url: ({ site }) => `${site}/`,
    act: async (page) => {
      await pressPart(page, 'rewards-checkin');
      await page.waitForSelector('rewards-checkin:state(granted)');
      await page.waitForSelector('.chat ::-p-text(Daily check-in)');
    },
  },
];

function inBoth(name: string): Shot['files'] {
  return Object.fromEntries(SCHEMES.map((scheme) => [scheme, `${README}${name}-${scheme}.png`]));
}

/** For whom the page of the product has its check-in. */
const SHARED = '739204618530271847';

/** The first of the other members who has not checked in yet does so. */
function visitors(): () => string {
  const ids = HARBOUR_LIGHTS.members
    ?.map(({ id }) => id)
    .filter((id) => id !== SHARED)
    .values();
  return () => ids?.next().value ?? '';
}

const nextVisitor = visitors();

async function checkIn(page: Page): Promise<void> {
  const input = await page.waitForSelector('rewards-member >>> [part~=input]', { visible: true });
  await input?.type(nextVisitor());
  await pressPart(page, 'rewards-checkin');
  await page.waitForSelector('rewards-checkin:state(granted)');
}

async function take({ files, size, url, act }: Shot, scheme: (typeof SCHEMES)[number], browser: Browser, demo: Demo) {
  const file = files[scheme];
  if (file === undefined) return;
  const context = await browser.createBrowserContext();
  const page = await newPage(context);
  await page.setViewport(size);
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: scheme },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]);
  await page.goto(url(demo));
  await act(page);
  const picture = PNG.sync.read(Buffer.from(await page.screenshot()));
  await writeFile(ROOT + file, indexedPng(picture));
  console.log(file);
  await context.close();
}

await mkdir(ROOT + README, { recursive: true });
const named = process.argv.slice(2);
const wanted = SHOTS.filter(({ name }) => named.length === 0 || named.includes(name));
const demo = await openDemoAnywhere();
const browser = await launch({ ...(await findChromium()), headless: true });
try {
  for (const shot of wanted) for (const scheme of SCHEMES) await take(shot, scheme, browser, demo);
} finally {
  await browser.close();
  await demo.close();
}
