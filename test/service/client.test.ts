import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { inspect } from 'node:util';
import * as fc from 'fast-check';
import {
  createServiceClient,
  fetchTransport,
  type ServiceClientOptions,
  type Transport,
  TransportError,
  type TransportRequest,
} from '../../src/service/index.ts';
import { undiciTransport } from '../../src/service/undici.ts';
import { PATIENT } from '../support/http/patient.ts';
import { decodeForm, envelope, rawServer, type RawServerOptions, reply } from './raw-server.ts';

const viaUndici = undiciTransport();
after(() => viaUndici.close());

const award = { userId: '900719925474099312', points: 10, remark: 'A&B = C+D 🎉\r\nÄ %26' };
const documented: RawServerOptions = {
  onRequest: (socket, request) => socket.write(reply(200, envelope(request))),
};

function clientFor(
  transport: Transport,
  more: Partial<ServiceClientOptions> = {},
): ReturnType<typeof createServiceClient> {
  return createServiceClient({ ...PATIENT, baseUrl: 'http://localhost', apiKey: () => 'the-key', transport, ...more });
}

/** A transport that fails like this, attempt by attempt, and then succeeds; and what it was asked. */
function scripted(...failures: unknown[]): { transport: Transport; requests: TransportRequest[] } {
  const requests: TransportRequest[] = [];
  const transport: Transport = async (request) => {
    requests.push(request);
    const failure = failures.shift();
    if (failure !== undefined) throw failure;
    const data = { ...Object.fromEntries(new URLSearchParams(request.body)), points: 10 };
    const body = JSON.stringify({ code: 0, error: '', data, ts: 1 });
    return { status: 200, headers: new Headers(), body, complete: true };
  };
  return { transport, requests };
}

/** A transport that gives back this status and nothing more. */
function answering(status: number, headers?: Record<string, string>): Transport {
  return async () => ({ status, headers: new Headers(headers), body: '', complete: true });
}

const unwritten = (): TransportError => new TransportError('refused', { written: false });

describe('what goes over the wire', () => {
  it('is, for an award, exactly the documented request', async () => {
    await using server = await rawServer(documented);
    const client = clientFor(viaUndici, { baseUrl: `http://127.0.0.1:${server.port}` });

    const outcome = await client.awardPoints(award);

    const body = 'user_id=900719925474099312&points=10&remark=A%26B+%3D+C%2BD+%F0%9F%8E%89%0D%0A%C3%84+%2526';
    const head = [
      'POST /1/points/award HTTP/1.1',
      `host: 127.0.0.1:${server.port}`,
      'connection: keep-alive',
      'content-type: application/x-www-form-urlencoded',
      'accept: application/json',
      'x-api-key: the-key',
      `content-length: ${body.length}`,
    ];
    assert.deepEqual(
      server.requests.map((request) => [request.head, request.body]),
      [[head.join('\r\n'), body]],
    );
    assert.equal(outcome.kind, 'granted');
    assert.deepEqual(outcome.kind === 'granted' && outcome.echo, {
      user_id: award.userId,
      points: 10,
      remark: award.remark,
    });
  });

  it('is, for a role and below a path of the base URL, exactly the documented request', async () => {
    await using server = await rawServer(documented);
    for (const path of ['/api/v', '/api/v/']) {
      const client = clientFor(viaUndici, { baseUrl: `http://127.0.0.1:${server.port}${path}` });
      // oxlint-disable-next-line no-await-in-loop -- one request at a time, in order
      const outcome = await client.assignRole({ userId: '1', roleId: '2', remark: '' });
      assert.deepEqual(outcome.kind === 'granted' && outcome.echo, { user_id: '1', role_id: '2', remark: '' });
    }
    const sent = server.requests.map(({ method, path, body }) => ({ method, path, body }));
    const expected = { method: 'POST', path: '/api/v/1/role/assign', body: 'user_id=1&role_id=2&remark=' };
    assert.deepEqual(sent, [expected, expected]);
  });

  it('has the same method, path, headers and body through fetch', async () => {
    await using server = await rawServer(documented);
    const client = clientFor(fetchTransport(), { baseUrl: `http://127.0.0.1:${server.port}` });
    await client.awardPoints({ userId: '1', points: -3, remark: 'x' });
    const [request] = server.requests;
    assert.equal(request?.method, 'POST');
    assert.equal(request.path, '/1/points/award');
    assert.equal(request.headers.get('content-type'), 'application/x-www-form-urlencoded');
    assert.equal(request.headers.get('accept'), 'application/json');
    assert.equal(request.headers.get('x-api-key'), 'the-key');
    assert.equal(request.body, 'user_id=1&points=-3&remark=x');
  });

  for (const [name, transport] of [
    ['undici', viaUndici],
    ['fetch', fetchTransport()],
  ] as const) {
    it(`carries any text and any whole number unharmed via ${name}`, async () => {
      await using server = await rawServer(documented);
      const client = clientFor(transport, { baseUrl: `http://127.0.0.1:${server.port}` });
      const text = fc.oneof(
        fc.string(),
        fc.string({ unit: 'binary' }),
        fc.constantFrom('&=+%', '\r\n', '🎉', '__proto__'),
      );
      const id = text.filter((value) => value !== '');
      await fc.assert(
        fc.asyncProperty(id, fc.maxSafeInteger(), text, async (userId, points, remark) => {
          const outcome = await client.awardPoints({ userId, points, remark });
          const form = decodeForm(server.requests.at(-1)?.body ?? '');
          assert.deepEqual(
            [...form],
            [
              ['user_id', userId],
              ['points', String(points)],
              ['remark', remark],
            ],
          );
          assert.equal(outcome.kind, 'granted', inspect(outcome));
          assert.deepEqual(outcome.echo, { user_id: userId, points, remark });
        }),
        { numRuns: 300 },
      );
    });
  }

  it('replaces halves of surrogate pairs, which UTF-8 cannot carry, and expects the replaced text', async () => {
    const { transport, requests } = scripted();
    const outcome = await clientFor(transport).awardPoints({ userId: '1', points: 10, remark: 'a\uD800b' });
    assert.equal(requests[0]?.body, 'user_id=1&points=10&remark=a%EF%BF%BDb');
    assert.equal(outcome.kind === 'granted' && outcome.echo.remark, 'a\uFFFDb');
  });
});

