import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { after, before, it } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { createPlatformListener, endpointsOf } from '../../../demo/platform/platform.ts';
import { listen } from '../../../src/cli/serve/listen.ts';
import { createEmulator, HARBOUR_LIGHTS, newApiKey } from '../../../src/emulator/index.ts';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import { toNodeListener } from '../../../src/proxy/adapters/node.ts';
import { createProxy } from '../../../src/proxy/index.ts';
import { ANYWHERE } from '../support/anywhere.ts';
import { openBuiltSite } from '../support/built-site.ts';
import { choose, closed, Widget, withoutWindows } from '../support/asking-tab.ts';
import { Visitor } from '../support/browser.ts';
import { sharedBrowser } from '../support/shared-browser.ts';
import { describeInFull } from '../../support/thorough.ts';

const NOOR = '739204618530271847';

describeInFull('signing in where page and proxy share an origin', () => {
  const open = new AsyncDisposableStack();
  let browser: Browser;
  let site: string;

  /** A site that mounts the proxy, and has the widget on one of its pages. */
  before(async () => {
    browser = await sharedBrowser();
    const apiKey = newApiKey();
    const emulator = await listen(
      toNodeListener(createEmulator({ servers: [{ ...HARBOUR_LIGHTS, apiKey }] })),
      ANYWHERE,
    );
    open.defer(() => emulator.close());
    let [rewards, signIn]: RequestListener[] = [];
    const addresses = Promise.withResolvers<{ proxy: string; emulator: string }>();
    const opened = await openBuiltSite(ANYWHERE, addresses.promise, {
      '/rewards/': (request, response) => rewards?.(request, response),
      '/site/': (_request, response) => response.end('{"member":null,"members":[]}'),
    });
    open.defer(() => opened.close());
    site = opened.url;
    const platform = await listen((request, response) => signIn?.(request, response), ANYWHERE);
    open.defer(() => platform.close());
    const redirectUri = `${site}/rewards/sign-in/callback`;
    const application = { clientId: 'site', clientSecret: 'secret', redirectUri };
    const members = () => [{ id: NOOR, name: 'Noor Haddad' }];
    signIn = await createPlatformListener({ url: platform.url, application, community: HARBOUR_LIGHTS, members });
    const ledger = sqliteLedger(':memory:');
    open.defer(() => ledger.close());
    const action = { title: 'T', points: 20, remark: 'r', identity: 'platform' } as const;
    const typed = { ...action, repeats: 'daily', identity: 'typed' } as const;
    const proxy = createProxy({
      service: { baseUrl: emulator.url, apiKey },
      origins: [site],
      platform: {
        preset: 'discord',
        name: 'Harbour Lights',
        endpoints: endpointsOf(platform.url),
        origin: site,
        pages: [`${site}/who-is-asking.html`],
        clientId: 'site',
        clientSecret: 'secret',
        secrets: ['a secret of thirty-two bytes or more'],
      },
      actions: { crew: { ...action, repeats: 'once' }, wave: typed, watch: typed, bell: typed },
      ledger,
    });
    open.defer(() => proxy.close());
    rewards = toNodeListener(proxy);
    addresses.resolve({ proxy: site, emulator: emulator.url });
  });

  after(() => open.disposeAsync());

  it('leaves a cookie that no script sees, and nothing else, and ends with the sign-out', async (t) => {
    const visitor = await Visitor.of(t, browser);
    const { page } = await visitor.visit(`${site}/who-is-asking.html`);
    const widget = new Widget(page, 'crew');
    await widget.says('Sign in with Harbour Lights');
    const popup = await widget.opens();
    await choose(popup, NOOR);
    await widget.shows('granted');
    await closed(popup);
    const kept = await page.evaluate(() => [document.cookie, sessionStorage.length, localStorage.length]);
    assert.deepEqual(kept, ['', 0, 0]);
    const cookies = (await page.browserContext().cookies()).filter(({ name }) => name === 'rewards');
    assert.deepEqual(
      cookies.map(({ httpOnly, sameSite, path }) => [httpOnly, sameSite, path]),
      [[true, 'Lax', '/']],
    );

    await page.reload();
    await widget.shows('claimed');
    await widget.says('Member: Noor Haddad');
    await widget.press('sign-out');
    await widget.says('Sign in with Harbour Lights');
    assert.ok(!(await page.browserContext().cookies()).some(({ name }) => name === 'rewards'));
    assert.deepEqual(visitor.errors, []);
  });

  it('goes there and back in the same tab without a question, and without a code in any address', async (t) => {
    const visitor = await Visitor.of(t, browser);
    const { page } = await visitor.visit(`${site}/who-is-asking.html`, withoutWindows);
    const shown: string[] = [];
    page.on('framenavigated', (frame) => shown.push(frame.url()));
    const widget = new Widget(page, 'crew');
    await widget.says('Sign in with Harbour Lights');
    await widget.press('sign-in');
    await choose(page, NOOR);
    await widget.says('Member: Noor Haddad');
    assert.ok(shown.length > 1);
    assert.ok(!shown.some((url) => /[?&#]rewards-sign-in=/.test(url)), shown.join(' '));
    const kept = await page.evaluate(() => [sessionStorage.length, localStorage.length]);
    assert.deepEqual(kept, [0, 0]);
    assert.deepEqual(visitor.errors, []);
  });
});
