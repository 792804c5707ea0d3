import assert from 'node:assert/strict';
import { before, describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'puppeteer-core';
import { type Hex, type PrivateKeyAccount, hexToString } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import { ownership } from '../../../src/onchain/index.ts';
import { toNodeListener } from '../../../src/proxy/adapters/node.ts';
import { createProxy, type Proxy } from '../../../src/proxy/index.ts';
import { grant, scriptedTransport } from '../../proxy/support/transport.ts';
import { openStaticSite } from '../../support/http/static-site.ts';
import { Visitor } from '../support/browser.ts';
import { sharedBrowser } from '../support/shared-browser.ts';
import { allOr, itInFull } from '../../support/thorough.ts';

const SCRIPTS = fileURLToPath(new URL('../../../dist/cdn/', import.meta.url));
const MEMBER = '123456789012345678';
const PAGE = `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <title>A deed</title>
  <link rel="icon" href="data:," />
  <script type="module" src="/scripts/rewards-onchain.js"></script>
  <rewards-onchain action="deed" member-id="${MEMBER}"></rewards-onchain>
</html>`;

/** What a wallet answers to `personal_sign`: the text in hex, as it was asked. */
type Sign = (text: Hex) => Promise<Hex>;

interface Site {
  url: string;
  /** The answers to claims. */
  claims: number[];
  /** What the service was asked. */
  calls: unknown[];
}

/** A page with the element, and a proxy on the same origin that wants an address shown to be the visitor's. */
async function openDeed(t: TestContext): Promise<Site> {
  const ledger = sqliteLedger(':memory:');
  t.after(() => ledger.close());
  const { calls, transport } = scriptedTransport(grant);
  const claims: number[] = [];
  let proxy: Proxy | undefined;
  const listener = toNodeListener({
    async fetch(request) {
      const response = await (proxy?.fetch(request) ?? new Response(null, { status: 503 }));
      if (request.url.includes('/claims')) claims.push(response.status);
      return response;
    },
  });
  const site = await openStaticSite({ page: PAGE, scripts: SCRIPTS, answer: listener });
  t.after(() => site.close());
  const asked = () => Promise.reject(new Error('nobody is asked'));
  const mainnet = { id: 1, name: 'Ethereum', lastBlock: asked, request: () => asked };
  proxy = createProxy({
    service: { baseUrl: 'https://service.example', apiKey: 'key' },
    origins: [new URL(site.url).origin],
    actions: {
      deed: { title: 'Deed', repeats: 'once', points: 10, remark: 'Deed', verify: ownership({ chains: [mainnet] }) },
    },
    ledger,
    transport,
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    env: {},
  });
  t.after(() => proxy?.close());
  return { url: site.url, claims, calls };
}

/** The page, in a browser with a wallet whose account is that one's, and which signs as the test says. */
async function visit(t: TestContext, browser: Browser, url: string, address: string, sign: Sign): Promise<Page> {
  const visitor = await Visitor.of(t, browser);
  return visitor.open(url, async (page) => {
    await page.exposeFunction('signText', sign);
    await page.evaluateOnNewDocument((account) => {
      const answers: Record<string, unknown> = { eth_accounts: [], eth_requestAccounts: [account], eth_chainId: '0x1' };
      const request = async ({ method, params = [] }: { method: string; params?: unknown[] }) =>
        method === 'personal_sign' ? Reflect.get(globalThis, 'signText')(params[0]) : answers[method];
      const info = { uuid: 'simulated', name: 'Simulated', icon: '', rdns: 'example.simulated' };
      addEventListener('eip6963:requestProvider', () => {
        dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider: { request } } }));
      });
    }, address);
  });
}

/** Presses the button, waits until the claim has come to its end, and tells what the card says. */
async function claim(page: Page): Promise<string> {
  await page.waitForSelector('rewards-onchain:state(ready)');
  await page.click('rewards-onchain >>> [part=button]');
  await page.waitForSelector('rewards-onchain:is(:state(granted), :state(refused), :state(failed), :state(throttled))');
  return page.$eval('rewards-onchain >>> [part=status]', (node) => node.textContent?.trim().replace(/\s+/g, ' ') ?? '');
}

describe('a claim by wallet', () => {
  let browser: Browser;
  let own: PrivateKeyAccount;
  let other: PrivateKeyAccount;

  before(async () => {
    own = privateKeyToAccount(generatePrivateKey());
    other = privateKeyToAccount(generatePrivateKey());
    browser = await sharedBrowser();
  });

  it('is granted to a visitor who signs the proxy’s text with the key of their address', async (t) => {
    const site = await openDeed(t);
    let text = '';
    const page = await visit(t, browser, site.url, own.address.toLowerCase(), (message) => {
      text = hexToString(message);
      return own.signMessage({ message: { raw: message } });
    });
    assert.match(await claim(page), /^\+10 points/);
    assert.match(
      text,
      new RegExp(`^127\\.0\\.0\\.1:\\d+ wants you to sign in with your Ethereum account:\n${own.address}\n`),
    );
    assert.deepEqual([site.claims, site.calls.length], [[201], 1]);
  });

  const forgeries: [string, Sign][] = [
    ['signs with another key', (message) => other.signMessage({ message: { raw: message } })],
    [
      'signs another text',
      (message) => own.signMessage({ message: hexToString(message).replace('Version: 1', 'Version: 2') }),
    ],
    ['says yes to everything', async () => `0x${'11'.repeat(65)}`],
  ];
  for (const [what, sign] of allOr(forgeries.slice(0, 1), forgeries)) {
    it(`is refused to a wallet that ${what}, and nothing is given`, async (t) => {
      const site = await openDeed(t);
      const page = await visit(t, browser, site.url, own.address, sign);
      assert.match(
        await claim(page),
        /^(That did not work|Not confirmed yet\. Whether you may claim this cannot be found out)/,
      );
      assert.equal(site.calls.length, 0);
    });
  }

  itInFull('is refused to a page that alters the text, no matter who has signed that', async (t) => {
    const site = await openDeed(t);
    const page = await visit(t, browser, site.url, own.address, (message) =>
      own.signMessage({ message: { raw: message } }),
    );
    const altered: { status: number; code: unknown } = await page.evaluate(
      async (member, address, sign) => {
        const post = (path: string, body: object, headers = {}) =>
          fetch(`/rewards/actions/deed/${path}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', ...headers },
            body: JSON.stringify(body),
          });
        const asked = await post('onchain', { memberId: member, address, chainId: 1 });
        const { message }: { message: string } = await asked.json();
        const changed = message.replace(/Expiration Time: \d{4}/, 'Expiration Time: 2999');
        const bytes = Array.from(new TextEncoder().encode(changed), (byte) => byte.toString(16).padStart(2, '0'));
        const signature = await Reflect.get(globalThis, sign)(`0x${bytes.join('')}`);
        const proof = { onchain: { message: changed, signature } };
        const reply = await post('claims', { memberId: member, proof }, { 'idempotency-key': crypto.randomUUID() });
        return { status: reply.status, code: (await reply.json()).code };
      },
      MEMBER,
      own.address,
      'signText',
    );
    assert.deepEqual(altered, { status: 403, code: 'not-proved' });
    assert.equal(site.calls.length, 0);
  });
});
