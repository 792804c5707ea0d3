import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { folderWithLedger, start } from '../../cli/command.ts';
import { stubService } from '../../cli/stub-service.ts';
import { untilFound } from '../../support/browsers/page-engines.ts';
import { PATIENT } from '../../support/http/patient.ts';
import { ANYWHERE } from '../support/anywhere.ts';
import { openBuiltSite } from '../support/built-site.ts';
import { Visitor } from '../support/browser.ts';
import { sharedBrowser } from '../support/shared-browser.ts';

const REMARK = 'Tea & cake = 1+1 😀 100%\r\nsecond line';
const KEY = 'canary+key/of=a-server';

describe('a site with `rewards serve` before the service as it is documented', () => {
  let browser: Browser;

  before(async () => {
    browser = await sharedBrowser();
  });

  it('sends the documented request, shows what the service echoed, and keeps the key to itself', async (t) => {
    const service = await stubService(t);
    const proxyUrl = Promise.withResolvers<{ proxy: string; emulator: string }>();
    const site = await openBuiltSite(ANYWHERE, proxyUrl.promise);
    t.after(() => site.close());
    const cwd = await folderWithLedger(t, {
      'rewards.config.json': JSON.stringify({
        service: { baseUrl: `${service.url}/api/`, ...PATIENT },
        origins: [site.url],
        actions: { daily: { title: 'Daily check-in', repeats: 'daily', points: 10, remark: REMARK } },
      }),
    });
    const proxy = start(t, ['serve', '--port', '0'], { cwd, env: { REWARDS_API_KEY: KEY } });
    const url = await proxy.url();
    proxyUrl.resolve({ proxy: url, emulator: url });

    const visitor = await Visitor.of(t, browser, { isKeeping: true });
    const tab = await visitor.visit(`${site.url}/demo/`);
    const card = await tab.checkIn('9007199254740993', 'granted');
    assert.match(card, /\+10 points/);
    assert.match(card, /Tea & cake = 1\+1 😀 100%\nsecond line/);

    assert.equal(service.calls.length, 1);
    const [call] = service.calls;
    assert.ok(call);
    assert.equal(call.method, 'POST');
    assert.equal(call.path, '/api/1/points/award');
    assert.equal(
      call.body,
      'user_id=9007199254740993&points=10&remark=Tea+%26+cake+%3D+1%2B1+%F0%9F%98%80+100%25%0D%0Asecond+line',
    );
    const { host, connection: _, ...headers } = call.headers;
    assert.equal(`http://${host}`, service.url);
    assert.deepEqual(headers, {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      'x-api-key': KEY,
      'content-length': String(Buffer.byteLength(call.body)),
    });

    assert.equal(await proxy.stop(), 0);
    visitor.received.push(await tab.page.content(), proxy.output);
    assert.doesNotMatch(visitor.received.join('\n'), /canary/);
  });

  it('says on the page that it is not set up right, and on the console which origin the config lacks', async (t) => {
    const proxyUrl = Promise.withResolvers<{ proxy: string; emulator: string }>();
    const site = await openBuiltSite(ANYWHERE, proxyUrl.promise);
    t.after(() => site.close());
    const service = await stubService(t);
    const cwd = await folderWithLedger(t, {
      'rewards.config.json': JSON.stringify({
        service: { baseUrl: `${service.url}/api/`, ...PATIENT },
        origins: ['https://example.org'],
        actions: { daily: { title: 'Daily check-in', repeats: 'daily', points: 10, remark: REMARK } },
      }),
    });
    const proxy = start(t, ['serve', '--port', '0'], { cwd, env: { REWARDS_API_KEY: KEY } });
    const url = await proxy.url();
    proxyUrl.resolve({ proxy: url, emulator: url });
    const visitor = await Visitor.of(t, browser);
    const tab = await visitor.visit(`${site.url}/demo/`);
    assert.match(await tab.shows('failed'), /This is not set up right\. Please tell the owner of this site\./);
    // What explains it is loaded once there is something to explain.
    const hint = `add '${site.url}' to origins in the proxy's config`;
    await untilFound('the console says so', async () => visitor.received.some((text) => text.includes(hint)));
    assert.equal(service.calls.length, 0);
    assert.equal(await proxy.stop(), 0);
  });
});
