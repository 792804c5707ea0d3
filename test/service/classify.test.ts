import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { type Circumstances, classify, TransportError, type TransportReply } from '../../src/service/index.ts';

const award = { user_id: '42', points: 10, remark: 'Daily' };
const role = { user_id: '42', role_id: '7', remark: 'Daily' };
const at: Circumstances = { refusedStatuses: new Set(), secret: 'sesame', now: 0, durationMs: 5 };

function replied(status: number, body: unknown, more: Partial<TransportReply> = {}): TransportReply {
  return { status, headers: new Headers(), body: JSON.stringify(body), complete: true, ...more };
}

const lost = (written: boolean): unknown => classify(new TransportError('gone', { written }), award, at);
const failure = (reply: TransportReply): string | undefined => classify(reply, award, at).evidence.failure;
const success = (data: unknown = award): unknown => ({ code: 0, error: '', data, ts: 1 });

/** The table of design section 5 as a list of rows, read from top to bottom. */
function table(status: number, code: number | null, echoed: boolean): string {
  const rows: [boolean, string][] = [
    [code === 0 && echoed, 'granted'],
    [code !== null && code !== 0 && !(status >= 500 && status <= 599), 'refused'],
    [[400, 401, 403, 404, 413, 422, 429].includes(status), 'refused'],
  ];
  return rows.find(([applies]) => applies)?.[1] ?? 'unknown';
}

