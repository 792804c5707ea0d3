import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { toNodeListener } from '../../../src/proxy/adapters/node.ts';
import type { Handler } from '../../../src/proxy/index.ts';
import { KEY } from '../support/key.ts';
import { ORIGIN, setUp } from '../support/setup.ts';
import { gate, grant, until } from '../support/transport.ts';

interface Server extends AsyncDisposable {
  port: number;
  url: string;
}

async function serve(fetch: Handler['fetch']): Promise<Server> {
  const server = createServer(toNodeListener({ fetch })).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address);
  const { port } = address;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** All that comes back for the text, until the other side ends the connection; `reset` where it was destroyed. */
async function exchange(port: number, text: string): Promise<{ received: string; reset: boolean }> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  let reset = false;
  socket.setEncoding('latin1');
  socket.on('data', (chunk) => (received += String(chunk)));
  socket.on('error', () => (reset = true));
  socket.write(text);
  await once(socket, 'close');
  return { received, reset };
}

const encoder = new TextEncoder();

describe('the Node adapter', () => {
  it('hands over method, address, headers and body, and brings back status, headers and body', async () => {
    await using server = await serve(async (request) => {
      const { pathname, search } = new URL(request.url);
      const headers = new Headers({
        'x-seen': `${request.method} ${pathname}${search} ${request.headers.get('x-sent')}`,
      });
      headers.append('set-cookie', 'a=1');
      headers.append('set-cookie', 'b=2');
      return new Response(await request.text(), { status: 418, headers });
    });
    const response = await fetch(`${server.url}/a%20b?c=d`, {
      method: 'PUT',
      headers: { 'x-sent': 'yes' },
      body: 'grüß',
    });
    assert.equal(response.status, 418);
    assert.equal(response.headers.get('x-seen'), 'PUT /a%20b?c=d yes');
    assert.deepEqual(response.headers.getSetCookie(), ['a=1', 'b=2']);
    assert.equal(await response.text(), 'grüß');
  });

  it('leaves the global Request and Response as they are', async () => {
    const before = [globalThis.Request, globalThis.Response];
    await using server = await serve(async () => new Response(null, { status: 204 }));
    assert.equal((await fetch(server.url)).status, 204);
    assert.deepEqual([globalThis.Request, globalThis.Response], before);
  });

  it('sends the head and each chunk as soon as they are there', async () => {
    const more = gate();
    await using server = await serve(async () => {
      const body = new ReadableStream({
        async pull(controller) {
          controller.enqueue(encoder.encode('one'));
          await more.opened;
          controller.enqueue(encoder.encode('two'));
          controller.close();
        },
      });
      return new Response(body);
    });
    const response = await fetch(server.url);
    const reader = (response.body ?? assert.fail()).getReader();
    assert.equal(new TextDecoder().decode((await reader.read()).value), 'one');
    more.open();
    assert.equal(new TextDecoder().decode((await reader.read()).value), 'two');
    assert.equal((await reader.read()).done, true);
  });

  it('destroys the connection without a byte where the handler rejects', async () => {
    await using server = await serve(() => Promise.reject(new Error('fault')));
    const { received } = await exchange(server.port, 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    assert.equal(received, '');
    await assert.rejects(fetch(server.url));
  });

  it('destroys the connection after what the body gave before it failed', async () => {
    await using server = await serve(async () => {
      let chunks = 0;
      const body = new ReadableStream({
        pull(controller) {
          chunks += 1;
          if (chunks === 1) controller.enqueue(encoder.encode('{"cut'));
          else controller.error(new Error(`fault ${KEY}`));
        },
      });
      return new Response(body, { headers: { 'content-length': '100' } });
    });
    const { received } = await exchange(server.port, 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    assert.match(received, /^HTTP\/1\.1 200 OK\r\n/);
    assert.match(received, /\r\n\r\n\{"cut$/);
    await assert.rejects(fetch(server.url).then((response) => response.text()));
  });

  it('cancels the body when the client goes away', async () => {
    const cancelled = gate();
    await using server = await serve(async () => {
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(encoder.encode('x'));
        },
        cancel: () => cancelled.open(),
      });
      return new Response(body);
    });
    const leave = new AbortController();
    const response = await fetch(server.url, { signal: leave.signal });
    leave.abort();
    await cancelled.opened;
    await assert.rejects(response.text());
  });

  it('answers requests that are none with 400', async () => {
    await using server = await serve(async () => new Response('reached'));
    const { received } = await exchange(server.port, 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n');
    assert.match(received, /^HTTP\/1\.1 400 /);
    assert.ok(!received.includes('reached'));
  });
});

describe('the proxy behind the Node adapter', () => {
  it('makes a claim, over a connection that is used again', async () => {
    await using setup = setUp();
    await using server = await serve(setup.proxy.fetch);
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
    await using server = await serve(setup.proxy.fetch);
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
    await using server = await serve(async (request) => {
      const response = await setup.proxy.fetch(request);
      handled.open();
      return response;
    });
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
