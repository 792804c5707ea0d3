import assert from 'node:assert/strict';
import https from 'node:https';
import type { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { createServiceClient, type Outcome } from '../../../src/service/index.ts';
import { networkProxy as proxyIn } from '../../../src/service/undici/env-proxy.ts';
import { undiciTransport } from '../../../src/service/undici.ts';
import { type NetworkProxy, networkProxy } from '../../support/http/network-proxy.ts';
import { PATIENT } from '../../support/http/patient.ts';
import { certificate } from '../certificate.ts';
import { envelope, type RawRequest, type RawServer, rawServer, type RawServerOptions, reply } from '../raw-server.ts';

/** A name of the certificate that only the proxy knows. */
const HOST = 'stub.test';
const KEY = 'the-key';
const success = (socket: Socket, request: RawRequest): boolean => socket.write(reply(200, envelope(request)));

interface Rig extends AsyncDisposable {
  server: RawServer;
  proxy: NetworkProxy;
  award: () => Promise<Outcome>;
}

interface RigOptions {
  server?: RawServerOptions;
  instead?: (socket: Socket) => void;
  env?: (port: number) => Record<string, string>;
  host?: string;
  trusts?: string;
  connectTimeoutMs?: number;
}

/** One connection at a time to a server that speaks TLS, by way of the proxy. */
async function rig({
  server: options = { onRequest: success, tls: certificate },
  instead,
  env = (port) => ({ HTTPS_PROXY: `http://127.0.0.1:${port}` }),
  host = HOST,
  trusts = certificate.cert,
  ...limits
}: RigOptions = {}): Promise<Rig> {
  const server = await rawServer(options);
  const proxy = await networkProxy(server, instead);
  const transport = undiciTransport({
    connections: 1,
    proxyEnv: env(proxy.port),
    connect: {
      ca: trusts,
      lookup: (_name, { all }, done) =>
        all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4),
    },
  });
  const baseUrl = `${options.tls ? 'https' : 'http'}://${host}:${server.port}`;
  const client = createServiceClient({ ...PATIENT, ...limits, baseUrl, apiKey: () => KEY, transport });
  return {
    server,
    proxy,
    award: () => client.awardPoints({ userId: '1', points: 10, remark: 'x' }),
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
      await transport.close();
    },
  };
}

