import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { createGzip } from 'node:zlib';
import { toNodeListener } from '../../../src/proxy/adapters/node.ts';
import { KEY } from '../support/key.ts';
import { ORIGIN, setUp } from '../support/setup.ts';
import { gate } from '../support/transport.ts';
import { exchange, serve, serveListener } from './node-server.ts';
import { proxyBehindNode } from './proxy-behind-node.ts';

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

  it('tells the address that the connection came from', async () => {
    const seen: unknown[] = [];
    await using server = await serve(async (_request, connection) => {
      seen.push(connection?.clientAddress);
      return new Response(null, { status: 204 });
    });
    await fetch(server.url, { headers: { 'x-forwarded-for': '203.0.113.9' } });
    assert.deepEqual(seen, ['127.0.0.1']);
  });

  it('tells the owner once that something else read the body before it', async (t) => {
    const warned = t.mock.method(process, 'emitWarning', () => undefined);
    const listener = toNodeListener({ fetch: async () => new Response(null, { status: 204 }) });
    const parsing = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
      await text(incoming);
      listener(incoming, outgoing);
    };
    await using parsed = await serveListener((incoming, outgoing) => void parsing(incoming, outgoing));
    await using untouched = await serveListener(listener);
    const counts: number[] = [];
    for (const { url } of [untouched, parsed, parsed]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      assert.equal((await fetch(url, { method: 'POST', body: '{}' })).status, 204);
      // oxlint-disable-next-line no-await-in-loop
      assert.equal((await fetch(url)).status, 204);
      counts.push(warned.mock.callCount());
    }
    assert.deepEqual(counts, [0, 1, 1]);
    assert.match(String(warned.mock.calls[0]?.arguments[0]), /mount the proxy before express\.json\(\)/);
  });

  it('has a claim fail as one whose request was read before: to try again would not help', async (t) => {
    t.mock.method(process, 'emitWarning', () => undefined);
    await using setup = setUp();
    const listener = toNodeListener(setup.proxy);
    const parsing = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
      await text(incoming);
      listener(incoming, outgoing);
    };
    await using server = await serveListener((incoming, outgoing) => void parsing(incoming, outgoing));
    const response = await fetch(`${server.url}/rewards/actions/daily/claims`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: ORIGIN },
      body: '{"memberId":"m-1"}',
    });
    const { code } = Object(await response.json());
    assert.deepEqual([response.status, code], [500, 'internal']);
    const line = setup.logs.findLast(({ message }) => message === 'a request failed');
    assert.match(Object(line?.['error'])['message'], /^the body of the request was read before the proxy got it: /);
  });

  it('returns a promise that resolves once the answer is written, for servers that take it for missing until then', async () => {
    const answered = gate();
    const listener = toNodeListener({ fetch: async () => (await answered.opened, new Response('late')) });
    const returned = Promise.withResolvers<boolean>();
    await using server = await serveListener((incoming, outgoing) => {
      const promise: unknown = listener(incoming, outgoing);
      void Promise.resolve(promise).then(() => returned.resolve(outgoing.writableEnded));
      setImmediate(answered.open);
    });
    assert.equal(await (await fetch(server.url)).text(), 'late');
    assert.equal(await returned.promise, true);
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

  it('cancels the body when the client went away before there was an answer', async () => {
    const [asked, left, cancelled] = [gate(), gate(), gate()];
    await using server = await serveListener((incoming, outgoing) => {
      outgoing.once('close', () => left.open());
      listener(incoming, outgoing);
    });
    const listener = toNodeListener({
      fetch: async () => {
        asked.open();
        await left.opened;
        return new Response(new ReadableStream({ cancel: () => cancelled.open() }));
      },
    });
    const leave = new AbortController();
    const response = fetch(server.url, { signal: leave.signal });
    await asked.opened;
    leave.abort();
    await assert.rejects(response);
    await cancelled.opened;
  });

  it('goes on behind a middleware whose own write knows no callback, as that of compression', async () => {
    // So much that there is room for none before it is compressed.
    const chunk = 'x'.repeat(100_000);
    const listener = toNodeListener({
      fetch: async () =>
        new Response(
          new ReadableStream({
            start(controller) {
              for (let count = 0; count < 12; count += 1) controller.enqueue(encoder.encode(chunk));
              controller.close();
            },
          }),
        ),
    });
    const warned: unknown[] = [];
    const note = (warning: Error) => warned.push(warning.message);
    process.on('warning', note);
    await using server = await serveListener((incoming, outgoing) => {
      compress(outgoing);
      listener(incoming, outgoing);
    });
    const response = await fetch(server.url);
    assert.equal(response.headers.get('content-encoding'), 'gzip');
    assert.equal(await response.text(), chunk.repeat(12));
    process.off('warning', note);
    assert.deepEqual(warned, []);
  });

  it('hands over a request that names no host, as HTTP/1.0 allows', async () => {
    await using server = await serve(async ({ url }) => new Response(url));
    const { received } = await exchange(server.port, 'GET /rewards/health HTTP/1.0\r\n\r\n');
    assert.match(received, /http:\/\/proxy\.invalid\/rewards\/health/);
  });

  it('answers requests that are none with 400', async () => {
    await using server = await serve(async () => new Response('reached'));
    const { received } = await exchange(server.port, 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n');
    assert.match(received, /^HTTP\/1\.1 400 /);
    assert.ok(!received.includes('reached'));
  });
});

proxyBehindNode('the proxy behind the Node adapter', (proxy) => toNodeListener(proxy));

/** Has a response do what `compression` for Express makes of one. */
function compress(outgoing: ServerResponse): void {
  const gzip = createGzip();
  const write = outgoing.write.bind(outgoing);
  const end = outgoing.end.bind(outgoing);
  const on = outgoing.on.bind(outgoing);
  gzip.on('data', write).on('end', end);
  outgoing.setHeader('content-encoding', 'gzip');
  Object.assign(outgoing, {
    write: (chunk: Uint8Array) => gzip.write(chunk),
    end: () => gzip.end(),
    on: (name: string, listener: () => void) => (name === 'drain' ? gzip : { on }).on(name, listener),
  });
}
