import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FailureForm } from '../../../src/emulator/api/failure-form.ts';
import { createEmulator, type Emulator, EmulatorError } from '../../../src/emulator/index.ts';
import { classify } from '../../../src/service/index.ts';
import { Envelope } from '../../../src/service/wire.ts';
import { assign, award, AWARD, call, harbour, KEY, MEMBER, memberNow, SERVER } from '../community.ts';

interface Case {
  name: string;
  status: number;
  code: number;
  prepare?: (emulator: Emulator) => void;
  request: () => Request;
}

const without = (name: string) => Object.fromEntries(Object.entries(AWARD).filter(([field]) => field !== name));
const CASES: Case[] = [
  { name: 'an unknown key', status: 401, code: 40102, request: () => award({}, { 'x-api-key': 'emu_nobodys-key' }) },
  { name: 'an empty key', status: 401, code: 40101, request: () => award({}, { 'x-api-key': '' }) },
  {
    name: 'a revoked key',
    status: 401,
    code: 40103,
    prepare: ({ state }) => state.revokeKey(SERVER),
    request: () => award(),
  },
  {
    name: 'a server without the bot',
    status: 403,
    code: 40301,
    prepare: ({ state }) => state.changeServer(SERVER, { botAdded: false }),
    request: () => award(),
  },
  {
    name: 'a server below the highest tier',
    status: 403,
    code: 40302,
    prepare: ({ state }) => state.changeServer(SERVER, { tier: 'lower' }),
    request: () => assign(),
  },
  { name: 'an unknown member', status: 404, code: 40401, request: () => award({ user_id: '42' }) },
  { name: 'an unknown member for a role', status: 404, code: 40401, request: () => assign({ user_id: '42' }) },
  { name: 'an unknown role', status: 404, code: 40402, request: () => assign({ role_id: 'constructor' }) },
  { name: 'no user_id', status: 400, code: 40001, request: () => call('/1/points/award', without('user_id')) },
  { name: 'no points', status: 400, code: 40001, request: () => call('/1/points/award', without('points')) },
  { name: 'an empty remark', status: 400, code: 40001, request: () => award({ remark: '' }) },
  { name: 'no role_id', status: 400, code: 40001, request: () => call('/1/role/assign', AWARD) },
  { name: 'points that are no number', status: 400, code: 40002, request: () => award({ points: 'ten' }) },
  { name: 'points with a fraction', status: 400, code: 40002, request: () => award({ points: '1.5' }) },
  { name: 'no points at all', status: 400, code: 40002, request: () => award({ points: '0' }) },
  { name: 'negative points', status: 400, code: 40002, request: () => award({ points: '-5' }) },
  { name: 'too many points', status: 400, code: 40002, request: () => award({ points: '1000001' }) },
  { name: 'points beyond any number', status: 400, code: 40002, request: () => award({ points: '9'.repeat(400) }) },
  { name: 'a body that is JSON', status: 415, code: 41500, request: () => award({}, { 'content-type': 'text/json' }) },
  { name: 'a body that is too large', status: 413, code: 41300, request: () => award({ remark: 'x'.repeat(70_000) }) },
  {
    name: 'another method',
    status: 405,
    code: 40500,
    request: () => new Request('http://emulator.test/1/points/award', { headers: { 'x-api-key': KEY } }),
  },
  { name: 'another path', status: 404, code: 40400, request: () => call('/1/points/take', AWARD) },
];

describe('a call that the service cannot grant', () => {
  for (const { name, status, code, prepare, request } of CASES) {
    it(`is refused for ${name}, and nothing changes`, async () => {
      const emulator = harbour();
      prepare?.(emulator);
      const before = emulator.state.servers();
      const response = await emulator.fetch(request());
      const envelope = Envelope.parse(await response.json());
      assert.equal(response.status, status);
      assert.equal(envelope.code, code);
      assert.notEqual(envelope.error, '');
      assert.deepEqual(emulator.state.servers(), before);
      assert.equal(emulator.calls.list().at(-1)?.executed, false);
    });
  }

  it('is refused without the header x-api-key', async () => {
    const request = award();
    request.headers.delete('x-api-key');
    assert.equal((await harbour().fetch(request)).status, 401);
  });

  it('names the parameters that are missing', async () => {
    const response = await harbour().fetch(call('/1/points/award', { points: '1' }));
    assert.match(await response.text(), /user_id, remark/);
  });
});