describe('an HTTP proxy of the network', () => {
  it('is asked for a tunnel, which carries one call after the other and shows neither call nor key', async () => {
    await using at = await rig({ env: (port) => ({ HTTPS_PROXY: `http://ana:p%40ss@127.0.0.1:${port}` }) });
    for (const _ of 'ab') {
      const { kind, evidence } = await at.award();
      assert.equal(kind, 'granted', evidence.failure);
    }
    assert.equal(at.server.requests.length, 2);
    const as = `Basic ${Buffer.from('ana:p@ss').toString('base64')}`;
    assert.deepEqual(at.proxy.tunnels, [[`${HOST}:${at.server.port}`, as]]);
    assert.deepEqual(at.proxy.requests, []);
    assert.ok(at.proxy.carried.length > 0 && !/the-key|award|user_id/.test(at.proxy.carried));
    assert.ok(at.server.requests.every(({ headers }) => !headers.has('proxy-authorization')));
  });

  it('is also the one of http_proxy, where https has none of its own, and the lower case comes first', async () => {
    await using at = await rig({
      env: (port) => ({ https_proxy: `http://127.0.0.1:${port}`, HTTPS_PROXY: 'http://127.0.0.1:1' }),
    });
    assert.equal((await at.award()).kind, 'granted');
    await using other = await rig({ env: (port) => ({ http_proxy: `http://127.0.0.1:${port}` }) });
    assert.equal((await other.award()).kind, 'granted');
    assert.equal(other.proxy.tunnels.length, 1);
  });

  it('is passed by for whom NO_PROXY names', async () => {
    await using at = await rig({
      env: (port) => ({ HTTPS_PROXY: `http://127.0.0.1:${port}`, NO_PROXY: `localhost,${HOST}` }),
    });
    assert.equal((await at.award()).kind, 'granted');
    assert.deepEqual(at.proxy.tunnels, []);
  });

  it('is passed by for whom no_proxy names, which comes before NO_PROXY', () => {
    const env = { https_proxy: 'http://127.0.0.1:1', no_proxy: HOST, NO_PROXY: 'other.test' };
    assert.equal(proxyIn(env)?.except, HOST);
  });

  it('never learns of calls to this machine, whose key nothing encrypts', async () => {
    const env = (port: number): Record<string, string> => ({
      HTTP_PROXY: `http://127.0.0.1:${port}`,
      HTTPS_PROXY: `http://127.0.0.1:${port}`,
    });
    await using at = await rig({ server: { onRequest: success }, env, host: '127.0.0.1' });
    assert.equal((await at.award()).kind, 'granted');
    assert.deepEqual([at.proxy.tunnels, at.proxy.requests], [[], []]);
  });

  const failures: [name: string, instead: (socket: Socket) => void, failure: RegExp][] = [
    ['asks for a password', (socket) => socket.end('HTTP/1.1 407 Password\r\ncontent-length: 0\r\n\r\n'), /407/],
    ['does not reach it', (socket) => socket.end('HTTP/1.1 502 Gateway\r\ncontent-length: 0\r\n\r\n'), /502/],
    ['hangs up', (socket) => socket.destroy(), /other side closed|ECONNRESET/],
  ];
  for (const [name, instead, failure] of failures) {
    it(`that ${name} releases the call, which reaches nobody`, async () => {
      await using at = await rig({ instead });
      const { kind, evidence } = await at.award();
      assert.equal(kind, 'released');
      assert.match(evidence.failure ?? '', failure);
      assert.equal(at.server.sockets.length, 0);
    });
  }

  it('that never answers releases the call when its time is over', async () => {
    await using at = await rig({ instead: () => {}, connectTimeoutMs: 300 });
    const { kind, evidence } = await at.award();
    assert.deepEqual([kind, evidence.failure], ['released', 'no connection within 300 ms']);
    assert.equal(at.server.sockets.length, 0);
  });

  it('that does not listen releases the call', async () => {
    await using at = await rig({ env: () => ({ HTTPS_PROXY: 'http://ana:secret@127.0.0.1:1' }) });
    const { kind, evidence } = await at.award();
    assert.deepEqual([kind, evidence.failure], ['released', 'connect ECONNREFUSED 127.0.0.1:1']);
  });

  it('does not vouch for the service: a certificate that no one trusts releases the call', async () => {
    await using at = await rig({ trusts: '' });
    assert.equal((await at.award()).kind, 'released');
    assert.equal(at.server.requests.length, 0);
  });

  it('whose tunnel breaks under a call leaves it unknown, and it is not sent again', async () => {
    await using at = await rig({
      server: {
        tls: certificate,
        onRequest: (socket, request) => {
          if (at.server.requests.length === 1) success(socket, request);
          else at.server.sockets.at(-1)?.resetAndDestroy();
        },
      },
    });
    assert.equal((await at.award()).kind, 'granted');
    assert.equal((await at.award()).kind, 'unknown');
    assert.equal(at.server.requests.length, 2);
  });

  it('carries no stray reply into the next call', async () => {
    await using at = await rig({
      server: {
        tls: certificate,
        onRequest: (socket, request) => {
          const answer = reply(200, envelope(request));
          socket.write(at.server.requests.length === 1 ? Buffer.concat([answer, answer]) : answer);
        },
      },
    });
    const { kind, evidence } = await at.award();
    assert.deepEqual([kind, evidence.failure], ['unknown', 'more came than one reply']);
    assert.equal((await at.award()).kind, 'granted');
    assert.equal(at.proxy.tunnels.length, 2);
  });

  it("is none where a library has put an agent of its own in place of Node's, as global-agent does", async (t) => {
    const { globalAgent } = https;
    t.after(() => (https.globalAgent = globalAgent));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- such agents are less than Node's
    https.globalAgent = { addRequest() {} } as unknown as https.Agent;
    await undiciTransport().close();
  });

  it('must be an address, which an error does not repeat', () => {
    for (const HTTPS_PROXY of ['secret', 'ana:secret@proxy.example:3128', 'socks5://ana:secret@127.0.0.1']) {
      assert.throws(
        () => undiciTransport({ proxyEnv: { HTTPS_PROXY } }),
        ({ name, message }: Error) =>
          name === 'TypeError' && message.startsWith('HTTPS_PROXY is no address') && !/secret/.test(message),
      );
    }
  });
});
