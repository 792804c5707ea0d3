import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../support/http/free-port.ts';
import { openBrowser } from '../e2e/support/browser.ts';
import { Community } from '../e2e/support/community.ts';
import type { Ground } from './check.ts';
import { run, Server } from './shell.ts';

const PACKAGES = fileURLToPath(new URL('../../dist/packages/', import.meta.url));

/** What every app needs, which ends when it is disposed of. */
export interface OpenGround extends Ground, AsyncDisposable {}

/** Packs what was built, and starts a browser, an emulated community, and a proxy for apps that have none within. */
export async function openGround(folder: string): Promise<OpenGround> {
  const tarballs = [];
  for (const name of ['rewards-elements', 'rewards-proxy']) {
    // oxlint-disable-next-line no-await-in-loop -- two
    const printed = await run(folder, `npm pack ${join(PACKAGES, name)} --json --silent`);
    const [{ filename }] = JSON.parse(printed.slice(printed.indexOf('['))) as [{ filename: string }];
    tarballs.push(join(folder, filename));
  }
  const beside = join(folder, 'proxy-beside');
  mkdirSync(beside);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  await run(beside, `npm init -y && npm install --no-audit --no-fund ${tarballs[1]}`);
  await run(beside, `npx rewards init --framework standalone --yes --origin ${origin}`);
  const [, apiKey = ''] = /^REWARDS_API_KEY=(\S+)$/m.exec(readFileSync(join(beside, '.env'), 'utf8')) ?? [];
  const [emulatorPort, proxyPort] = [await freePort(), await freePort()];
  const emulator = `http://127.0.0.1:${emulatorPort}`;
  const open = new AsyncDisposableStack();
  const community = open.use(new Server(beside, `npx rewards emulate --port ${emulatorPort} --api-key ${apiKey}`));
  await community.answers(emulator);
  const variables = { REWARDS_BASE_URL: emulator, REWARDS_API_KEY: apiKey };
  const proxy = open.use(new Server(beside, `npx rewards serve --port ${proxyPort}`, variables));
  const endpoint = `http://127.0.0.1:${proxyPort}/rewards`;
  await proxy.answers(`${endpoint}/health`);
  const browser = await openBrowser();
  open.defer(() => browser.close());
  return {
    folder,
    tarballs,
    browser,
    community: new Community(emulator),
    emulator,
    apiKey,
    port,
    endpoint,
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}
