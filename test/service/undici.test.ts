import assert from 'node:assert/strict';
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { describe, it, mock } from 'node:test';
import { inspect } from 'node:util';
import { type Dispatcher, Pool } from 'undici';
import {
  createServiceClient,
  type ServiceClient,
  TransportError,
  type TransportRequest,
} from '../../src/service/index.ts';
import { type UndiciTransport, type UndiciTransportOptions, undiciTransport } from '../../src/service/undici.ts';
import { PATIENT } from '../support/http/patient.ts';
import { certificate } from './certificate.ts';
import { envelope, type RawRequest, rawServer, reply } from './raw-server.ts';

const award = { userId: '1', points: 10, remark: 'x' };
const answer = (socket: Socket, request: RawRequest): boolean => socket.write(reply(200, envelope(request)));

interface Rig extends AsyncDisposable {
  client: ServiceClient;
  transport: UndiciTransport;
}

function rig(baseUrl: string, options?: UndiciTransportOptions, limits: Partial<typeof PATIENT> = {}): Rig {
  const transport = undiciTransport(options);
  const client = createServiceClient({ baseUrl, apiKey: () => 'the-key', transport, ...PATIENT, ...limits });
  return { client, transport, [Symbol.asyncDispose]: () => transport.close() };
}

function requestTo(port: number): TransportRequest {
  return {
    url: new URL(local(port)),
    headers: { 'x-api-key': 'the-key' },
    body: 'user_id=1',
    ...PATIENT,
    maxReplyBytes: 1_000,
  };
}

