import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { fetchTransport, TransportError, type TransportRequest } from '../../src/service/index.ts';
import { PATIENT } from '../support/http/patient.ts';
import { envelope, rawServer, reply } from './raw-server.ts';

const request: TransportRequest = {
  url: new URL('http://localhost/1/points/award'),
  headers: { 'x-api-key': 'the-key' },
  body: 'user_id=1',
  ...PATIENT,
  maxReplyBytes: 1_000,
};

/** A `fetch` that, like those of some runtimes, fails when it is called as a method. */
async function strict(this: unknown): Promise<Response> {
  assert.equal(this, undefined);
  return new Response('');
}

/** A `fetch` that answers with this response. */
const gives = (response: Response) => fetchTransport(async () => response);

describe('fetchTransport', () => {
  it('refuses the fetch of Deno, which repeats a request when the connection breaks, and no other', (t) => {
    t.after(() => Reflect.deleteProperty(globalThis, 'Deno'));
    Object.assign(globalThis, { Deno: {} });
    assert.throws(() => fetchTransport(), /give createProxy a transport, undiciTransport\(\)/);
    assert.doesNotThrow(() => fetchTransport(fetch));
  });

  it('does not follow a redirect, so neither request nor key reach the other server', async () => {
    await using other = await rawServer({ onRequest: (socket, got) => socket.write(reply(200, envelope(got))) });
    await using server = await rawServer({
      onRequest: (socket) => socket.write(reply(307, '', { location: `http://127.0.0.1:${other.port}/` })),
    });
    const { status } = await fetchTransport()({ ...request, url: new URL(`http://127.0.0.1:${server.port}`) });
    assert.equal(status, 307);
    assert.equal(other.sockets.length, 0);
  });

  it('takes a redirect that the runtime hides for written', async () => {
    await assert.rejects(gives(Response.error())(request), {
      name: 'TransportError',
      written: true,
      message: /redirect/,
    });
  });

  it('asks fetch for one POST that follows nothing, on a connection of its own in Bun', async () => {
    const asked: unknown[] = [];
    const transport = fetchTransport(async (...[url, { signal, ...init } = {}]) => {
      asked.push([url, init, signal?.aborted]);
      return new Response('ok');
    });
    const { headers, ...rest } = await transport(request);
    assert.ok(headers.get('content-type'));
    assert.deepEqual(rest, { status: 200, body: 'ok', complete: true });
    const { headers: sent, body } = request;
    const init = { method: 'POST', headers: sent, body, redirect: 'manual', keepalive: false };
    assert.deepEqual(asked, [[request.url, init, false]]);
  });

  it('calls the given fetch without a receiver, as runtimes demand', async () => {
    assert.equal((await fetchTransport(strict)(request)).status, 200);
  });

  it('reads a reply in older WebKit, whose streams cannot be iterated', async () => {
    const response = new Response('ok');
    Object.defineProperty(response.body, Symbol.asyncIterator, { value: undefined });
    const { body, complete } = await gives(response)(request);
    assert.deepEqual([body, complete], ['ok', true]);
  });

  it('takes a body of nothing for complete', async () => {
    const { body, complete } = await gives(new Response(null, { status: 204 }))(request);
    assert.deepEqual([body, complete], ['', true]);
  });

  it('stops reading at the limit', async () => {
    let cancelled = false;
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(600).fill(120)),
      cancel: () => {
        cancelled = true;
      },
    });
    const { body, complete, failure } = await gives(new Response(endless))(request);
    assert.deepEqual([body, complete, failure], ['x'.repeat(1_000), false, 'the reply is longer than 1000 bytes']);
    assert.ok(cancelled);
  });

  it('counts as not written only what was cancelled before it began', async () => {
    const never = fetchTransport(() => assert.fail('must not be called'));
    await assert.rejects(never({ ...request, signal: AbortSignal.abort() }), { written: false });

    const refused = fetchTransport(async () => {
      throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
    });
    await assert.rejects(refused(request), { written: true, message: 'connect ECONNREFUSED' });
  });

  it('ends a call that is cancelled or takes too long, with the reason', async () => {
    const hangs = fetchTransport(
      (_url, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        }),
    );
    const slow = { ...request, connectTimeoutMs: 5, replyTimeoutMs: 5 };
    await assert.rejects(hangs(slow), { written: true, message: 'no whole reply within 10 ms' });

    const cancel = new AbortController();
    const call = hangs({ ...request, signal: cancel.signal });
    cancel.abort();
    await assert.rejects(call, { written: true, message: 'the call was cancelled' });
  });

  it('ends a body that hangs, and keeps the status', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    await using server = await rawServer({
      onRequest: (socket) => socket.write('HTTP/1.1 503 No\r\ncontent-length: 9\r\n\r\nabc'),
    });
    const answered = Promise.withResolvers<void>();
    const transport = fetchTransport(async (...asked) => {
      const response = await fetch(...asked);
      answered.resolve();
      return response;
    });
    const call = transport({ ...request, url: new URL(`http://127.0.0.1:${server.port}`) });
    await answered.promise;
    // What came with the head is read by then.
    await setImmediate();
    t.mock.timers.tick(request.connectTimeoutMs + request.replyTimeoutMs);
    t.mock.timers.tick(1);
    const got = await call;
    assert.deepEqual(
      [got.status, got.complete, got.body, got.failure],
      [503, false, 'abc', 'no whole reply within 120000 ms'],
    );
  });

  it('throws an error that says who it is', () => {
    const error = new TransportError('gone', { written: true, cause: 'why' });
    assert.deepEqual([error.name, error.message, error.written, error.cause], ['TransportError', 'gone', true, 'why']);
  });
});
