import assert from 'node:assert/strict';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { checkWidgets, fetchPage } from '../../src/cli/doctor/check-page.ts';
import { Findings } from '../../src/common/finding.ts';

const ELEMENTS = fileURLToPath(new URL('../../src/elements/', import.meta.url));

/** A site with one page, at whose address `/moved` leads to `localhost`. `policy` is its content security policy. */
async function siteWith(t: TestContext, html: string, policy = ''): Promise<string> {
  const server = createServer((request, response) => {
    if (request.url === '/moved') response.writeHead(301, { location: `http://localhost:${port}/` }).end();
    else if (request.url === '/')
      response.setHeader('content-security-policy', policy).setHeader('content-type', 'text/html').end(html);
    else response.writeHead(404).end();
  });
  server.listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${port}`;
}

const MOUNT = new URL('https://rewards.example.org/rewards');

const textOf = ({ all }: Findings) => all.map(({ level, text }) => `${level} ${text}`).join('\n');

describe('rewards doctor, where it looks at a page', () => {
  it('finds its widgets, and where they ask', async (t) => {
    const site = await siteWith(
      t,
      `<rewards-checkin action="daily"></rewards-checkin><rewards-role endpoint='/r' action=x></rewards-role>`,
    );
    const findings = new Findings();
    const page = await fetchPage(`${site}/`, findings);
    assert.match(textOf(findings), /^ok .* has 2 widgets$/);
    assert.deepEqual(
      page?.widgets.map(({ endpoint, action }) => [endpoint.href, action]),
      [
        [`${site}/rewards`, 'daily'],
        [`${site}/r`, 'x'],
      ],
    );
  });

  it('finds each element that claims, and no other tag that is called alike', async (t) => {
    const names = globSync('*/*.define.ts', { cwd: ELEMENTS }).map((file) => basename(file, '.define.ts'));
    assert.ok(names.includes('member') && names.length > 4);
    const tags = [...names, 'banner', 'role-list'].map(
      (name) => `<rewards-${name} endpoint="/${name}"></rewards-${name}>`,
    );
    const site = await siteWith(t, tags.join('\n'));
    const page = await fetchPage(`${site}/`, new Findings());
    const claiming = names.filter((name) => name !== 'member');
    assert.deepEqual(
      page?.widgets.map(({ endpoint }) => endpoint.href),
      claiming.map((name) => `${site}/${name}`),
    );
  });

  it('says where the address leads, since that is the origin that counts', async (t) => {
    const site = await siteWith(t, '<rewards-checkin></rewards-checkin>');
    const findings = new Findings();
    const page = await fetchPage(`${site}/moved`, findings);
    const origin = site.replace('127.0.0.1', 'localhost');
    assert.match(textOf(findings), new RegExp(`^warn ${site} leads to ${origin}:`));
    assert.equal(page?.url.origin, origin);
  });

  it('says what is wrong with an address, and with a page without a widget', async (t) => {
    const site = await siteWith(t, '<p>Nothing here</p>');
    const findings = new Findings();
    assert.equal(await fetchPage('example.org', findings), null);
    assert.equal(await fetchPage(`${site}/none`, findings), null);
    assert.deepEqual((await fetchPage(`${site}/`, findings))?.widgets, []);
    assert.match(textOf(findings), /^fail --page must be .*\nfail .*\/none answers 404\nwarn .* has no widget/);
  });

  it('says what a content security policy keeps from its widgets', async (t) => {
    const html = `<script type="module" src="https://cdn.jsdelivr.net/npm/x/rewards-elements.js"></script><script src="/app.js"></script>
      <rewards-checkin endpoint="https://rewards.example.org/rewards/"></rewards-checkin><rewards-role></rewards-role>`;
    const foundIn = async (policy: string) => {
      const findings = new Findings();
      const site = await siteWith(t, html, policy);
      await fetchPage(`${site}/`, findings);
      return textOf(findings).replaceAll(site, 'SITE').split('\n').slice(1);
    };
    assert.deepEqual(
      await foundIn("script-src https://cdn.jsdelivr.net; connect-src 'self' https://rewards.example.org"),
      [],
    );
    assert.deepEqual(await foundIn("script-src 'self'; connect-src https://rewards.example.org"), [
      'fail the content security policy of SITE/ blocks https://cdn.jsdelivr.net/npm/x/rewards-elements.js: add https://cdn.jsdelivr.net to its script-src',
      "fail the content security policy of SITE/ blocks SITE/rewards/batch: add 'self' to its connect-src",
    ]);
    assert.deepEqual(await foundIn("connect-src 'self', default-src 'self' https://cdn.jsdelivr.net"), [
      'fail the content security policy of SITE/ blocks https://rewards.example.org/rewards/batch: add https://rewards.example.org to its connect-src',
    ]);
  });

  it('says which trusted types the elements need where a policy names those that there may be', async (t) => {
    const widget = '<rewards-checkin></rewards-checkin>';
    const foundIn = async (html: string, names: string) => {
      const findings = new Findings();
      const site = await siteWith(t, html, `require-trusted-types-for 'script'; trusted-types ${names}`);
      await fetchPage(`${site}/`, findings);
      return textOf(findings).replaceAll(site, 'SITE').split('\n').slice(1);
    };
    const two = `<script src="/rewards-checkin.js"></script><script src="/rewards-member.js"></script>${widget}`;
    const missing = (name: string) =>
      `fail the content security policy of SITE/ keeps the elements from starting: add ${name} to its trusted-types`;
    assert.deepEqual(await foundIn(widget, 'lit-html'), []);
    assert.deepEqual(await foundIn(widget, '*'), []);
    assert.deepEqual(await foundIn(widget, "'none'"), [missing('lit-html')]);
    assert.deepEqual(await foundIn(widget, 'dompurify'), [missing('lit-html')]);
    assert.deepEqual(await foundIn(two, "lit-html 'allow-duplicates'"), []);
    assert.deepEqual(await foundIn(two, '*'), [missing("'allow-duplicates'")]);
    assert.deepEqual(await foundIn('<p>Nothing here</p>', "'none'"), []);
  });

  const pages: [endpoint: string, found: RegExp][] = [
    ['https://rewards.example.org/rewards/', /^ok its widget asks https:\/\/rewards\.example\.org\/rewards$/],
    [
      'https://rewards.example.org',
      /^fail the widget's endpoint is https:\/\/rewards\.example\.org, and this proxy is at/,
    ],
    [
      'http://rewards.example.org/rewards',
      /^fail https:\/\/example\.org\/ has TLS and its widget's endpoint .* has none/,
    ],
    ['http://127.0.0.1:8787/rewards', /^fail the widget's endpoint .* is each visitor's own machine/],
  ];
  for (const [endpoint, found] of pages) {
    it(`compares the endpoint with the proxy's address: ${endpoint}`, () => {
      const findings = new Findings();
      const page = { url: new URL('https://example.org/'), widgets: [{ endpoint: new URL(endpoint), action: null }] };
      checkWidgets(page, MOUNT, ['daily'], findings);
      assert.match(textOf(findings), found);
    });
  }

  it('compares the action with those of the config, where they are known and the widget asks this proxy', () => {
    const foundOf = (action: string | null, actions?: string[], endpoint = MOUNT) => {
      const findings = new Findings();
      checkWidgets({ url: new URL('https://example.org/'), widgets: [{ endpoint, action }] }, MOUNT, actions, findings);
      return textOf(findings);
    };
    const asks = `ok its widget asks ${MOUNT.href}`;
    assert.equal(
      foundOf('dialy', ['daily', 'meetup']),
      "fail the config has no action 'dialy', which its widget names: add it, or correct the attribute action",
    );
    assert.equal(foundOf('meetup', ['daily', 'meetup']), asks);
    assert.equal(foundOf('dialy'), asks);
    assert.equal(foundOf(null, ['daily']), asks);
    assert.match(
      foundOf('dialy', ['daily'], new URL('https://other.example/rewards')),
      /^fail the widget's endpoint is/,
    );
  });
});
