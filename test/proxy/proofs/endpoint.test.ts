import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import {
  type Transport,
  TransportError,
  type TransportReply,
  type TransportRequest,
} from '../../../src/service/index.ts';
import { fetchTransport } from '../../../src/service/index.ts';
import { grant, reply, scriptedTransport } from '../support/transport.ts';
import { provedBy, proving } from './proving.ts';

const SECRET = `whsec_${Buffer.from('a secret of the game for tests').toString('base64')}`;
const VERIFY = { type: 'http', url: 'https://game.example/verify', secret: SECRET } as const;

/** A proxy that asks the endpoint, which answers as told; the service grants all. */
function asking(answer: (request: TransportRequest) => TransportReply | Promise<TransportReply>, seconds = 5) {
  const asked: TransportRequest[] = [];
  const service = scriptedTransport(grant);
  const transport: Transport = async (request) => {
    if (request.url.host !== 'game.example') return service.transport(request);
    asked.push(request);
    return answer(request);
  };
  const setup = proving(VERIFY, {
    transport,
    action: { verifySeconds: seconds, fields: { match: { label: 'Match', type: 'text' } } },
  });
  return { ...setup, calls: service.calls, asked };
}

function signatureOf(headers: Record<string, unknown>, body: string, secret = SECRET): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

describe('an endpoint of the owner’s', () => {
  it('is asked with a signed message, and what it gives as evidence is kept', async () => {
    await using setup = asking(() => reply(200, { ok: true, evidence: { match: 4711 } }));
    assert.equal((await setup.tour({ match: '4711' })).status, 201);
    const [request] = setup.asked;
    assert.ok(request);
    const { body, headers, url } = request;
    assert.equal(url.href, VERIFY.url);
    assert.deepEqual(JSON.parse(body), {
      type: 'claim.verify',
      timestamp: '2026-03-10T12:00:00.000Z',
      data: { action: 'tour', memberId: 'ann', fields: { match: '4711' } },
    });
    assert.equal(headers['webhook-signature'], signatureOf(headers, body));
    assert.deepEqual(await provedBy(setup), { proofs: [{ type: 'http', evidence: { match: 4711 } }] });
  });

  it('refuses, and says that it is not so yet', async () => {
    await using setup = asking(({ body }) =>
      reply(
        200,
        body.includes('4711')
          ? { notYet: 60, reason: 'The match is on.' }
          : { refuse: { en: 'Lost.', de: 'Verloren.' } },
      ),
    );
    const later = await setup.tour({ match: '4711' });
    assert.deepEqual([later.status, later.body['code'], later.body['reason']], [409, 'not-yet', 'The match is on.']);
    const lost = await setup.tour({ match: '1' }, 'ann', { 'accept-language': 'de' });
    assert.deepEqual([lost.status, lost.body['code'], lost.body['reason']], [403, 'not-proved', 'Verloren.']);
    assert.equal(setup.calls.length, 0);
  });

  const useless: [string, (request: TransportRequest) => TransportReply | Promise<TransportReply>][] = [
    ['a grant with 500', () => reply(500, { ok: true })],
    ['a grant with 201', () => reply(201, { ok: true })],
    ['a way to another address', () => reply(302, { ok: true }, { location: 'https://other.example/' })],
    ['a grant that was cut off', () => ({ ...reply(200, { ok: true }), complete: false })],
    ['what is no JSON', () => reply(200, '<html>ok</html>')],
    ['nothing', () => reply(200, '')],
    ['true', () => reply(200, true)],
    ['text that says so', () => reply(200, { ok: 'true' })],
    ['a list of grants', () => reply(200, [{ ok: true }])],
    ['a grant and a refusal', () => reply(200, { ok: true, refuse: 'no' })],
    ['status of a check', () => reply(200, { status: 'ok' })],
    [
      'no connection',
      () => {
        throw new TransportError('connect ECONNREFUSED', { written: false });
      },
    ],
  ];
  for (const [name, answer] of useless) {
    it(`grants nothing by ${name}`, async () => {
      await using setup = asking(answer);
      const { status, body } = await setup.tour();
      assert.deepEqual([status, body['code'], body['retryAfter']], [503, 'throttled', 15]);
      assert.equal(setup.calls.length, 0);
      assert.deepEqual(await setup.ledger.list({}), []);
      const errors = setup.logs.filter(({ level }) => level === 'error');
      assert.equal(errors.length, 1);
      assert.doesNotMatch(JSON.stringify(errors), /game\.example|whsec_|<html>/);
    });
  }

  it('grants nothing where it takes too long, and is not waited for', async () => {
    const { promise: aborted, resolve } = Promise.withResolvers<boolean>();
    await using setup = asking(
      ({ signal }) =>
        new Promise((_, reject) => {
          signal?.addEventListener('abort', () => {
            resolve(true);
            reject(new TransportError('cancelled', { written: true }));
          });
        }),
      0.01,
    );
    assert.equal((await setup.tour()).status, 503);
    assert.equal(await aborted, true);
    assert.equal(setup.calls.length, 0);
  });

  it('is told of two secrets’ signatures while one takes the place of the other', async () => {
    const next = `whsec_${Buffer.from('the next secret of that game!').toString('base64')}`;
    const seen: { body: string; headers: IncomingMessage['headers'] }[] = [];
    const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      seen.push({ body: await text(request), headers: request.headers });
      response.setHeader('content-type', 'application/json').end('{"ok":true}');
    };
    const server = createServer((request, response) => void answer(request, response));
    await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
    const { port } = server.address() as AddressInfo;
    try {
      const service = scriptedTransport(grant);
      const real = fetchTransport();
      const transport: Transport = (request) =>
        request.url.port === String(port) ? real(request) : service.transport(request);
      await using setup = proving(
        { type: 'http', url: `http://127.0.0.1:${port}/verify`, secret: [next, SECRET] },
        { transport },
      );
      assert.equal((await setup.tour()).status, 201);
      const [{ body, headers } = { body: '', headers: {} }] = seen;
      assert.deepEqual(String(headers['webhook-signature']).split(' '), [
        signatureOf(headers, body, next),
        signatureOf(headers, body, SECRET),
      ]);
    } finally {
      server.close();
    }
  });
});
