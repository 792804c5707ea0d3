import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toNodeListener } from '../../../src/proxy/adapters/node.ts';
import { exchange, serve } from './node-server.ts';
import { proxyBehindNode } from './proxy-behind-node.ts';

// In a file, and so a process, of its own: it replaces the process's Request and Response.
describe('the light Node adapter', () => {
  it('brings back status, headers and body', async () => {
    const headers = new Headers([
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ]);
    await using server = await serve(async () => new Response('grüß', { status: 418, headers }), { light: true });
    const response = await fetch(server.url);
    assert.deepEqual([response.status, await response.text()], [418, 'grüß']);
    assert.deepEqual(response.headers.getSetCookie(), ['a=1', 'b=2']);
  });

  it('destroys the connection without a byte where the handler rejects', async () => {
    await using server = await serve(() => Promise.reject(new Error('fault')), { light: true });
    const { received } = await exchange(server.port, 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    assert.equal(received, '');
  });
});

proxyBehindNode('the proxy behind the light Node adapter', (proxy) => toNodeListener(proxy, { light: true }));
