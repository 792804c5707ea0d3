import assert from 'node:assert/strict';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { before, describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'puppeteer-core';
import { PROXY_URL } from '../../../src/cli/serve/serve.ts';
import { type Running, start, startNode } from '../../cli/command.ts';
import { ODD_TITLE, type Scaffold, scaffold, useEmulator } from '../../cli/init/scaffold.ts';
import { linkPackages, OWN_PACKAGES } from '../../support/processes/own-packages.ts';
import { type HeldPort, holdPort } from '../../support/http/free-port.ts';
import { allOr, itInFull } from '../../support/thorough.ts';
import { type Tab, Visitor } from '../support/browser.ts';
import { Community } from '../support/community.ts';
import { findings } from '../support/page-checks.ts';
import { sharedBrowser } from '../support/shared-browser.ts';

/** What else these write, and that it runs, `cli/init/mounts` holds. */
const SERVERS = [
  ['node', '/', []],
  ['hono', '/check-in', ['hono', '@hono/node-server']],
] as const;
/** What a page may load of the elements, in the folder that the package has it in. */
const SCRIPTS = fileURLToPath(new URL('../../../dist/cdn/', import.meta.url));
const PHONE = { width: 360, height: 740 };
const CDN = /^https:\/\/cdn\.jsdelivr\.net\/npm\/rewards-elements@[\d.]+\/dist\/cdn\//;

/** The emulator that the site is set up for, at a port of its own. */
async function emulate(t: TestContext, site: Scaffold): Promise<Community> {
  const emulator = start(t, ['emulate', '--port', '0', '--api-key', site.apiKey]);
  const url = await emulator.url();
  await useEmulator(site, url);
  return new Community(url);
}

/** Starts the site's server with Node, as the printed steps say, at the port that was held for it. */
async function startServer(t: TestContext, { folder, stdout }: Scaffold, held: HeldPort): Promise<Running> {
  await held.release();
  const [, args = ''] = /^ {2}node (.+)$/m.exec(stdout) ?? [];
  const server = startNode(args.split(' '), { cwd: folder, env: { PORT: String(held.port) } });
  t.after(() => server.stop('SIGKILL'));
  await server.url();
  return server;
}

/** Checks in on a phone, where nothing may be wrong with the page. */
async function checkIn(visitor: Visitor, url: string, memberId: string, prepare?: (page: Page) => Promise<unknown>) {
  const tab: Tab = await visitor.visit(url, async (page) => {
    await page.setViewport(PHONE);
    await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
    await prepare?.(page);
  });
  assert.equal(await tab.page.title(), ODD_TITLE);
  assert.deepEqual(await findings(tab.page), []);
  const card = await tab.checkIn(memberId, 'granted');
  assert.ok(card.includes('+10 points'));
  assert.ok(card.includes(ODD_TITLE));
  assert.deepEqual(await findings(tab.page), []);
  assert.equal(await tab.page.evaluate(() => document.documentElement.scrollWidth), PHONE.width);
  assert.deepEqual(visitor.errors, []);
}

/** The status and type of what is at exactly that path, which no client has tidied up. */
async function statusOf(port: number, path: string): Promise<string> {
  const [response] = await once(request({ host: '127.0.0.1', port, path }).end(), 'response');
  response.resume();
  return `${response.statusCode} ${response.headers['content-type']}`;
}

describe('a site that rewards init made', () => {
  let browser: Browser;

  before(async () => {
    browser = await sharedBrowser();
  });

  for (const [framework, path, packages] of allOr(SERVERS.slice(0, 1), SERVERS)) {
    it(`takes a check-in at once: ${framework}`, async (t) => {
      const held = await holdPort();
      const { port } = held;
      const origin = `http://127.0.0.1:${port}`;
      const site = await scaffold(t, framework, '--title', ODD_TITLE, '--origin', origin);
      await linkPackages(site.folder, [...OWN_PACKAGES, ...packages]);
      const community = await emulate(t, site);
      const server = await startServer(t, site, held);

      const id = await community.join();
      const visitor = await Visitor.of(t, browser, { isKeeping: true });
      await checkIn(visitor, origin + path, id);
      assert.equal((await community.member(id)).points, 10);
      assert.ok(!visitor.received.join('\n').includes(site.apiKey));

      const script = '200 text/javascript; charset=utf-8';
      for (const file of globSync('{rewards-checkin,*/*}.js', { cwd: SCRIPTS })) {
        // oxlint-disable-next-line no-await-in-loop -- one connection is enough
        assert.equal(await statusOf(port, `/elements/${file}`), script, file);
      }
      for (const above of ['/elements/../../package.json', '/elements/%2e%2e/%2e%2e/package.json', '/.env']) {
        // oxlint-disable-next-line no-await-in-loop -- a handful
        assert.match(await statusOf(port, above), /^404/, above);
      }
      assert.match(await statusOf(port, '/elements/..%2f..%2fpackage.json'), /^404/);
      assert.match(await statusOf(port, '/rewards.db'), /^404/);
      assert.equal(await server.stop(), 0);
      assert.equal(server.stderr, '');
    });
  }

  itInFull('takes a check-in at once: standalone, with the script of the CDN and the proxy beside it', async (t) => {
    let html = '';
    const pages = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8').end(html);
    }).listen(0, '127.0.0.1');
    await once(pages, 'listening');
    t.after(() => pages.close());
    const origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
    const site = await scaffold(t, 'standalone', '--title', ODD_TITLE, '--origin', origin);
    const community = await emulate(t, site);
    assert.match(site.stdout, /^ {2}npx rewards serve --env \.env$/m);
    const proxy = start(t, ['serve', '--env', '.env', '--port', '0'], { cwd: site.folder });
    html = (await site.read('public/check-in.html')).replace(PROXY_URL, await proxy.url());
    assert.match(html, /integrity="sha384-/);

    const id = await community.join();
    const visitor = await Visitor.of(t, browser);
    await checkIn(visitor, `${origin}/check-in.html`, id, async (page) => {
      await page.setRequestInterception(true);
      page.on(
        'request',
        (asked) =>
          void answerForCdn(asked.url()).then((reply) => (reply === null ? asked.continue() : asked.respond(reply))),
      );
    });
    assert.equal((await community.member(id)).points, 10);
    assert.equal(await proxy.stop(), 0);
  });
});

/** What the CDN would have, from the build. */
async function answerForCdn(url: string): Promise<{ headers: Record<string, string>; body: Buffer } | null> {
  if (!CDN.test(url)) return null;
  const body = await readFile(new URL(`../../../dist/cdn/${url.replace(CDN, '')}`, import.meta.url));
  return { headers: { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' }, body };
}
