/*
 * What a client can send that no browser does, byte by byte, against `rewards serve`: each attempt has a member of its own, who is paid
 * once at most, and can claim when it is over.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { PATIENT } from '../../support/http/patient.ts';
import { folderWithLedger, type Running, start } from '../command.ts';
import { type StubService, stubService } from '../stub-service.ts';

const ORIGIN = 'https://example.org';
const CLAIMS = '/rewards/actions/daily/claims';
const CONFIG = `import { defineConfig, env } from 'rewards-proxy';
export default defineConfig({
  service: { baseUrl: env('REWARDS_BASE_URL'), apiKey: env('REWARDS_API_KEY'), ...${JSON.stringify(PATIENT)} },
  origins: ['${ORIGIN}'],
  limits: false,
  trustedProxies: ['127.0.0.1'],
  actions: { daily: { title: 'Daily check-in', repeats: 'once', points: 10, remark: 'Daily check-in' } },
});`;

const FIRST_MEMBER = 284915730264800000n;

interface Sent {
  target?: string;
  headers?: Record<string, string>;
  /** Lines of the head beside those. */
  lines?: string;
  body?: string;
  /** Whether the length of the body is told. */
  isSized?: boolean;
}

const bodyOf = (memberId: string): string => JSON.stringify({ memberId });

/** A claim as it goes over the wire, but for what is changed. */
function claimOf(memberId: string, { target = CLAIMS, headers, lines = '', body, isSized = true }: Sent = {}): string {
  const sent = body ?? bodyOf(memberId);
  const all = { host: 'localhost', origin: ORIGIN, 'content-type': 'application/json', ...headers };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = isSized ? `content-length: ${Buffer.byteLength(sent)}\r\n` : '';
  return `POST ${target} HTTP/1.1\r\n${head.join('')}${lines}${length}\r\n${sent}`;
}

function chunked(parts: readonly string[], trailer = ''): string {
  const chunks = parts.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`);
  return `${chunks.join('')}0\r\n${trailer}\r\n`;
}

const inChunks = (memberId: string, body: string, lines = 'transfer-encoding: chunked\r\n'): string =>
  claimOf(memberId, { lines, body, isSized: false });

/** `answers` are the status codes in their order, up to the end of the connection or to the last of them. */
type Row = [what: string, bytes: (memberId: string) => string, answers: readonly number[]];

const ROWS: Row[] = [
  ['two claims at once', (id) => claimOf(id).repeat(2), [201, 409]],
  ['two of one key', (id) => claimOf(id, { lines: 'idempotency-key: k\r\n' }).repeat(2), [201, 201]],
  [
    'a claim behind a body that nobody reads',
    (id) => claimOf('', { target: '/x', body: id }) + claimOf(id),
    [404, 201],
  ],
  ['a claim behind one that is too large', (id) => claimOf(id, { body: 'x'.repeat(20_000) }) + claimOf(id), [413, 201]],
  ['chunks of one byte', (id) => inChunks(id, chunked(bodyOf(id).split(''))), [201]],
  [
    'a trailer with another origin',
    (id) => inChunks(id, chunked([bodyOf(id)], 'origin: https://evil.example\r\n')),
    [201],
  ],
  ['a chunk that is longer than it says', (id) => inChunks(id, `5\r\n${bodyOf(id)}\r\n0\r\n\r\n`), [400]],
  ['a chunk of 2^68 bytes', (id) => inChunks(id, `fffffffffffffffff\r\n${bodyOf(id)}`), [400]],
  ['20 KiB that say nothing in a chunk', (id) => inChunks(id, `5;${'x'.repeat(20_480)}\r\n`), [413]],
  ['a length and chunks', (id) => claimOf(id, { lines: 'transfer-encoding: chunked\r\n' }), [400]],
  ['two lengths', (id) => claimOf(id, { lines: 'content-length: 5\r\n' }), [400]],
  ['no length, and a request within the body', (id) => claimOf(id, { isSized: false, body: claimOf(id) }), [400, 201]],
  ['packed chunks', (id) => inChunks(id, chunked([bodyOf(id)]), 'transfer-encoding: gzip, chunked\r\n'), [415]],
  ['two keys', (id) => claimOf(id, { lines: 'idempotency-key: a\r\nidempotency-key: b\r\n' }), [400]],
  ['two origins', (id) => claimOf(id, { lines: 'origin: https://evil.example\r\n' }), [403]],
  ['two types', (id) => claimOf(id, { lines: 'content-type: text/plain\r\n' }), [415]],
  [
    'two addresses',
    (id) => claimOf(id, { lines: 'x-forwarded-for: 192.0.2.1\r\nx-forwarded-for: 192.0.2.2\r\n' }),
    [201],
  ],
  ['another host in its target', (id) => claimOf(id, { target: `https://evil.example:99${CLAIMS}` }), [201]],
  ['half a host in its target', (id) => claimOf(id, { target: `http://[${CLAIMS}` }), [400]],
  ['a path in its host', (id) => claimOf(id, { headers: { host: `localhost${CLAIMS}?` } }), [400]],
  ['a path that is too long', (id) => claimOf(id, { target: `/${'a'.repeat(17_000)}` }), [431]],
  ['7,000 folders', (id) => claimOf(id, { target: `/rewards${'/a'.repeat(7_000)}` }), [404]],
  ['half a character in its path', (id) => claimOf(id, { target: '/rewards/actions/%ff/claims' }), [404]],
  ['an expectation', (id) => claimOf(id, { headers: { expect: '100-continue' } }), [100, 201]],
  ['an expectation that nobody knows', (id) => claimOf(id, { headers: { expect: '200-ok' } }), [417]],
  ['an upgrade', (id) => claimOf(id, { headers: { connection: 'upgrade', upgrade: 'websocket' } }), [201]],
  ['a line that is folded', (id) => claimOf(id, { lines: 'x: a\r\n b\r\n' }), [400]],
  ['bare line feeds', (id) => claimOf(id).replaceAll('\r\n', '\n'), [400]],
  ['a handshake of TLS', () => '\x16\x03\x01\x02\x00\x01\x00', [400]],
];

