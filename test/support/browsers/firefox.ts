import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Frame, Page, Viewport } from 'puppeteer-core';
import { firstOf, named, NotInstalled, onPath } from '../processes/find-program.ts';
import { withForcedColors } from './forced-colors.ts';
import { newPage } from './new-page.ts';

const programs = (): Partial<Record<NodeJS.Platform, string[]>> => ({
  darwin: ['/Applications', join(homedir(), 'Applications')].map((folder) =>
    join(folder, 'Firefox.app/Contents/MacOS/firefox'),
  ),
  linux: onPath('firefox', 'firefox-esr'),
  win32: [process.env['PROGRAMFILES'], process.env['PROGRAMFILES(X86)']]
    .filter((folder) => folder !== undefined)
    .map((folder) => join(folder, 'Mozilla Firefox/firefox.exe')),
});

/** How puppeteer starts the Firefox that `FIREFOX_PATH` names, else an installed one. */
export async function findFirefox() {
  const executablePath = (await named('FIREFOX_PATH')) ?? (await firstOf(programs()[process.platform] ?? []));
  if (!executablePath) {
    throw new NotInstalled(
      'No Firefox was found. Install Firefox (on Debian: firefox-esr), or set FIREFOX_PATH to the browser to use.',
    );
  }
  // Only with this access may scripts run beside the page, which is the way to what BiDi has no command for.
  return { browser: 'firefox' as const, executablePath, args: ['--remote-allow-system-access'] };
}

/** The overrides of https://searchfox.org/mozilla-central/source/dom/chrome-webidl/BrowsingContext.webidl. */
interface MediaOverrides {
  prefersColorSchemeOverride?: string;
  prefersReducedMotionOverride?: string;
  forcedColorsOverride?: string;
}

/** The part of puppeteer's class for a browser behind BiDi that its declarations leave out. */
interface BidiBrowser extends Browser {
  connection: { send(method: string, params: object): Promise<{ result: unknown }> };
}

/** Likewise for a frame, whose id is the name of its browsing context. */
interface BidiFrame extends Frame {
  _id: string;
}

interface Context {
  context: string;
  url: string;
}

/** By a browser's connection, where its scripts run beside the page. */
const besides = new WeakMap<BidiBrowser['connection'], Promise<string>>();

/** The browser's own window, or where it gives that to nobody, as Firefox 140 ESR, a tab behind the others that may as much. */
async function findBeside(connection: BidiBrowser['connection']): Promise<string> {
  const tree = await connection.send('browsingContext.getTree', { 'moz:scope': 'chrome', maxDepth: 0 });
  const { contexts } = tree.result as { contexts: Context[] };
  const window = contexts.find(({ url }) => url.startsWith('chrome:'));
  if (window) return window.context;
  const { result } = await connection.send('browsingContext.create', { type: 'tab', background: true });
  const { context } = result as Context;
  await connection.send('browsingContext.navigate', { context, url: 'about:config', wait: 'complete' });
  return context;
}

/** What is run there. Where a tab cannot have its own wish for less motion, all have the same. */
const APPLY = `(text) => {
  const overrides = JSON.parse(text);
  const { browsingContext } = Services.wm.getMostRecentWindow('navigator:browser').gBrowser.selectedBrowser;
  if ('prefersReducedMotionOverride' in overrides && !('prefersReducedMotionOverride' in browsingContext)) {
    Services.prefs.setIntPref('ui.prefersReducedMotion', Number(overrides.prefersReducedMotionOverride === 'reduce'));
    delete overrides.prefersReducedMotionOverride;
  }
  Object.assign(browsingContext, overrides);
}`;

/** Sets them for the tab that is in front. It must be the page's own, so one page at a time can be tested. */
async function override(page: Page, overrides: MediaOverrides): Promise<void> {
  const { connection } = page.browser() as BidiBrowser;
  const beside = besides.get(connection) ?? findBeside(connection);
  besides.set(connection, beside);
  const reply = await connection.send('script.callFunction', {
    target: { context: await beside },
    functionDeclaration: APPLY,
    arguments: [{ type: 'string', value: JSON.stringify(overrides) }],
    awaitPromise: false,
    resultOwnership: 'none',
  });
  const { exceptionDetails } = reply.result as { exceptionDetails?: { text: string } };
  if (exceptionDetails)
    throw new Error(`Firefox did not emulate ${JSON.stringify(overrides)}: ${exceptionDetails.text}`);
}

/** Sets the size of the page alone: puppeteer sets the screen's orientation too, for which Firefox 140 ESR has no command. */
async function setViewport(page: Page, size: Viewport | null): Promise<void> {
  const { connection } = page.browser() as BidiBrowser;
  const { _id: context } = page.mainFrame() as BidiFrame;
  const viewport = size && { width: size.width, height: size.height };
  await connection.send('browsingContext.setViewport', { context, viewport });
}

/** A page whose `emulateMediaFeatures` works, which puppeteer has for Chromium only, and whose colours can be forced. */
export async function newFirefoxPage(browser: Browser): Promise<Page> {
  const page = await newPage(browser);
  page.setViewport = (size) => setViewport(page, size);
  page.emulateMediaFeatures = (features = []) => {
    const value = (name: string) => features.find((feature) => feature.name === name)?.value ?? 'none';
    return override(page, {
      prefersColorSchemeOverride: value('prefers-color-scheme'),
      prefersReducedMotionOverride: value('prefers-reduced-motion'),
    });
  };
  return withForcedColors(page, (value) => override(page, { forcedColorsOverride: value }));
}
