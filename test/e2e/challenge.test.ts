import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { listen } from '../../src/cli/listen.ts';
import { sqliteLedger } from '../../src/ledger/sqlite.ts';
import { toNodeListener } from '../../src/proxy/adapters/node.ts';
import { createProxy, type Proxy } from '../../src/proxy/index.ts';
import { grant, scriptedTransport } from '../proxy/support/transport.ts';
import { ANYWHERE } from './anywhere.ts';
import { openBuiltSite } from './built-site.ts';
import { openBrowser, Visitor } from './browser.ts';
import { repeats } from '../support/thorough.ts';

const MEMBER = '123456789012345678';

interface Site {
  url: string;
  /** The claims that came, and what they were answered. */
  claims: number[];
  calls: unknown[];
  /** Goes on with another process, as far as anybody can tell: the secret that it made up is another one. */
  restart: () => void;
}

/** The demo's page with a proxy that asks for a proof of work. */
async function openWithChallenge(t: TestContext): Promise<Site> {
  const addresses = Promise.withResolvers<{ proxy: string; emulator: string }>();
  const site = await openBuiltSite(ANYWHERE, addresses.promise);
  t.after(() => site.close());
  const ledger = sqliteLedger(':memory:');
  t.after(() => ledger.close());
  const { calls, transport } = scriptedTransport(grant);
  const start = (): Proxy =>
    createProxy({
      service: { baseUrl: 'https://service.example', apiKey: 'key' },
      origins: [site.url],
      actions: { daily: { title: 'Daily', repeats: 'daily', points: 10, remark: 'Daily', challenge: 'altcha' } },
      ledger,
      transport,
      logger: { debug() {}, info() {}, warn() {}, error() {} },
      env: {},
    });
  let proxy = start();
  const claims: number[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const response = await proxy.fetch(request);
    if (request.method === 'POST') claims.push(response.status);
    return response;
  };
  const server = await listen(toNodeListener({ fetch }), ANYWHERE);
  t.after(() => server.close(proxy.close()));
  addresses.resolve({ proxy: server.url, emulator: server.url });
  return { url: site.url, claims, calls, restart: () => (proxy = start()) };
}

describe('a check-in that asks for a proof of work', () => {
  let browser: Browser;

  before(async () => {
    browser = await openBrowser();
  });

  after(() => browser?.close());

  repeats(['elements/checkin/challenge', 'proxy/challenge/altcha'], () => {
    it('is granted to whoever presses the button', async (t) => {
      const site = await openWithChallenge(t);
      const tab = await (await Visitor.of(t, browser)).visit(`${site.url}/demo/`);
      assert.match(await tab.checkIn(MEMBER, 'granted'), /\+10 points/);
      assert.deepEqual([site.claims, site.calls.length], [[201], 1]);
    });
  });

  it('is granted although the proxy was restarted in between, with two claims of which one counts', async (t) => {
    const site = await openWithChallenge(t);
    const tab = await (await Visitor.of(t, browser)).visit(`${site.url}/demo/`);
    const solving = tab.page.waitForResponse((response) => response.url().includes('/challenge?'));
    await tab.type(MEMBER);
    // What begins ahead of time is loaded by then.
    await tab.page.waitForSelector('rewards-member >>> [autocapitalize=none]');
    await tab.page.keyboard.press('Tab');
    await tab.page.focus('rewards-checkin >>> [part=button]');
    assert.equal((await solving).status(), 200);
    site.restart();
    await tab.press();
    assert.match(await tab.shows('granted'), /\+10 points/);
    assert.deepEqual([site.claims, site.calls.length], [[403, 201], 1]);
  });
});
