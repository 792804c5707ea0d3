/* `npm run screenshots`: the pictures of the README, taken from the running demo as a visitor and an administrator see it. */
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PNG } from 'pngjs';
import { type Browser, launch, type Page, type Viewport } from 'puppeteer-core';
import type { Demo } from '../../demo/servers.ts';
import { HARBOUR_LIGHTS } from '../../src/emulator/index.ts';
import { openDemoAnywhere } from '../e2e/anywhere.ts';
import { findChromium } from '../support/chromium.ts';
import { indexedPng } from './indexed-png.ts';

const FOLDER = fileURLToPath(new URL('../../demo/screenshots/', import.meta.url));
const SCHEMES = ['light', 'dark'] as const;
const DESKTOP: Viewport = { width: 1280, height: 800 };

interface Shot {
  name: string;
  url: (demo: Demo) => string;
  /** What is done on the page before the picture is taken. */
  act: (page: Page) => Promise<unknown>;
}

const SHOTS: Shot[] = [
  { name: 'site', url: ({ site }) => `${site}/demo/`, act: checkIn },
  {
    name: 'console',
    url: ({ emulator }) => `${emulator}/#rewards`,
    act: (page) => page.waitForSelector('.log li ::-p-text(Daily check-in)'),
  },
];

/** The first of the members who has not checked in yet does so. */
function visitors(): () => string {
  const ids = HARBOUR_LIGHTS.members?.map(({ id }) => id).values();
  return () => ids?.next().value ?? '';
}

const nextVisitor = visitors();

async function checkIn(page: Page): Promise<void> {
  const input = await page.waitForSelector('rewards-member >>> [part~=input]', { visible: true });
  await input?.type(nextVisitor());
  await page.locator('rewards-checkin >>> [part~=button]').click();
  await page.waitForSelector('rewards-checkin:state(granted)');
}

async function take({ name, url, act }: Shot, scheme: (typeof SCHEMES)[number], browser: Browser, demo: Demo) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport(DESKTOP);
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: scheme },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]);
  await page.goto(url(demo));
  await act(page);
  const picture = PNG.sync.read(Buffer.from(await page.screenshot()));
  const file = `${name}-${scheme}.png`;
  await writeFile(`${FOLDER}${file}`, indexedPng(picture));
  console.log(`demo/screenshots/${file}`);
  await context.close();
}

await mkdir(FOLDER, { recursive: true });
const demo = await openDemoAnywhere();
const browser = await launch({ ...(await findChromium()), headless: true });
try {
  for (const shot of SHOTS) for (const scheme of SCHEMES) await take(shot, scheme, browser, demo);
} finally {
  await browser.close();
  await demo.close();
}
