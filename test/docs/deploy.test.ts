import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PAGES_OF_DOCS, snippetsOf } from './snippets.ts';

const WEB_SERVERS = snippetsOf(PAGES_OF_DOCS).filter(({ code }) => /proxy_pass|reverse_proxy/.test(code));

describe('the web servers of the deployment page', () => {
  it('are more than one', () => assert.ok(WEB_SERVERS.length > 1));

  for (const { place, code } of WEB_SERVERS) {
    it(`have browsers come by TLS alone from then on: ${place}`, () => {
      const [, seconds = ''] = /Strict-Transport-Security[" ]+max-age=(\d+)"/.exec(code) ?? [];
      assert.ok(Number(seconds) >= 31_536_000, 'a year, as browsers and scanners ask for');
    });

    it(`tell the proxy whose a request is: ${place}`, () => {
      // Caddy does so by itself.
      assert.ok(code.includes('reverse_proxy') || /X-Forwarded-For \$proxy_add_x_forwarded_for/.test(code));
    });
  }
});

describe('the route of the documentation for SolidStart', () => {
  it('declares each handler that it exports: SolidStart 1 drops all others from its build, and answers 500', () => {
    const routes = snippetsOf(PAGES_OF_DOCS).filter(({ code }) => code.includes('@solidjs/start'));
    assert.ok(routes.length > 0);
    for (const { code, place } of routes) {
      const methods = Array.from(code.matchAll(/^export const ([A-Z]+) = /gm), ([, method]) => method);
      assert.deepEqual(methods, ['GET', 'POST', 'OPTIONS'], place);
    }
  });
});

describe('the lines of the documentation for NestJS', () => {
  it('compile both as ES modules and as CommonJS: new projects of NestJS are either, by version', () => {
    const { text = '' } = PAGES_OF_DOCS.find(({ path }) => path === 'demo/docs/servers.md') ?? {};
    const [, code = ''] = /^\*\*NestJS\*\*(?:(?!^\*\*).*\n)*?```ts\n((?:.*\n)*?)```$/m.exec(text) ?? [];
    assert.match(code, /from '\.\/rewards\.js'/);
    assert.doesNotMatch(code, /import\.meta|\.ts'/);
  });
});
