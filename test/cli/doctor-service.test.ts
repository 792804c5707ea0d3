import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createSecureServer } from 'node:http2';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { checkService } from '../../src/cli/doctor/check-service.ts';
import { Findings } from '../../src/common/finding.ts';
import { certificate } from '../service/certificate.ts';
import { rawServer, type RawServerOptions, reply } from '../service/raw-server.ts';

/** What is found of the service at that address, in which its host is written as HOST. */
async function found(baseUrl: string): Promise<string[]> {
  const findings = new Findings();
  await checkService('service', baseUrl, findings);
  return findings.all.map(({ level, text }) => `${level}: ${text.replaceAll(new URL(baseUrl).host, 'HOST')}`);
}

async function foundOf(options: RawServerOptions): Promise<string[]> {
  await using server = await rawServer(options);
  const findings = await found(`${options.tls ? 'https' : 'http'}://127.0.0.1:${server.port}/base`);
  assert.ok(server.requests.every(({ head }) => head.startsWith('GET /base ') && !head.includes('x-api-key')));
  return findings;
}

const answers = (status: number, headers?: Record<string, string>): RawServerOptions => ({
  onRequest: (socket) => socket.end(reply(status, '', headers)),
});

/** Fails every request of `fetch` with that error. */
function failing(t: TestContext, error: Error): void {
  t.mock.method(globalThis, 'fetch', () => Promise.reject(error));
}

/** Has the environment name a proxy of the network. */
function namesProxy(t: TestContext): void {
  const { HTTPS_PROXY } = process.env;
  process.env['HTTPS_PROXY'] = 'http://ana:secret@proxy.example';
  t.after(() => {
    if (HTTPS_PROXY === undefined) delete process.env['HTTPS_PROXY'];
    else process.env['HTTPS_PROXY'] = HTTPS_PROXY;
  });
}

/** Has Node go by the environment's proxy, as it does from its start. */
function goesByProxy(t: TestContext): void {
  namesProxy(t);
  const { options } = https.globalAgent;
  options.proxyEnv = {};
  t.after(() => delete options.proxyEnv);
}