describe('classify', () => {
  it('grants an award and a role that were echoed exactly, and returns the echo', () => {
    const evidence = { status: 200, code: 0, error: '', ts: 1, durationMs: 5 };
    assert.deepEqual(classify(replied(200, success()), award, at), { kind: 'granted', echo: award, evidence });
    assert.deepEqual(classify(replied(200, success(role)), role, at), { kind: 'granted', echo: role, evidence });
  });

  it('follows the table for every status, code and echo', () => {
    for (let status = 200; status <= 599; status += 1) {
      for (const code of [null, -1, 0, 1, 40_001]) {
        for (const echoed of [true, false]) {
          const body = code === null ? { data: award } : { code, error: '', data: echoed ? award : role, ts: 1 };
          const { kind } = classify(replied(status, body), award, at);
          assert.equal(kind, table(status, code, echoed), `${status}, code ${code}, ${echoed ? '' : 'not '}echoed`);
        }
      }
    }
  });

  it('refuses only the listed statuses when the body is cut', () => {
    for (let status = 200; status <= 599; status += 1) {
      const { kind } = classify(replied(status, success(), { complete: false }), award, at);
      assert.equal(kind, table(status, null, false), String(status));
    }
  });

  it('releases what was never written, and only that', () => {
    assert.deepEqual(lost(false), { kind: 'released', evidence: { failure: 'gone', durationMs: 5 } });
    assert.deepEqual(lost(true), { kind: 'unknown', evidence: { failure: 'gone', durationMs: 5 } });
  });

  it('refuses the statuses that the owner added, whatever the body', () => {
    const owner = { ...at, refusedStatuses: new Set([402, 503]) };
    for (const body of ['', success(role), { code: 3, error: 'x' }]) {
      assert.equal(classify(replied(402, body), award, owner).kind, 'refused');
      assert.equal(classify(replied(503, body), award, owner).kind, 'refused');
      assert.equal(classify(replied(502, body), award, owner).kind, 'unknown');
    }
    assert.equal(classify(replied(503, success()), award, owner).kind, 'granted');
  });

  it('does not grant unless every echoed field has the value and the type that was sent', () => {
    const nearly = [
      ...Object.keys(award).map((name) => ({ ...award, [name]: undefined })),
      { ...award, user_id: 42 },
      { ...award, points: '10' },
      { ...award, points: 10.5 },
      { ...award, remark: 'daily' },
      { ...award, remark: 'Daily ' },
      { ...award, remark: null },
      [award],
      'Daily',
      42,
      null,
    ];
    for (const data of nearly) {
      assert.equal(classify(replied(200, success(data)), award, at).kind, 'unknown', JSON.stringify(data));
    }
    assert.equal(classify(replied(200, success({ ...award, extra: 1 })), award, at).kind, 'granted');
  });

  it('does not take an envelope for whole whose fields have other types', () => {
    const odd = [
      { code: '0', error: '', data: award },
      { code: 0.5, error: '', data: award },
      { code: 0, error: null, data: award },
      { code: 0, data: award },
      { error: '', data: award },
      { code: 0, error: '', data: award, ts: '1' },
      [{ code: 0, error: '', data: award }],
      { code: true, error: 'x' },
      { code: '7', error: 'x' },
      { code: 7 },
    ];
    for (const body of odd) assert.equal(classify(replied(200, body), award, at).kind, 'unknown', JSON.stringify(body));
  });

  it('says in the evidence what was wrong', () => {
    assert.equal(failure(replied(200, { code: 7, error: 'x' })), 'HTTP 200: the service answered with code 7');
    assert.equal(failure(replied(200, { code: 0, error: 'x' })), 'HTTP 200: code 0 came with an error text');
    assert.equal(failure(replied(200, success(role))), 'HTTP 200: the echo differs in points');
    assert.equal(failure(replied(200, success(null))), 'HTTP 200: the echo differs in user_id, points, remark');
    assert.equal(failure(replied(502, '', { body: '<p>' })), 'HTTP 502: the reply is not JSON');
    assert.equal(failure(replied(404, {})), 'HTTP 404: the reply is not an envelope of the service');
    assert.equal(failure(replied(200, '', { complete: false })), 'HTTP 200: the reply ended early');
    assert.equal(failure(replied(200, '', { complete: false, failure: 'cut' })), 'HTTP 200: cut');
  });

  it('keeps code, error and ts of a refusal, and when to come back', () => {
    const reply = replied(
      429,
      { code: 9, error: 'slow down', ts: 3 },
      { headers: new Headers({ 'retry-after': '8' }) },
    );
    assert.deepEqual(classify(reply, award, at).evidence, {
      status: 429,
      code: 9,
      error: 'slow down',
      ts: 3,
      retryAfter: 8,
      failure: 'HTTP 429: the service answered with code 9',
      durationMs: 5,
    });
  });

  it('leaves out of the evidence what the reply did not say', () => {
    assert.deepEqual(classify(replied(200, { code: 9, error: 'no' }), award, at).evidence, {
      status: 200,
      code: 9,
      error: 'no',
      failure: 'HTTP 200: the service answered with code 9',
      durationMs: 5,
    });
  });

  it('keeps the secret, control characters and long texts out of the evidence', () => {
    const said = (error: string): string | undefined =>
      classify(replied(200, { code: 1, error }), award, at).evidence.error;
    assert.equal(
      said('open sesame\r\nok\u0000\u2028\u202E\uD800'),
      'open [api key]\uFFFD\uFFFDok\uFFFD\uFFFD\uFFFD\uFFFD',
    );
    assert.equal(said('x'.repeat(300)), 'x'.repeat(300));
    assert.equal(said('x'.repeat(301)), `${'x'.repeat(299)}…`);
    assert.equal(said(`${'x'.repeat(297)}sesame`), `${'x'.repeat(297)}[a…`);
    assert.equal(said('👍 für alle'), '👍 für alle');
    const error = new TransportError('sesame\n', { written: true });
    assert.equal(classify(error, award, at).evidence.failure, '[api key]\uFFFD');
    const cut = replied(200, '', { complete: false, failure: 'sesame\n' });
    assert.equal(classify(cut, award, at).evidence.failure, 'HTTP 200: [api key]\uFFFD');
  });

  it('never throws and never grants what it was not asked for, for any reply', () => {
    const json = fc.oneof(
      fc.json(),
      fc.string(),
      fc
        .record({ code: fc.integer(), error: fc.string(), data: fc.constantFrom(award, role, null), ts: fc.float() })
        .map((body) => JSON.stringify(body)),
    );
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 599 }), json, fc.boolean(), (status, body, complete) => {
        const { kind } = classify({ ...replied(status, ''), body, complete }, award, at);
        const echoed = /"code":-?0,"error":"","data":\{"user_id":"42","points":10,"remark":"Daily"\}/.test(body);
        assert.ok(kind !== 'granted' || (complete && echoed), body);
        assert.notEqual(kind, 'released');
      }),
      { numRuns: 5_000 },
    );
  });
});
