import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { type Circumstances, classify, TransportError, type TransportReply } from '../../src/service/index.ts';

const award = { user_id: '42', points: 10, remark: 'Daily' };
const role = { user_id: '42', role_id: '7', remark: 'Daily' };
const at: Circumstances = { refusedStatuses: new Set(), rules: [], secret: 'sesame', now: 0, durationMs: 5 };

function replied(status: number, body: unknown, more: Partial<TransportReply> = {}): TransportReply {
  return { status, headers: new Headers(), body: JSON.stringify(body), complete: true, ...more };
}

/** As `ReplyBody` gives it: without a byte order mark. */
const decoded = (body: string): string => new TextDecoder().decode(new TextEncoder().encode(body));
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

  it('reads a reply alike however it is spaced, with whatever is odd in it', () => {
    const number = fc.constantFrom(
      '0',
      '-0',
      '0.0',
      '7',
      '10',
      '10.0',
      '1e1',
      '10.00000000000000000001',
      '"10"',
      'null',
    );
    const text = fc.constantFrom('"42"', '42', '"Daily"', '"\\u0044aily"', '""', 'null', '"7"');
    const fields = (...named: [string, fc.Arbitrary<string>][]) =>
      fc
        .shuffledSubarray([...named, ...named], { minLength: 0 })
        .chain((some) => fc.tuple(...some.map(([name, value]) => value.map((json) => `"${name}":${json}`))))
        .map((members) => `{${members.join(',')}}`);
    const data = fc.oneof(
      fc.constant(JSON.stringify(award)),
      fields(['user_id', text], ['points', number], ['remark', text]),
    );
    const reply = fc.oneof(
      fields(['code', number], ['error', text], ['data', data], ['ts', number]),
      fc.tuple(number, data, data).map(([code, one, other]) => `{"code":${code},"data":${one},"data":${other}}`),
      data.map((echo) => `{"code":0,"error":"","data":${echo},"ts":1}`),
    );
    fc.assert(
      fc.property(reply, (body) => {
        const [usual, spaced] = [body, ` ${body}`].map((said) =>
          classify(replied(200, null, { body: said }), award, at),
        );
        const { reply: _one, ...evidence } = usual?.evidence ?? { durationMs: 0 };
        const { reply: _other, ...same } = spaced?.evidence ?? { durationMs: 0 };
        assert.deepEqual({ ...usual, evidence }, { ...spaced, evidence: same }, body);
      }),
      { numRuns: 3_000 },
    );
  });

  it('reads what is nested however deep', () => {
    const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
    const body = `{"code":0,"error":"","data":${JSON.stringify(award)},"ts":1,"more":${deep}}`;
    assert.equal(classify(replied(200, null, { body }), award, at).kind, 'granted');
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

  it('refuses by a code that is a whole number other than 0, or text of one, whatever else is missing or odd', () => {
    const sloppy = [
      '{"code":1001}',
      '{"code":1001,"error":null}',
      '{"code":1001,"error":{"message":"no"},"data":[],"ts":"2026-03-10T12:00:00Z"}',
      '{"code":1001,"error":"","data":null,"ts":null}',
      '{"code":"1001","message":"no such user"}',
      '{"code":" -5 "}',
      '{"code":1e0}',
      '{"code":100.0E-1}',
      '{"code":12345678901234567890}',
      '\uFEFF \r\n\t{ "code" : 1 } \r\n',
      '{"code":7,"code":7.0,"code":"7"}',
      '{"\\u0063ode":1001}',
      `{"code":1001,"data":${JSON.stringify(award)}}`,
    ];
    for (const body of sloppy) {
      for (const status of [200, 201, 302, 402, 404, 409, 418, 451]) {
        assert.equal(classify(replied(status, '', { body: decoded(body) }), award, at).kind, 'refused', body);
      }
      assert.equal(classify(replied(500, '', { body: decoded(body) }), award, at).kind, 'unknown', body);
    }
  });

  it('takes no other code for a no, and no other zero for a yes', () => {
    const data = JSON.stringify(award);
    const odd = ['"0"', '""', '"E7"', '"1e3"', '"0x10"', '"٣"', '7.5', '1e-400', 'true', 'null', '[7]', '{"code":7}'];
    for (const code of odd) {
      const body = `{"code":${code},"error":"","data":${data},"ts":1}`;
      assert.equal(classify(replied(200, '', { body }), award, at).kind, 'unknown', body);
      assert.equal(classify(replied(404, '', { body }), award, at).kind, 'refused', body);
    }
    for (const body of ['[{"code":7}]', '{"error":{"code":7}}', '{"Code":7}', '7', '"code"', '{"code":7}{"code":7}']) {
      assert.equal(classify(replied(200, '', { body }), award, at).kind, 'unknown', body);
    }
    for (const code of ['0', '-0', '0.0', '0e5']) {
      assert.equal(classify(replied(200, '', { body: `{"code":${code},"data":${data}}` }), award, at).kind, 'granted');
    }
  });

  it('does not let error and ts decide on a success', () => {
    for (const more of [{ error: null }, { error: 'but no' }, {}, { error: [], ts: '1' }, { error: '', ts: null }]) {
      assert.equal(classify(replied(200, { code: 0, data: award, ...more }), award, at).kind, 'granted');
    }
  });

  it('believes no reply that contradicts itself', () => {
    const data = JSON.stringify(award);
    const other = JSON.stringify({ ...award, user_id: '43' });
    const contradictions = [
      `{"code":1001,"code":0,"error":"","data":${data}}`,
      `{"code":0,"error":"","data":${data},"code":1001}`,
      '{"code":1001,"code":1002}',
      '{"code":1001,"\\u0063ode":null}',
      `{"code":0,"code":"0","data":${data}}`,
      `{"code":0,"data":${other},"data":${data}}`,
      `{"code":0,"data":${data},"data":null}`,
      '{"code":0,"data":{"user_id":"43","user_id":"42","points":10,"remark":"Daily"}}',
      '{"code":0,"data":{"user_id":"42","points":11,"points":10,"remark":"Daily"}}',
    ];
    for (const body of contradictions) {
      assert.equal(classify(replied(200, '', { body }), award, at).kind, 'unknown', body);
      assert.equal(classify(replied(404, '', { body }), award, at).kind, 'refused', body);
    }
    const twice = `{"code":0,"code":-0,"data":${data},"data":${data}}`;
    assert.equal(classify(replied(200, '', { body: twice }), award, at).kind, 'granted');
  });

  it('compares numbers as they were written, not as they are rounded', () => {
    const large = { ...award, points: 9007199254740991 };
    const echo = (points: string) => `{"code":0,"data":{"user_id":"42","points":${points},"remark":"Daily"}}`;
    const kind = (points: string) => classify(replied(200, '', { body: echo(points) }), large, at).kind;
    assert.equal(kind('9007199254740991.00'), 'granted');
    assert.equal(kind('9007199254740991.4'), 'unknown');
    assert.equal(kind('9007199254740990.9999999999'), 'unknown');
  });

  it('says in the evidence what was wrong', () => {
    assert.equal(failure(replied(200, { code: 7, error: 'x' })), 'HTTP 200: the service answered with code 7');
    assert.equal(failure(replied(200, success(role))), 'HTTP 200: the echo differs in points');
    assert.equal(failure(replied(200, success(null))), 'HTTP 200: the echo differs in user_id, points, remark');
    assert.equal(failure(replied(502, '', { body: '<p>' })), 'HTTP 502: the reply is not JSON');
    assert.equal(failure(replied(404, {})), 'HTTP 404: the reply has no code');
    assert.equal(failure(replied(404, [])), 'HTTP 404: the reply is no JSON object');
    assert.equal(failure(replied(200, { code: 'E7' })), 'HTTP 200: the code is no whole number');
    const twice = replied(200, '', { body: '{"code":1,"code":0}' });
    assert.equal(failure(twice), 'HTTP 200: the reply contradicts itself: it has two codes');
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

  it('keeps a code that is text, and how a reply begins that does not explain itself', () => {
    const evidence = (body: string, status = 200) => classify(replied(status, '', { body }), award, at).evidence;
    assert.deepEqual(evidence('{"code":"E7","error":"no"}'), {
      status: 200,
      code: 'E7',
      error: 'no',
      failure: 'HTTP 200: the code is no whole number',
      durationMs: 5,
    });
    assert.equal(evidence('{"code":12345678901234567890,"error":"no"}').code, '12345678901234567890');
    assert.equal(evidence('{"code":"sesame","error":"no"}').code, '[api key]');
    assert.equal(evidence('{"error":"no"}').reply, '{"error":"no"}');
    assert.equal(evidence('{"code":1001}').reply, '{"code":1001}');
    assert.equal(evidence('{"code":1001,"error":""}').reply, '{"code":1001,"error":""}');
    assert.equal(evidence('<p>sesame</p>\n', 502).reply, '<p>[api key]</p>\uFFFD');
    assert.equal(evidence('x'.repeat(301)).reply, `${'x'.repeat(299)}…`);
    assert.equal(evidence('').reply, undefined);
    const cut = classify(replied(200, '', { body: '<p>ses', complete: false }), award, at);
    assert.equal(cut.evidence.reply, undefined);
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
    const json = fc.oneof(fc.json(), fc.string(), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 599 }), json, fc.boolean(), (status, body, complete) => {
        const { kind } = classify({ ...replied(status, ''), body, complete }, award, at);
        assert.ok(kind === 'refused' || kind === 'unknown', body);
      }),
      { numRuns: 5_000 },
    );
  });
});
