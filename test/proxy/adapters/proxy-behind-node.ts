import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest, type RequestListener } from 'node:http';
import { describe, it } from 'node:test';
import type { Proxy } from '../../../src/proxy/index.ts';
import { ORIGIN, setUp } from '../support/setup.ts';
import { gate, grant, until } from '../support/transport.ts';
import { serveListener } from './node-server.ts';

/** What the proxy must do behind a listener for Node, whatever that makes of requests and answers. */
export function proxyBehindNode(name: string, listenerOf: (proxy: Proxy) => RequestListener): void {
  describe(name, () => {
    it('makes a claim, over a connection that is used again', async () => {
      await using setup = setUp();
      await using server = await serveListener(listenerOf(setup.proxy));
      const claims = `${server.url}/rewards/actions/daily/claims`;
      const headers = { 'content-type': 'application/json', origin: ORIGIN };
      for (const status of [201, 409]) {
        const response = await fetch(claims, { method: 'POST', headers, body: '{"memberId":"m-1"}' });
        assert.equal(response.status, status);
        const text = await response.text();
        assert.equal(response.headers.get('content-length'), String(Buffer.byteLength(text)));
        assert.equal(response.headers.get('access-control-allow-origin'), ORIGIN);
      }
      const preflight = await fetch(claims, { method: 'OPTIONS', headers: { origin: ORIGIN } });
      assert.equal(preflight.status, 204);
      const head = await fetch(`${server.url}/rewards/health`, { method: 'HEAD' });
      assert.deepEqual([head.status, await head.text()], [200, '']);
    });

    it('refuses a body of no stated length as soon as it is too large', async () => {
      await using setup = setUp();
      await using server = await serveListener(listenerOf(setup.proxy));
      const sending = httpRequest(`${server.url}/rewards/actions/daily/claims`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
      });
      sending.on('error', () => {});
      sending.write(' '.repeat(20_000));
      const [response] = await once(sending, 'response');
      assert.equal(response.statusCode, 413);
      sending.destroy();
    });

    it('carries a claim out to its end although the client went away', async () => {
      const answered = gate();
      await using setup = setUp({ script: async (call, count) => (await answered.opened, grant(call, count)) });
      const handled = gate();
      const { proxy } = setup;
      const noting =
        <Asked, Answered>(answer: (request: Asked) => Promise<Answered>) =>
        async (request: Asked) => {
          const result = await answer(request);
          handled.open();
          return result;
        };
      const inside = { ...proxy.inside, answer: noting(proxy.inside.answer) };
      await using server = await serveListener(listenerOf({ ...proxy, fetch: noting(proxy.fetch), inside }));
      const leave = new AbortController();
      const sent = fetch(`${server.url}/rewards/actions/daily/claims`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"memberId":"m-1"}',
        signal: leave.signal,
      });
      await until(() => setup.calls.length === 1);
      leave.abort();
      await assert.rejects(sent);
      answered.open();
      await handled.opened;
      assert.equal((await setup.claim('daily', { memberId: 'm-1' })).body['code'], 'already-claimed');
      assert.equal(setup.calls.length, 1);
    });
  });
}