describe('the API key', () => {
  it('is asked for every call, and may come later', async () => {
    const keys = ['one', 'two\n'];
    const { transport, requests } = scripted();
    const client = clientFor(transport, { apiKey: async () => keys.shift() ?? '' });
    await client.awardPoints(award);
    await client.awardPoints(award);
    assert.deepEqual(
      requests.map(({ headers }) => headers['x-api-key']),
      ['one', 'two'],
    );
  });

  const unusable: [string, () => string | Promise<string>][] = [
    ['is empty', () => ' \n'],
    ['holds a line break', () => 'sec\r\nret'],
    ['holds letters outside ASCII', () => 'secrét'],
    ['is not a string', () => JSON.parse('{"secret":1}') as string],
    ['source throws', () => assert.fail('secret')],
    ['source rejects', () => Promise.reject(new Error('secret'))],
    ['never comes', () => new Promise(() => undefined)],
  ];
  for (const [name, apiKey] of unusable) {
    it(`releases the call and writes nothing where it ${name}`, async () => {
      const { transport, requests } = scripted();
      const outcome = await clientFor(transport, { apiKey, connectTimeoutMs: 20 }).awardPoints(award);
      assert.equal(outcome.kind, 'released');
      assert.match(outcome.evidence.failure ?? '', /^the API key /);
      assert.doesNotMatch(inspect(outcome), /sec/);
      assert.equal(requests.length, 0);
    });
  }
});