class Site {
  readonly service: StubService;
  readonly proxy: Running;
  readonly port: number;
  #members = 0n;

  constructor(service: StubService, proxy: Running, url: string) {
    this.service = service;
    this.proxy = proxy;
    this.port = Number(new URL(url).port);
  }

  newMember(): string {
    this.#members += 1n;
    return String(FIRST_MEMBER + this.#members);
  }

  paid(memberId: string): number {
    return this.service.calls.filter(({ body }) => new URLSearchParams(body).get('user_id') === memberId).length;
  }

  /** A connection on which the text was sent, and all that came back so far. */
  async send(text: string) {
    const socket = connect(this.port, '127.0.0.1').setEncoding('utf8');
    const answered = { socket, text: '', closed: once(socket, 'close') };
    socket.on('data', (data: string) => void (answered.text += data));
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write(text);
    return answered;
  }

  /** The status codes of that many answers, or of as many as there are. */
  async answers(text: string, count: number) {
    const answered = await this.send(text);
    const statuses = () => Array.from(answered.text.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status));
    while (statuses().length < count) {
      // oxlint-disable-next-line no-await-in-loop -- what comes is looked at piece by piece
      const isOver = await Promise.race([
        once(answered.socket, 'data').then(() => false),
        answered.closed.then(() => true),
      ]);
      if (isOver) break;
    }
    answered.socket.destroy();
    return { statuses: statuses(), text: answered.text };
  }

  async claim(memberId: string): Promise<number> {
    const { statuses } = await this.answers(claimOf(memberId), 1);
    return statuses[0] ?? 0;
  }
}

async function site(t: TestContext): Promise<Site> {
  const service = await stubService(t);
  const cwd = await folderWithLedger(t, { 'rewards.config.ts': CONFIG });
  const env = { REWARDS_BASE_URL: service.url, REWARDS_API_KEY: 'canary-key' };
  const proxy = start(t, ['serve', '--port', '0'], { cwd, env });
  return new Site(service, proxy, await proxy.url());
}

describe('a socket on which anything is sent', () => {
  it('pays each member once, and is told nothing of the inside', async (t) => {
    const to = await site(t);
    for (const [what, bytes, expected] of ROWS) {
      const memberId = to.newMember();
      /* oxlint-disable no-await-in-loop -- what one leaves behind must not be in the way of the next */
      const { statuses, text } = await to.answers(bytes(memberId), expected.length);
      assert.deepEqual(statuses, expected, `${what}: ${text}`);
      assert.doesNotMatch(text, /canary|\n\s+at |node:/, what);
      const isPaid = statuses.includes(201);
      assert.equal(to.paid(memberId), isPaid ? 1 : 0, what);
      assert.equal(await to.claim(memberId), isPaid ? 409 : 201, what);
      assert.equal(to.paid(memberId), 1, what);
      /* oxlint-enable no-await-in-loop */
    }
    assert.equal(await to.proxy.stop(), 0);
    assert.doesNotMatch(to.proxy.output, /"level":"(?:warn|error)"|\n\s+at /);
  });

  it('leaves nothing behind where it is cut in a claim, and what was begun comes to its end', async (t) => {
    const to = await site(t);
    const [half, gone, stalled] = [to.newMember(), to.newMember(), to.newMember()];
    (await to.send(claimOf(half).slice(0, -4))).socket.destroy();
    assert.equal(await to.claim(half), 201);

    const release = to.service.hold();
    const calls = to.service.calls.length;
    const left = await to.send(claimOf(gone));
    await to.service.called(calls + 1);
    left.socket.destroy();
    const again = to.claim(gone);
    release();
    assert.equal(await again, 409);
    assert.equal(to.paid(gone), 1);

    const finish = to.service.hold();
    const last = to.newMember();
    const [open, idle] = [await to.send(claimOf(stalled).slice(0, -4)), await to.send('')];
    const pending = to.claim(last);
    await to.service.called(calls + 2);
    const stopped = to.proxy.stop();
    await to.proxy.printed(/"msg":"stopping/);
    finish();
    assert.equal(await pending, 201);
    await Promise.all([open.closed, idle.closed]);
    assert.equal(await stopped, 0);
    assert.equal(to.paid(stalled), 0);
    assert.doesNotMatch(to.proxy.output, /"level":"(?:warn|error)"|\n\s+at /);
  });
});
