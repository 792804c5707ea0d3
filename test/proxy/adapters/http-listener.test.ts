import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { toHttpListener } from '../../../src/proxy/adapters/http-listener.ts';
import { readBody } from '../../../src/proxy/http/request-body.ts';
import type { Inside } from '../../../src/proxy/inside.ts';
import { exchange, serveListener, type Server } from './node-server.ts';
import { proxyBehindNode } from './proxy-behind-node.ts';

const serve = (answer: Inside['answer']): Promise<Server> => serveListener(toHttpListener({ answer }));

/** What the proxy would read of a request that is sent as this text. */
async function readOf(head: string, ...names: string[]): Promise<(string | null)[]> {
  let read: (string | null)[] = [];
  await using server = await serve(async ({ method, url, headers }) => {
    read = [method, url, ...names.map((name) => headers.get(name))];
    return { status: 204, headers: {}, body: null };
  });
  await exchange(server.port, `${head}\r\nConnection: close\r\n\r\n`);
  return read;
}

describe('the listener of rewards serve', () => {
  it('hands over method, address, headers and body, and brings back status, headers and body', async () => {
    await using server = await serve(async (request, connection) => ({
      status: 418,
      headers: { 'x-seen': [request.method, new URL(request.url).pathname, connection?.clientAddress].join(' ') },
      body: new TextDecoder().decode(await readBody(request, 100)),
      cookies: ['a=1', 'b=2'],
    }));
    const response = await fetch(`${server.url}/a%20b?c=d`, { method: 'PUT', body: 'grüß' });
    assert.equal(response.status, 418);
    assert.equal(response.headers.get('x-seen'), 'PUT /a%20b 127.0.0.1');
    assert.deepEqual(response.headers.getSetCookie(), ['a=1', 'b=2']);
    assert.equal(await response.text(), 'grüß');
  });

  it('reads a body of which no length is stated', async () => {
    await using server = await serve(async (request) => {
      const { byteLength } = await readBody(request, 100_000);
      return { status: 200, headers: {}, body: String(byteLength) };
    });
    const streamed = { method: 'POST', body: new Blob(['x'.repeat(70_000)]).stream(), duplex: 'half' };
    const response = await fetch(server.url, streamed);
    assert.equal(await response.text(), '70000');
  });

  it('makes one text of a header that comes more than once', async () => {
    const twice = 'GET / HTTP/1.1\r\nHost: a\r\nAuthorization: one\r\nauthorization: two\r\nCookie: c=1\r\nCookie: d=2';
    assert.deepEqual(await readOf(twice, 'Authorization', 'cookie', 'origin'), [
      'GET',
      'http://a/',
      'one, two',
      'c=1; d=2',
      null,
    ]);
  });

  for (const [target, host, url] of [
    ['//other.example/x', 'a.example:8080', 'http://a.example:8080//other.example/x'],
    ['/a/../b?c#d', '[::1]:80', 'http://[::1]/b?c#d'],
    ['http://b.example/c', 'a.example', 'http://b.example/c'],
  ]) {
    it(`reads the address of ${target} at ${host}`, async () => {
      assert.equal((await readOf(`GET ${target} HTTP/1.1\r\nHost: ${host}`))[1], url);
    });
  }

  it('reads a request that names no host, as HTTP/1.0 allows and health checks of HAProxy do', async () => {
    assert.equal((await readOf('GET /rewards/health HTTP/1.0'))[1], 'http://proxy.invalid/rewards/health');
  });

  for (const [what, head] of [
    ['no host, as HTTP/1.1 does not allow', 'GET / HTTP/1.1'],
    ['a host that is none', 'GET / HTTP/1.1\r\nHost: a b'],
    ['a host with a path', 'GET / HTTP/1.1\r\nHost: a/b'],
    ['a host with a name', 'GET / HTTP/1.1\r\nHost: a@b'],
    ['an address that is none', 'OPTIONS * HTTP/1.1\r\nHost: a'],
  ]) {
    it(`answers a request with ${what} with 400`, async () => {
      await using server = await serve(async () => ({ status: 200, headers: {}, body: 'reached' }));
      const { received } = await exchange(server.port, `${head}\r\nConnection: close\r\n\r\n`);
      assert.match(received, /^HTTP\/1\.1 400 /);
      assert.ok(!received.includes('reached'));
    });
  }

  it('destroys the connection without a byte where there is no answer', async () => {
    await using server = await serve(() => Promise.reject(new Error('fault')));
    const { received } = await exchange(server.port, 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    assert.equal(received, '');
  });

  it('destroys it as well where the answer cannot be sent', async () => {
    await using server = await serve(async () => ({ status: 200, headers: { 'x-a': 'a\nb' }, body: null }));
    const { received } = await exchange(server.port, 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    assert.equal(received, '');
  });

  it('answers a body that it does not read, and waits for little more of it', async () => {
    const listener = toHttpListener({ answer: async () => ({ status: 413, headers: {}, body: 'too large' }) });
    // Node's own patience must not be what ends it.
    await using server = await serveListener(listener, { requestTimeout: 0, keepAliveTimeout: 600_000 });
    const { received } = await exchange(
      server.port,
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\nbegun',
    );
    assert.match(received, /^HTTP\/1\.1 413 .*too large/s);
  });

  it('keeps the connection where the rest of such a body has come', async () => {
    await using server = await serve(async () => ({ status: 413, headers: {}, body: 'too large' }));
    const post = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n';
    const { received } = await exchange(server.port, `${post}\r\nwhole${post}Connection: close\r\n\r\nwhole`);
    assert.equal(received.match(/413/g)?.length, 2);
  });

  it('survives the end of a connection in the middle of such a body', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const listener = toHttpListener({
      async answer({ body }) {
        await body?.cancel();
        return { status: 413, headers: {}, body: 'too large' };
      },
    });
    const sockets: Socket[] = [];
    await using server = await serveListener((incoming, outgoing) => {
      sockets.push(incoming.socket);
      listener(incoming, outgoing);
    });
    const sending = connect(server.port, '127.0.0.1');
    sending.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nbegun\r\n');
    await once(sending, 'data');
    assert.equal(sockets.length, 1);
    const [socket] = sockets;
    if (socket) await once(socket.destroy(), 'close');
    t.mock.timers.tick(60_000);
  });

  it('gives functions of the owner a Request', async () => {
    await using server = await serve(async (request) => {
      assert.ok('toRequest' in request);
      const { method, url, headers } = request.toRequest();
      return { status: 200, headers: {}, body: [method, new URL(url).pathname, headers.get('x-sent')].join(' ') };
    });
    const response = await fetch(`${server.url}/a`, { method: 'POST', headers: { 'x-sent': 'yes' }, body: 'b' });
    assert.equal(await response.text(), 'POST /a yes');
  });
});

proxyBehindNode('the proxy behind the listener of rewards serve', (proxy) => toHttpListener(proxy.inside));
