import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { withAccessibilityTree } from './accessibility-tree.ts';
import { packagedChromium } from './chromium-package.ts';
import { firstOf, named, NotInstalled, onPath } from '../processes/find-program.ts';
import { withForcedColors } from './forced-colors.ts';
import { newPage } from './new-page.ts';

/** Where a browser is and how it is started: may be spread into puppeteer's launch options. */
export interface Chromium {
  executablePath: string;
  args: string[];
  /** The bound of a start that hangs, in milliseconds: a busy machine may take longer than puppeteer's half a minute. */
  timeout?: number;
  /** The bound of what a page is told to do, in milliseconds; 0 for none. */
  protocolTimeout?: number;
  /** The whole environment, where the browser needs another one than this process has. */
  env?: Record<string, string | undefined>;
}

const COMMANDS = [
  'google-chrome',
  'google-chrome-stable',
  'chromium',
  'chromium-browser',
  'microsoft-edge',
  'microsoft-edge-stable',
];
const programs = (): Partial<Record<NodeJS.Platform, string[]>> => ({
  darwin: [
    'Google Chrome.app/Contents/MacOS/Google Chrome',
    'Chromium.app/Contents/MacOS/Chromium',
    'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ].flatMap((app) => [join('/Applications', app), join(homedir(), 'Applications', app)]),
  linux: onPath(...COMMANDS),
  win32: [process.env['PROGRAMFILES'], process.env['PROGRAMFILES(X86)'], process.env['LOCALAPPDATA']]
    .filter((folder) => folder !== undefined)
    .flatMap((folder) => [
      join(folder, 'Google/Chrome/Application/chrome.exe'),
      join(folder, 'Microsoft/Edge/Application/msedge.exe'),
    ]),
});

/** Chromium's sandbox refuses to run as root. */
const ownArgs = () => (process.getuid?.() === 0 ? ['--no-sandbox'] : []);

/** The browser looks up addresses of its maker's by itself. Tests need none but this machine, and run where there is no network. */
const THIS_MACHINE_ALONE = `--host-resolver-rules=MAP * ~NOTFOUND, ${['localhost', '*.localhost', '127.0.0.1', '[::1]']
  .map((name) => `EXCLUDE ${name}`)
  .join(', ')}`;

/** Chromium keeps a process ready for the next page. Tests open pages by the hundred, and seldom one that makes use of it. */
const NO_SPARE_PROCESS = '--disable-features=SpareRendererForSitePerProcess';

const START_MS = 240_000;
/**
 * What a page is told to do takes as long as it takes, such as to play some fifty widgets on a machine that gives a twentieth of a core: what hangs
 * is ended with its process, which counts the time that it has a core.
 */
const NO_LIMIT_MS = 0;

/** What `CHROME_PATH` says for the Chromium that npm brought. */
export const PACKAGED = 'packaged';

/**
 * A Chromium for tests: the one that `CHROME_PATH` names, else an installed Chrome, Chromium or Edge, else the one that
 * the npm package `@sparticuz/chromium` carries (Linux on x64). Throws where there is none, and says what to install.
 */
export async function findChromium(): Promise<Chromium> {
  const found = (await installedChromium()) ?? (await packagedChromium());
  if (found) {
    const args = [...found.args, THIS_MACHINE_ALONE, NO_SPARE_PROCESS];
    return { ...found, args, timeout: START_MS, protocolTimeout: NO_LIMIT_MS };
  }
  throw new NotInstalled(
    'No Chromium was found. Install Chrome, Chromium or Edge, or set CHROME_PATH to the browser to use.',
  );
}

/** Whether tests would take another Chromium than the one that npm brought. */
export async function hasInstalledChromium(): Promise<boolean> {
  return (await installedChromium()) !== null;
}

async function installedChromium(): Promise<Chromium | null> {
  if (process.env['CHROME_PATH'] === PACKAGED) return null;
  const executablePath = (await named('CHROME_PATH')) ?? (await firstOf(programs()[process.platform] ?? []));
  return executablePath ? { executablePath, args: ownArgs() } : null;
}

/**
 * A page whose colours can be forced, of which puppeteer's own method knows nothing, and that tells its accessibility tree.
 * Pages may run side by side: each has storage of its own, and the focus whenever it wants it.
 */
export async function newChromiumPage(browser: Browser): Promise<Page> {
  const context = await browser.createBrowserContext();
  const page = await newPage(context);
  await page.emulateFocusedPage(true);
  const client = await page.createCDPSession();
  return withForcedColors(withAccessibilityTree(page, client), async (value) => {
    await client.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] });
  });
}