/** This process, as if it were suspended. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

const local = (port: number): string => `http://127.0.0.1:${port}`;

describe('a connection kept alive', () => {
  it('is used again', async () => {
    await using server = await rawServer({ onRequest: answer });
    await using at = rig(local(server.port), { connections: 1 });
    assert.equal((await at.client.awardPoints(award)).kind, 'granted');
    assert.equal((await at.client.awardPoints(award)).kind, 'granted');
    assert.equal(server.sockets.length, 1);
  });

  it('that the server ended between two calls is replaced, and each call is executed once', async () => {
    await using server = await rawServer({ onRequest: answer });
    await using at = rig(local(server.port), { connections: 1 });
    await at.client.awardPoints(award);
    const [first] = server.sockets;
    assert.ok(first);
    first.end();
    await once(first, 'close');
    assert.equal((await at.client.awardPoints(award)).kind, 'granted');
    assert.equal(server.requests.length, 2);
    assert.equal(server.sockets.length, 2);
  });

  it('that is reset under the second request makes that call unknown, and it is not sent again', async () => {
    await using server = await rawServer({
      onRequest: (socket, request) => {
        if (server.requests.length === 1) answer(socket, request);
        else socket.resetAndDestroy();
      },
    });
    await using at = rig(local(server.port), { connections: 1 });
    assert.equal((await at.client.awardPoints(award)).kind, 'granted');
    assert.equal((await at.client.awardPoints(award)).kind, 'unknown');
    assert.equal(server.requests.length, 2);
    assert.equal(server.sockets.length, 1);
  });

  it('never takes a late reply for the next call', async () => {
    await using server = await rawServer({
      onRequest: (socket, request) => {
        if (server.requests.length === 1) socket.write(Buffer.concat([reply(502, ''), reply(200, envelope(request))]));
        else socket.write(reply(200, envelope(request, { code: 7, error: 'no' })));
      },
    });
    await using at = rig(local(server.port), { connections: 1 });
    assert.equal((await at.client.awardPoints(award)).kind, 'unknown');
    assert.equal((await at.client.awardPoints(award)).kind, 'refused');
  });
});

describe('a redirect', () => {
  for (const status of [301, 302, 303, 307, 308]) {
    it(`with ${status} is not followed, so neither request nor key reach the other server`, async () => {
      await using other = await rawServer({ onRequest: answer });
      await using server = await rawServer({
        onRequest: (socket) => socket.write(reply(status, '', { location: `${local(other.port)}/1/points/award` })),
      });
      await using at = rig(local(server.port), { connections: 1 });
      assert.equal((await at.client.awardPoints(award)).kind, 'unknown');
      assert.equal(server.requests.length, 1);
      assert.equal(other.sockets.length, 0);
    });
  }
});

describe('waiting for a connection', () => {
  it('that stays busy releases the call, which is then never written, and harms no other call', async () => {
    const held: (() => void)[] = [];
    await using server = await rawServer({
      onRequest: (socket, request) => {
        if (server.requests.length === 1) held.push(() => answer(socket, request));
        else answer(socket, request);
      },
    });
    await using at = rig(local(server.port), { connections: 1 }, { connectTimeoutMs: 1_000 });
    const first = at.client.awardPoints({ ...award, remark: 'first' });
    const second = await at.client.awardPoints({ ...award, remark: 'second' });
    assert.equal(second.kind, 'released');
    held[0]?.();
    assert.equal((await first).kind, 'granted');
    assert.equal((await at.client.awardPoints({ ...award, remark: 'third' })).kind, 'granted');
    assert.deepEqual(
      server.requests.map(({ body }) => body.split('remark=')[1]),
      ['first', 'third'],
    );
    assert.equal(server.sockets.length, 1, 'the connection outlives the call that was dropped');
  });

  it('that comes when its time is over, as after a suspended process, does not write the call', async () => {
    await using server = await rawServer({ onRequest: answer });
    const transport = undiciTransport({ connections: 1 });
    const request = requestTo(server.port);
    await transport(request);
    // An immediate frees the connection; a file's callback then leaves us in the phase that immediates follow, not timers.
    await new Promise(setImmediate);
    await access(import.meta.filename);
    const late = transport({ ...request, connectTimeoutMs: 200 });
    // Stands still until the time is over; undici finds the open connection before the timer can fire.
    standStill(250);
    await assert.rejects(late, { name: 'TransportError', written: false, message: 'no connection within 200 ms' });
    await transport.close();
    assert.equal(server.requests.length, 1);
  });
});

describe('a reply', () => {
  it('that came in time to a process that was suspended counts, however late it is read', async () => {
    await using server = await rawServer({
      onRequest(socket, request) {
        answer(socket, request);
        standStill(250);
      },
    });
    await using at = rig(local(server.port), {}, { replyTimeoutMs: 100 });
    const { kind, evidence } = await at.client.awardPoints(award);
    assert.equal(kind, 'granted', evidence.failure);
  });
});

describe('cancelling', () => {
  it('before the call begins releases it', async () => {
    await using server = await rawServer({ onRequest: answer });
    await using at = rig(local(server.port), { connections: 1 });
    assert.equal((await at.client.awardPoints(award, { signal: AbortSignal.abort() })).kind, 'released');
    assert.equal(server.sockets.length, 0);
  });

  it('while the connection is made releases it', async () => {
    const cancel = new AbortController();
    await using server = await rawServer({
      onFirstBytes(socket) {
        cancel.abort();
        // Else the transport would wait for it when it is closed.
        socket.destroy();
      },
    });
    await using at = rig(`https://127.0.0.1:${server.port}`);
    const outcome = await at.client.awardPoints(award, { signal: cancel.signal });
    assert.equal(outcome.kind, 'released');
    assert.equal(outcome.evidence.failure, 'the call was cancelled');
  });

  it('after the request was written leaves it unknown', async () => {
    const cancel = new AbortController();
    await using server = await rawServer({ onRequest: () => cancel.abort() });
    await using at = rig(local(server.port), { connections: 1 });
    const outcome = await at.client.awardPoints(award, { signal: cancel.signal });
    assert.equal(outcome.kind, 'unknown');
    assert.equal(server.requests.length, 1);
  });

  it('within the reply keeps the status as evidence', async () => {
    await using server = await rawServer({
      onRequest: (socket) => socket.write(reply(200, '{', { 'content-length': '9' })),
    });
    await using at = rig(local(server.port), {}, { replyTimeoutMs: 1_000 });
    const { kind, evidence } = await at.client.awardPoints(award);
    assert.equal(kind, 'unknown');
    assert.equal(evidence.status, 200);
    assert.equal(evidence.failure, 'HTTP 200: no whole reply within 1000 ms');
  });
});

describe('names and certificates', () => {
  it('a trusted certificate is accepted', async () => {
    await using server = await rawServer({ onRequest: answer, tls: certificate });
    await using at = rig(`https://127.0.0.1:${server.port}`, { connect: { ca: certificate.cert } });
    assert.equal((await at.client.awardPoints(award)).kind, 'granted');
  });

  it('a certificate for another name releases the call', async () => {
    await using server = await rawServer({ onRequest: answer, tls: certificate });
    await using at = rig(`https://localhost:${server.port}`, { connect: { ca: certificate.cert } });
    const outcome = await at.client.awardPoints(award);
    assert.equal(outcome.kind, 'released');
    assert.match(outcome.evidence.failure ?? '', /altnames/);
    assert.equal(server.requests.length, 0);
  });

  it('a name that does not resolve releases the call', async () => {
    const failure = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
    await using at = rig('https://service.example', {
      connect: { lookup: (_name, _options, done) => done(failure, []) },
    });
    const outcome = await at.client.awardPoints(award);
    assert.equal(outcome.kind, 'released');
    assert.equal(outcome.evidence.failure, 'getaddrinfo ENOTFOUND');
  });

  it('a name that resolves never releases the call when its time is over', async () => {
    let answerLookup: (() => void) | undefined;
    const failure = new Error('given up');
    await using at = rig(
      'https://service.example',
      { connect: { lookup: (_name, _options, done) => (answerLookup = () => done(failure, [])) } },
      { connectTimeoutMs: 100 },
    );
    assert.equal((await at.client.awardPoints(award)).kind, 'released');
    answerLookup?.();
  });
});

describe('closing', () => {
  it('lets the call in flight end, and releases later ones', async () => {
    const arrived = Promise.withResolvers<() => void>();
    await using server = await rawServer({
      onRequest: (socket, request) => arrived.resolve(() => answer(socket, request)),
    });
    await using at = rig(local(server.port), { connections: 1 });
    const call = at.client.awardPoints(award);
    const finish = await arrived.promise;
    const closed = at.transport.close();
    assert.equal((await at.client.awardPoints(award)).kind, 'released');
    finish();
    assert.equal((await call).kind, 'granted');
    await closed;
    await using other = await rawServer({ onRequest: answer });
    await assert.rejects(at.transport(requestTo(other.port)), { written: false });
    assert.equal(other.sockets.length, 0);
    assert.equal(server.requests.length, 1);
  });
});

describe('a reply', () => {
  it('that consists of early hints alone is none', async () => {
    await using server = await rawServer({ onRequest: (socket) => socket.end('HTTP/1.1 103 Early Hints\r\n\r\n') });
    await using at = rig(local(server.port));
    const { kind, evidence } = await at.client.awardPoints(award);
    assert.equal(kind, 'unknown');
    assert.equal(evidence.status, undefined);
  });

  it('that is compressed is explained as such', async () => {
    await using server = await rawServer({
      onRequest: (socket, request) => socket.write(reply(200, envelope(request), { 'content-encoding': 'br' })),
    });
    await using at = rig(local(server.port));
    const { kind, evidence } = await at.client.awardPoints(award);
    assert.equal(kind, 'unknown');
    assert.equal(evidence.failure, 'HTTP 200: the reply is compressed, which was not asked for');
  });

  it('that is not HTTP gives an error without what the server said, which may repeat the key', async () => {
    await using server = await rawServer({
      onRequest: (socket) => socket.end('HTTP/1.1 200 OK\r\nthe-key \u0001\r\n\r\n'),
    });
    const transport = undiciTransport();
    const error: unknown = await transport(requestTo(server.port)).catch((reason: unknown) => reason);
    await transport.close();
    assert.ok(error instanceof TransportError && error.written);
    assert.ok(!inspect(error, { depth: 9, showHidden: true }).includes('the-key'));
  });
});

describe('undici', () => {
  it('is not let write a request a second time', async () => {
    const dispatch = mock.method(
      Pool.prototype,
      'dispatch',
      (_options: unknown, handler: Dispatcher.DispatchHandler) => {
        const controller = { aborted: false, paused: false, reason: null, abort() {}, pause() {}, resume() {} };
        handler.onRequestStart?.(controller, null);
        assert.throws(() => handler.onRequestStart?.(controller, null), /must not be written/);
        handler.onResponseError?.(controller, new Error('must not be written'));
        return true;
      },
    );
    const transport = undiciTransport();
    await assert.rejects(transport(requestTo(1)), { written: true });
    dispatch.mock.restore();
    await transport.close();
  });
});
