import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { createServiceClient, type Outcome, type ServiceClient } from '../../../src/service/index.ts';
import { undiciTransport } from '../../../src/service/undici.ts';
import { until } from '../../proxy/support/transport.ts';
import { PATIENT } from '../../support/http/patient.ts';
import { certificate } from '../certificate.ts';
import { envelope, type RawRequest, type RawServer, rawServer, type RawServerOptions, reply } from '../raw-server.ts';

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';
const REFUSAL = reply(200, '{"code":7,"error":"stray"}');
const success = (request: RawRequest): Buffer => reply(200, envelope(request));

interface Rig extends AsyncDisposable {
  server: RawServer;
  client: ServiceClient;
  award: (remark: string) => Promise<Outcome>;
  unasked: string[];
}

/** One connection at a time to a server that answers like this. */
async function rig(answer: RawServerOptions): Promise<Rig> {
  const server = await rawServer(answer);
  const unasked: string[] = [];
  const transport = undiciTransport({
    connections: 1,
    connect: { ca: certificate.cert },
    onUnasked: (origin) => void unasked.push(origin),
  });
  const baseUrl = `${answer.tls ? 'https' : 'http'}://127.0.0.1:${server.port}`;
  const client = createServiceClient({ ...PATIENT, baseUrl, apiKey: () => 'the-key', transport });
  return {
    server,
    client,
    unasked,
    award: (remark) => client.awardPoints({ userId: '1', points: 10, remark }),
    async [Symbol.asyncDispose]() {
      await transport.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** Writes the bytes one at a time, each in a segment of its own. */
async function drip(socket: Socket, bytes: Buffer): Promise<void> {
  socket.setNoDelay(true);
  for (const byte of bytes) {
    await new Promise((resolve) => socket.write(Buffer.of(byte), resolve));
    await new Promise(setImmediate);
  }
}

describe('an interim reply', () => {
  const interim: [name: string, text: string][] = [
    ['100', CONTINUE],
    ['100 without words', 'HTTP/1.1 100\r\n\r\n'],
    ['100 in HTTP/1.0', 'HTTP/1.0 100 Continue\r\n\r\n'],
    ['100 with fields', 'HTTP/1.1 100 Continue\r\ndate: now\r\nx: HTTP/1.1 200 OK\r\n\r\n'],
    ['three times 100', CONTINUE.repeat(3)],
    ['102, 103, 100 and 199', ['102 P', '103 E', '100 C', '199 X'].map((line) => `HTTP/1.1 ${line}\r\n\r\n`).join('')],
  ];
  for (const [name, text] of interim) {
    for (const [how, tls] of [
      ['plain', undefined],
      ['TLS', certificate],
    ] as const) {
      it(`${name} over ${how} is left out, and the connection is used again`, async () => {
        const answer = (socket: Socket, request: RawRequest) => void socket.write(text + success(request).toString());
        await using at = await rig({ onRequest: answer, ...(tls && { tls }) });
        for (const remark of ['first', 'second']) assert.equal((await at.award(remark)).kind, 'granted');
        assert.equal(at.server.sockets.length, 1);
        assert.deepEqual(at.unasked, []);
      });
    }
  }

  it('is left out in whatever pieces it comes', async () => {
    await using at = await rig({
      onRequest: (socket, request) => void drip(socket, Buffer.concat([Buffer.from(CONTINUE), success(request)])),
    });
    assert.equal((await at.award('first')).kind, 'granted');
    assert.equal((await at.award('second')).kind, 'granted');
    assert.equal(at.server.sockets.length, 1);
  });

  it('that is followed by none leaves the outcome unknown', async () => {
    await using at = await rig({ onRequest: (socket) => socket.end(CONTINUE) });
    const { kind, evidence } = await at.award('first');
    assert.deepEqual([kind, evidence.status], ['unknown', undefined]);
  });
});

describe('what follows a reply', () => {
  const rests: [name: string, rest: string | Buffer][] = [
    ['a second reply', REFUSAL],
    ['half a reply', REFUSAL.subarray(0, 20)],
    ['an interim reply', CONTINUE],
    ['words', 'and so on'],
  ];
  for (const [name, rest] of rests) {
    for (const connection of ['keep-alive', 'close']) {
      it(`with it, as ${name}, where the connection is to ${connection}, makes the outcome unknown`, async () => {
        await using at = await rig({
          onRequest: (socket, request) => {
            const first = reply(200, envelope(request), { connection });
            socket.write(
              at.server.requests.length === 1 ? Buffer.concat([first, Buffer.from(rest)]) : success(request),
            );
          },
        });
        const { kind, evidence } = await at.award('first');
        assert.deepEqual([kind, evidence.failure], ['unknown', 'more came than one reply']);
        assert.equal((await at.award('second')).kind, 'granted');
        assert.equal(at.server.sockets.length, 2);
        assert.deepEqual(at.unasked, [`http://127.0.0.1:${at.server.port}`]);
      });
    }
  }

  it('makes a refusal by its status unknown as well, since it may be the answer to something else', async () => {
    await using at = await rig({
      onRequest: (socket, request) => socket.write(Buffer.concat([reply(404, ''), success(request)])),
    });
    assert.equal((await at.award('first')).kind, 'unknown');
  });
});

describe('a connection on which something comes between two calls', () => {
  for (const [name, stray] of [
    ['a reply', REFUSAL],
    ['the head of one', 'HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n'],
    ['the beginning of one', 'HTTP/1.'],
    ['408', 'HTTP/1.1 408 Request Timeout\r\nconnection: close\r\n\r\n'],
    ['100', CONTINUE],
    ['an empty line', '\r\n'],
  ] as const) {
    it(`is ended at once, when that is ${name}`, async () => {
      await using at = await rig({ onRequest: (socket, request) => socket.write(success(request)) });
      assert.equal((await at.award('first')).kind, 'granted');
      const [kept] = at.server.sockets;
      kept?.write(stray);
      if (kept && !kept.destroyed) await once(kept, 'close');
      assert.equal((await at.award('second')).kind, 'granted');
      assert.equal(at.server.sockets.length, 2);
      assert.deepEqual(at.unasked, [`http://127.0.0.1:${at.server.port}`]);
    });
  }

  it('is not written to, however short before the next call that came', async () => {
    await using at = await rig({ onRequest: (socket, request) => socket.write(success(request)) });
    await at.award('first');
    at.server.sockets[0]?.write(REFUSAL);
    const { kind, evidence } = await at.award('second');
    assert.equal(kind, 'granted', evidence.failure);
    assert.equal(at.server.sockets.length, 2);
    assert.equal(at.server.requests.length, 2);
  });

  it('is the last that carries more than one call to that origin', async () => {
    await using at = await rig({ onRequest: (socket, request) => socket.write(success(request)) });
    await at.award('first');
    await at.award('second');
    const [kept] = at.server.sockets;
    kept?.write(REFUSAL);
    await until(() => at.unasked.length === 1);
    for (const remark of ['third', 'fourth']) assert.equal((await at.award(remark)).kind, 'granted');
    assert.deepEqual(
      at.server.requests.map(({ headers }) => headers.get('connection')),
      ['keep-alive', 'keep-alive', 'close', 'close'],
    );
    assert.equal(at.server.sockets.length, 3);
  });
});

describe('a new connection', () => {
  for (const [name, greeting] of [
    ['a refusal', REFUSAL],
    ['another protocol', 'SSH-2.0-OpenSSH_9.7\r\n'],
  ] as const) {
    it(`that begins with ${name}, before it was asked, is not written to, and the call is released`, async () => {
      await using at = await rig({ onConnect: (socket) => socket.write(greeting) });
      const { kind, evidence } = await at.award('first');
      assert.deepEqual([kind, evidence.failure], ['released', 'the service spoke before it was asked']);
      assert.equal(at.server.requests.length, 0);
    });
  }

  it('that the service ends at once is not written to either', async () => {
    await using at = await rig({ onConnect: (socket) => socket.end() });
    const { kind, evidence } = await at.award('first');
    const failure = 'the service ended the connection before it was asked';
    assert.deepEqual([kind, evidence.failure], ['released', failure]);
  });

  it('that the service resets at once is not written to either', async () => {
    // With TLS the server has the connection later than the client.
    await using at = await rig({ onConnect: () => at.server.sockets.at(-1)?.resetAndDestroy(), tls: certificate });
    const { kind, evidence } = await at.award('first');
    assert.equal(kind, 'released');
    assert.match(evidence.failure ?? '', /ECONNRESET/);
    assert.equal(at.server.requests.length, 0);
  });
});