describe('attempts', () => {
  it('are repeated while not a byte was written, up to three', async () => {
    const twice = scripted(unwritten(), unwritten());
    assert.equal((await clientFor(twice.transport).awardPoints(award)).kind, 'granted');
    assert.equal(twice.requests.length, 3);

    const thrice = scripted(unwritten(), unwritten(), unwritten());
    const outcome = await clientFor(thrice.transport).awardPoints(award);
    assert.equal(outcome.kind, 'released');
    assert.equal(outcome.evidence.failure, 'refused');
    assert.equal(thrice.requests.length, 3);
  });

  it('end with the first byte written', async () => {
    const { transport, requests } = scripted(new TransportError('reset', { written: true }));
    assert.equal((await clientFor(transport).awardPoints(award)).kind, 'unknown');
    assert.equal(requests.length, 1);
  });

  it('end with an error that does not say what was written, and the outcome is unknown', async () => {
    for (const failure of [new Error('bug'), 'bug', null]) {
      const { transport, requests } = scripted(failure);
      // oxlint-disable-next-line no-await-in-loop -- independent cases
      assert.equal((await clientFor(transport).awardPoints(award)).kind, 'unknown');
      assert.equal(requests.length, 1);
    }
  });

  it('are not begun after the time to connect is over', async () => {
    const { transport, requests } = scripted(unwritten(), unwritten());
    const outcome = await clientFor(transport, { connectTimeoutMs: 1 }).awardPoints(award);
    assert.equal(outcome.kind, 'released');
    assert.equal(requests.length, 1);
  });

  it('are not begun once the caller has given up', async () => {
    const given = new AbortController();
    const { transport, requests } = scripted(unwritten(), unwritten());
    const giving: Transport = (request) => {
      given.abort();
      return transport(request);
    };
    const outcome = await clientFor(giving).awardPoints(award, { signal: given.signal });
    assert.equal(outcome.kind, 'released');
    assert.equal(requests.length, 1);
  });
});

describe('wrong use', () => {
  it('throws TypeError and sends nothing', async () => {
    const { transport, requests } = scripted();
    const client = clientFor(transport);
    for (const points of [1.5, Number.NaN, Infinity, 2 ** 53, JSON.parse('"10"') as number]) {
      // oxlint-disable-next-line no-await-in-loop -- independent cases
      await assert.rejects(client.awardPoints({ ...award, points }), TypeError);
    }
    const notText = JSON.parse('42') as string;
    await assert.rejects(client.awardPoints({ ...award, userId: notText }), /TypeError: userId must be a string/);
    await assert.rejects(client.awardPoints({ ...award, userId: '' }), /TypeError: userId must not be empty/);
    await assert.rejects(client.awardPoints({ ...award, remark: notText }), /TypeError: remark must be a string/);
    await assert.rejects(
      client.assignRole({ userId: '1', roleId: '', remark: '' }),
      /TypeError: roleId must not be empty/,
    );
    assert.equal(requests.length, 0);
  });

  it('throws at once for options that cannot work', () => {
    const { transport } = scripted();
    assert.throws(() => clientFor(transport, { baseUrl: 'http://example.org' }), TypeError);
    for (const refusedStatuses of [[200], [302], [399], [600], [402.5]]) {
      assert.throws(
        () => clientFor(transport, { refusedStatuses }),
        /RangeError: each of refusedStatuses .* 400 to 599/,
      );
    }
    for (const rule of [{ status: 200, means: 'refused' }, { means: 'unknown' }, { status: 409, means: 'granted' }]) {
      // @ts-expect-error -- what is not typed may come
      assert.throws(() => clientFor(transport, { rules: [rule] }), /RangeError: one of rules cannot be used: it /);
    }
    assert.throws(() => clientFor(transport, { connectTimeoutMs: 0 }), /RangeError: connectTimeoutMs/);
    assert.throws(() => clientFor(transport, { replyTimeoutMs: 2 ** 31 }), /RangeError: replyTimeoutMs/);
  });

  it('is not the owner adding statuses', async () => {
    const transport = answering(503);
    assert.equal((await clientFor(transport).awardPoints(award)).kind, 'unknown');
    assert.equal(
      (await clientFor(transport, { rules: [{ status: 503, means: 'refused' }] }).awardPoints(award)).kind,
      'refused',
    );
    assert.equal((await clientFor(transport, { refusedStatuses: [400, 503, 599] }).awardPoints(award)).kind, 'refused');
  });
});

describe('evidence', () => {
  it('reads a date in Retry-After by the given clock, and says how long the call took', async () => {
    const transport = answering(429, { 'retry-after': 'Thu, 01 Jan 1970 00:01:00 GMT' });
    const { kind, evidence } = await clientFor(transport, { now: () => 20_000 }).awardPoints(award);
    assert.equal(kind, 'refused');
    assert.equal(evidence.retryAfter, 40);
    assert.ok(Number.isInteger(evidence.durationMs) && evidence.durationMs >= 0);
  });
});