describe('what doctor says of the way to the service', () => {
  it('a service that leads on to another origin would leave each claim unknown', async () => {
    assert.deepEqual(await foundOf(answers(308, { location: 'https://www.service.example/base?key=1' })), [
      'ok: HOST answers',
      'warn: HOST leads on to https://www.service.example. A claim that is led on would wait for your decision: if the service is there, make that the baseUrl',
    ]);
  });

  it('one that leads on to a page of its own, or to nowhere, may do so', async () => {
    for (const location of ['/docs', '/base/', 'http://']) {
      assert.deepEqual(await foundOf(answers(302, { location })), ['ok: HOST answers']);
    }
    assert.deepEqual(await foundOf(answers(404)), ['ok: HOST answers']);
  });

  it('one that answers with an error of a server may be in trouble', async () => {
    assert.deepEqual(await foundOf(answers(503)), [
      'ok: HOST answers',
      'warn: HOST answers 503: it may be in trouble, or something in front of it',
    ]);
  });

  it('a clock that is far from that of the service is told of, and by how much', async () => {
    for (const hours of [-2, 2]) {
      const date = new Date(Date.now() + hours * 3_600_000).toUTCString();
      const [, finding = ''] = await foundOf(answers(200, { date }));
      assert.match(
        finding,
        /^warn: the clocks of HOST and of this machine are [67]\d{3} seconds apart: set this one right$/,
      );
    }
    assert.deepEqual(await foundOf(answers(200, { date: new Date().toUTCString() })), ['ok: HOST answers']);
  });

  it('a base address that has the path of a call in it would have each claim refused', async () => {
    await using server = await rawServer(answers(404));
    for (const [path, count] of [
      ['/1', 2],
      ['/api/1/', 2],
      ['/1/points/award', 2],
      ['/1/role', 2],
      ['/11', 1],
      ['/1/community', 1],
    ] as const) {
      const findings = await found(`http://127.0.0.1:${server.port}${path}`);
      assert.equal(findings.length, count, path);
      if (count > 1) assert.match(findings[0] ?? '', /^warn: the baseUrl ends with a part of \/1\/points\/award/);
    }
  });

  it('a certificate that no one trusts may be of an authority of the owner', async () => {
    const [finding = '', ...others] = await foundOf({ ...answers(200), tls: certificate });
    assert.match(
      finding,
      /^fail: HOST cannot be reached: .*\(DEPTH_ZERO_SELF_SIGNED_CERT\)\. If an authority of your own/,
    );
    assert.match(finding, /NODE_EXTRA_CA_CERTS$/);
    assert.deepEqual(others, []);
  });

  it('one that speaks HTTP/2 alone is told as such, without the source code of OpenSSL', async () => {
    const server = createSecureServer({ ...certificate, allowHTTP1: false });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
    const findings = await found(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.close();
    await once(server, 'close');
    assert.equal(findings.length, 1);
    assert.match(
      findings[0] ?? '',
      /^fail: HOST cannot be reached: [^:]*no application protocol \([A-Z0-9_]+\)\. It does/,
    );
    assert.match(findings[0] ?? '', /does not speak HTTP\/1\.1, which the proxy needs$/);
  });

  it('one that is silent is said to be', async (t) => {
    failing(t, new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
    assert.deepEqual(await found('https://service.example'), ['fail: HOST has not answered within 5 seconds']);
  });

  it('a name that nobody knows is told apart', async (t) => {
    const cause = Object.assign(new Error('getaddrinfo ENOTFOUND service.example'), { code: 'ENOTFOUND' });
    failing(t, new TypeError('fetch failed', { cause }));
    assert.deepEqual(await found('https://service.example:8443'), [
      "fail: service.example cannot be found: getaddrinfo ENOTFOUND service.example. Check baseUrl and this machine's name server",
    ]);
  });

  for (const [said, mend] of [
    [
      'Proxy response (407) !== 200 when HTTP Tunneling',
      'The proxy in HTTPS_PROXY asks for a name and a password: write them into it, as in http://user:password@proxy.example:3128',
    ],
    [
      'Proxy response (403) !== 200 when HTTP Tunneling',
      'The proxy in HTTPS_PROXY gives no tunnel: have it allow CONNECT to HOST:443',
    ],
    [
      'connect ECONNREFUSED 192.0.2.1:3128',
      'The way leads through the proxy in HTTPS_PROXY, unless NO_PROXY has an exception',
    ],
  ] as const) {
    it(`a proxy of the network is told of with "${said}"`, async (t) => {
      goesByProxy(t);
      failing(t, new TypeError('fetch failed', { cause: new Error(said) }));
      assert.deepEqual(await found('https://service.example'), [`fail: HOST cannot be reached: ${said}. ${mend}`]);
    });
  }

  it('a proxy of the network that nobody knows is told apart from the service', async (t) => {
    goesByProxy(t);
    const said = 'getaddrinfo ENOTFOUND proxy.example';
    const cause = Object.assign(new Error(said), { code: 'ENOTFOUND', hostname: 'proxy.example' });
    failing(t, new TypeError('fetch failed', { cause }));
    assert.deepEqual(await found('https://service.example'), [
      `fail: proxy.example cannot be found: ${said}. Check HTTPS_PROXY and this machine's name server. The way leads through the proxy in HTTPS_PROXY, unless NO_PROXY has an exception`,
    ]);
  });

  it('a proxy of the network that Node does not go by is named', async (t) => {
    namesProxy(t);
    const cause = Object.assign(new Error('connect ETIMEDOUT 192.0.2.1:443'), { code: 'ETIMEDOUT' });
    failing(t, new TypeError('fetch failed', { cause }));
    const failure = 'fail: HOST cannot be reached: connect ETIMEDOUT 192.0.2.1:443';
    assert.deepEqual(await found('https://service.example'), [
      `${failure}. HTTPS_PROXY is set, but counts only with NODE_USE_ENV_PROXY=1`,
    ]);
    assert.deepEqual(await found('http://127.0.0.1:8788'), [failure]);
  });
});
