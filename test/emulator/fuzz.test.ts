import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConnectionReset, type FaultInput } from '../../src/emulator/index.ts';
import { Envelope } from '../../src/service/wire.ts';
import { isThorough } from '../support/thorough.ts';
import { harbour, KEY, MEMBER, memberNow, ROLE, SERVER } from './community.ts';

const RUNS = isThorough ? 2_000 : 600;
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('__proto__', 'constructor', '-0', '1e3', '', MEMBER),
);
const bytes = fc.uint8Array({ maxLength: 300 });
const fields = fc.dictionary(
  fc.oneof(fc.constantFrom('user_id', 'points', 'remark', 'role_id'), text),
  fc.oneof(text, fc.constantFrom(MEMBER, ROLE, '10')),
);
const body = fc.oneof(
  bytes,
  fields.map((record) => new TextEncoder().encode(String(new URLSearchParams(record)))),
);
const headers = fc.record({
  'x-api-key': fc.constantFrom(KEY, KEY, 'emu_of-nobody'),
  'content-type': fc.constantFrom('application/x-www-form-urlencoded', 'application/json', ';;='),
});
const servicePath = fc.constantFrom('/1/points/award', '/1/role/assign', '/1/points/award/', '/1', '/1/%E0%A4%A');
const controlPath = fc.constantFrom(
  '/emulator/servers',
  `/emulator/servers/${SERVER}`,
  `/emulator/servers/${SERVER}/members`,
  `/emulator/servers/${SERVER}/members/${MEMBER}`,
  `/emulator/servers/${SERVER}/roles`,
  `/emulator/servers/${SERVER}/key`,
  '/emulator/servers/%E0%A4%A/members/__proto__',
  '/emulator/faults',
  '/emulator/snapshot',
  '/emulator/state',
  '/emulator/calls',
  '/emulator/rewards',
  '/emulator/calls/1/replay',
  '/emulator/reset',
  '/emulator/none',
);
const method = fc.constantFrom('POST', 'POST', 'PUT', 'PATCH', 'DELETE');

const request = (
  path: string,
  verb: string,
  init: { headers?: Record<string, string>; body?: Uint8Array<ArrayBuffer> },
) => new Request(`http://emulator.test${path}`, { method: verb, ...init });

describe('whatever is sent', () => {
  it('to the service API, the answer is an envelope, never a 5xx, and code 0 only for what was executed', async () => {
    const emulator = harbour();
    await fc.assert(
      fc.asyncProperty(servicePath, method, headers, body, async (path, verb, sent, bytesSent) => {
        const before = JSON.stringify(emulator.state.servers());
        const init = { headers: sent, body: new Uint8Array(bytesSent) };
        const response = await emulator.fetch(request(path, verb, init));
        const { code, error } = Envelope.parse(await response.json());
        assert.ok(response.status < 500);
        assert.deepEqual([code === 0, error === ''], [response.status === 200, response.status === 200]);
        assert.equal(emulator.calls.list().at(-1)?.executed, code === 0);
        if (code !== 0) assert.equal(JSON.stringify(emulator.state.servers()), before);
      }),
      { numRuns: RUNS },
    );
  });

  it('to the control API, the answer is no 5xx', async () => {
    const emulator = harbour();
    const json = fc.oneof(
      fc.json(),
      fc
        .record({ name: text, id: text, points: fc.maxSafeInteger(), roles: fc.array(text) }, { requiredKeys: [] })
        .map((value) => JSON.stringify(value)),
      fc.record({ faults: fc.jsonValue() }).map((value) => JSON.stringify(value)),
      fc.record({ servers: fc.jsonValue() }).map((value) => JSON.stringify(value)),
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(controlPath, method, json, async (path, verb, sent) => {
        const response = await emulator.fetch(request(path, verb, { body: new TextEncoder().encode(sent) }));
        await response.text();
        assert.ok(response.status < 500, `${verb} ${path}: ${response.status}`);
      }),
      { numRuns: RUNS },
    );
  });

  it('under a fault, nothing but ConnectionReset is thrown', async () => {
    const fault: fc.Arbitrary<FaultInput> = fc.oneof(
      fc.record({
        kind: fc.constant('status' as const),
        status: fc.integer({ min: 300, max: 599 }),
        executed: fc.boolean(),
      }),
      fc.record({ kind: fc.constantFrom('html', 'cut-json', 'empty', 'invalid-utf8'), executed: fc.boolean() }),
      fc.record({ kind: fc.constant('huge' as const), bytes: fc.integer({ min: 1, max: 5_000 }) }),
      fc.record({ kind: fc.constant('reset' as const), at: fc.constant('no-reply' as const), executed: fc.boolean() }),
      fc.record({ kind: fc.constant('wrong-echo' as const), field: fc.constantFrom('user_id', 'grant', 'remark') }),
      fc.record({
        kind: fc.constantFrom('code', 'two-codes'),
        code: fc.integer().filter((code) => code !== 0),
      }),
      fc.record({
        kind: fc.constant('code' as const),
        form: fc.constantFrom('code-alone', 'nulls', 'text-code', 'word', 'page'),
      }),
      fc.record({ kind: fc.constant('odd-success' as const), executed: fc.boolean() }),
    );
    await fc.assert(
      fc.asyncProperty(fault, servicePath, headers, body, async (struck, path, sent, bytesSent) => {
        const emulator = harbour({ faults: [struck] });
        try {
          const response = await emulator.fetch(
            request(path, 'POST', { headers: sent, body: new Uint8Array(bytesSent) }),
          );
          await response.arrayBuffer();
        } catch (error) {
          assert.ok(error instanceof ConnectionReset);
        }
      }),
      { numRuns: RUNS },
    );
  });
});

describe('an award of any number to any member', () => {
  it('is echoed as it was sent, and the total is exact', async () => {
    const emulator = harbour();
    const remark = fc.string({ unit: 'grapheme', minLength: 1 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1_000_000 }), remark, async (points, reason) => {
        const before = memberNow(emulator).points;
        const form = { user_id: MEMBER, points: String(points), remark: reason };
        const init = { 'x-api-key': KEY, 'content-type': 'application/x-www-form-urlencoded' };
        const encoded = new TextEncoder().encode(String(new URLSearchParams(form)));
        const response = await emulator.fetch(request('/1/points/award', 'POST', { headers: init, body: encoded }));
        assert.deepEqual(Envelope.parse(await response.json()).data, { user_id: MEMBER, points, remark: reason });
        assert.equal(memberNow(emulator).points, before + points);
      }),
      { numRuns: 500 },
    );
  });
});