describe("the emulator's own assumptions", () => {
  it('can answer every failure with one status', async () => {
    const emulator = harbour({ assumptions: { statuses: 200 } });
    const response = await emulator.fetch(award({ user_id: '42' }));
    assert.equal(response.status, 200);
    assert.equal(Envelope.parse(await response.json()).code, 40401);
  });

  it('can answer a single failure with another status', async () => {
    const emulator = harbour({ assumptions: { statuses: { 'unknown-member': 422 } } });
    assert.equal((await emulator.fetch(award({ user_id: '42' }))).status, 422);
    assert.equal((await emulator.fetch(assign({ role_id: '42' }))).status, 404);
  });

  const MEANT = {
    envelope: 'refused',
    'code-alone': 'refused',
    nulls: 'refused',
    'text-code': 'refused',
    word: 'unknown',
    page: 'unknown',
  } as const;
  for (const [form, meant] of Object.entries(MEANT)) {
    it(`can write every failure as ${form}, which the client of the service reads as ${meant} where no status says more`, async () => {
      const emulator = harbour({ assumptions: { failureForm: FailureForm.parse(form), statuses: 200 } });
      const reply = await emulator.fetch(award({ user_id: '42' }));
      const { status, headers } = reply;
      const body = await reply.text();
      const shape = form === 'page' ? /^<!doctype html>/ : form === 'word' ? /"code":"FAILED"/ : /"code":"?40401\b/;
      assert.match(body, shape);
      const expected = { user_id: '42', points: 10, remark: 'Daily check-in' };
      const at = { refusedStatuses: new Set<number>(), rules: [], secret: KEY, now: 0, durationMs: 0 };
      assert.equal(classify({ status, headers, body, complete: true }, expected, at).kind, meant);
    });
  }

  it('can let an unknown member join with the first award or role', async () => {
    const emulator = harbour({ assumptions: { unknownMember: 'create' } });
    assert.equal((await emulator.fetch(award({ user_id: '820364519027364811' }))).status, 200);
    assert.deepEqual(memberNow(emulator, '820364519027364811'), {
      id: '820364519027364811',
      name: 'Member 4811',
      points: 10,
      roles: [],
    });
    assert.equal((await emulator.fetch(award({ user_id: 'not an id' }))).status, 404);
  });

  it('can allow other points', async () => {
    const emulator = harbour({ assumptions: { minimumPoints: -10, maximumPoints: 5 } });
    assert.equal((await emulator.fetch(award({ points: '-10' }))).status, 200);
    assert.equal((await emulator.fetch(award({ points: '5' }))).status, 200);
    assert.equal((await emulator.fetch(award({ points: '6' }))).status, 400);
    assert.equal(memberNow(emulator).points, 335);
  });

  it('are checked at the start, with an error that names the choice', () => {
    const isError = (error: unknown) => error instanceof EmulatorError && error.message.includes('maximumBodyBytes');
    assert.throws(() => harbour({ assumptions: { maximumBodyBytes: 0 } }), isError);
  });
});

describe('an API key', () => {
  it('works from its creation to its revocation, and a new one after that', async () => {
    const emulator = createEmulator();
    const first = emulator.state.createKey(SERVER).key;
    const use = async (key: string) => (await emulator.fetch(award({}, { 'x-api-key': key }))).status;
    assert.equal(await use(first), 200);
    emulator.state.revokeKey(SERVER);
    assert.equal(await use(first), 401);
    const second = emulator.state.createKey(SERVER).key;
    assert.notEqual(second, first);
    assert.equal(await use(second), 200);
    assert.equal(await use(first), 401);
  });

  it('must be revoked before another is created', () => {
    const emulator = harbour();
    assert.throws(
      () => emulator.state.createKey(SERVER),
      (error) => error instanceof EmulatorError && error.code === 'conflict' && /revoke it/.test(error.message),
    );
    assert.equal(memberNow(emulator, MEMBER).points, 340);
  });

  it('is unknown once its server is gone', async () => {
    const emulator = harbour();
    emulator.state.removeServer(SERVER);
    assert.equal(Envelope.parse(await (await emulator.fetch(award())).json()).code, 40102);
  });
});
