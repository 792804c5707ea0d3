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
