import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { ConnectionReset, type Emulator, EmulatorError, type FaultInput } from '../../../src/emulator/index.ts';
import { ASSIGNMENT, assign, award, AWARD, call, harbour, memberNow, ROLE } from '../community.ts';

/** What came of a call: the reply, or that the connection broke before or within it. */
async function outcome(emulator: Emulator, request: Request) {
  let response: Response;
  try {
    response = await emulator.fetch(request);
  } catch (error) {
    assert.ok(error instanceof ConnectionReset);
    return { status: null, headers: new Headers(), bytes: new Uint8Array(), whole: false };
  }
  const { status, headers } = response;
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of response.body ?? []) chunks.push(chunk);
  } catch (error) {
    assert.ok(error instanceof ConnectionReset);
    return { status, headers, bytes: Buffer.concat(chunks), whole: false };
  }
  return { status, headers, bytes: Buffer.concat(chunks), whole: true };
}

type Outcome = Awaited<ReturnType<typeof outcome>>;
const json = ({ bytes }: Outcome) => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
const isCut = ({ bytes, headers }: Outcome) => bytes.length < Number(headers.get('content-length'));

interface Case {
  fault: FaultInput;
  executed: boolean;
  seen: (outcome: Outcome) => void;
}

const CASES: Case[] = [
  { fault: { kind: 'delay', ms: 1 }, executed: true, seen: (seen) => assert.equal(json(seen).code, 0) },
  {
    fault: { kind: 'delay', ms: 1, executed: false },
    executed: true,
    seen: (seen) => assert.equal(json(seen).code, 0),
  },
  {
    fault: { kind: 'reset', at: 'no-reply', executed: false },
    executed: false,
    seen: ({ status }) => assert.equal(status, null),
  },
  {
    fault: { kind: 'reset', at: 'no-reply', executed: true },
    executed: true,
    seen: ({ status }) => assert.equal(status, null),
  },
  {
    fault: { kind: 'reset', at: 'headers', executed: true },
    executed: true,
    seen: (seen) => assert.ok(seen.status === 200 && !seen.whole && seen.bytes.length === 0),
  },
  {
    fault: { kind: 'reset', at: 'body', executed: true },
    executed: true,
    seen: (seen) => assert.ok(seen.status === 200 && !seen.whole && seen.bytes.length > 0 && isCut(seen)),
  },
  {
    fault: { kind: 'status', status: 307 },
    executed: false,
    seen: ({ status, headers }) => assert.deepEqual([status, headers.get('location')?.startsWith('/1/')], [307, true]),
  },
  {
    fault: { kind: 'status', status: 302, location: 'https://elsewhere.example/', body: 'none' },
    executed: false,
    seen: ({ headers, bytes }) =>
      assert.deepEqual([headers.get('location'), bytes.length], ['https://elsewhere.example/', 0]),
  },
  { fault: { kind: 'status', status: 304 }, executed: false, seen: ({ status }) => assert.equal(status, 304) },
  {
    fault: { kind: 'status', status: 429, retryAfter: '30' },
    executed: false,
    seen: ({ status, headers }) => assert.deepEqual([status, headers.get('retry-after')], [429, '30']),
  },
  {
    fault: { kind: 'status', status: 429 },
    executed: false,
    seen: ({ status, headers }) => assert.deepEqual([status, headers.get('retry-after')], [429, null]),
  },
  {
    fault: { kind: 'status', status: 500, executed: true },
    executed: true,
    seen: (seen) => assert.deepEqual([seen.status, json(seen).code], [500, 50_000]),
  },
  {
    fault: { kind: 'status', status: 502, body: 'html', executed: true },
    executed: true,
    seen: ({ status, headers }) =>
      assert.deepEqual([status, headers.get('content-type')?.slice(0, 9)], [502, 'text/html']),
  },
  {
    fault: { kind: 'html' },
    executed: true,
    seen: ({ status, bytes }) => assert.ok(status === 200 && bytes.toString().startsWith('<!doctype html>')),
  },
  {
    fault: { kind: 'cut-json' },
    executed: true,
    seen: (seen) => {
      assert.deepEqual([seen.status, seen.whole], [200, true]);
      assert.throws(() => json(seen), SyntaxError);
    },
  },
  {
    fault: { kind: 'code' },
    executed: false,
    seen: (seen) => assert.deepEqual([seen.status, json(seen).code], [200, 50_000]),
  },
  {
    fault: { kind: 'code', code: -1, error: 'No', executed: true },
    executed: true,
    seen: (seen) => assert.deepEqual([json(seen).code, json(seen).error], [-1, 'No']),
  },
  ...(['code-alone', 'nulls', 'text-code', 'word'] as const).map((form): Case => ({
    fault: { kind: 'code', form },
    executed: false,
    seen: (seen) => {
      const { status } = seen;
      const { code, data = null, ts = null } = json(seen);
      const codes = { 'code-alone': 50_000, nulls: 50_000, 'text-code': '50000', word: 'FAILED' };
      assert.deepEqual([status, code, data, typeof ts === 'number'], [200, codes[form], null, false]);
    },
  })),
  {
    fault: { kind: 'code', form: 'page' },
    executed: false,
    seen: ({ status, bytes }) => assert.ok(status === 200 && bytes.toString().startsWith('<!doctype html>')),
  },
  {
    fault: { kind: 'odd-success' },
    executed: true,
    seen: (seen) => assert.deepEqual([json(seen).code, json(seen).error, typeof json(seen).ts], [0, null, 'string']),
  },
  {
    fault: { kind: 'two-codes' },
    executed: true,
    seen: (seen) => assert.deepEqual(String(seen.bytes).match(/"code":\d+/g), ['"code":50000', '"code":0']),
  },
  {
    fault: { kind: 'wrong-echo', field: 'user_id' },
    executed: true,
    seen: (seen) => assert.deepEqual([json(seen).code, json(seen).data.user_id], [0, '284915730264819770']),
  },
  {
    fault: { kind: 'wrong-echo', field: 'remark' },
    executed: true,
    seen: (seen) => assert.match(json(seen).data.remark, / \(changed\)$/),
  },
  {
    fault: { kind: 'wrong-echo', field: 'grant' },
    executed: true,
    seen: (seen) => {
      const { points, role_id: roleId } = json(seen).data;
      assert.deepEqual(points === undefined ? roleId : points, points === undefined ? '1172403582910473650' : 11);
    },
  },
  {
    fault: { kind: 'empty' },
    executed: true,
    seen: ({ status, bytes, whole }) => assert.deepEqual([status, bytes.length, whole], [200, 0, true]),
  },
  {
    fault: { kind: 'huge' },
    executed: true,
    seen: (seen) => assert.deepEqual([json(seen).code, seen.bytes.length], [0, 1024 * 1024]),
  },
  {
    fault: { kind: 'invalid-utf8' },
    executed: true,
    seen: (seen) => {
      assert.throws(() => json(seen), TypeError);
      assert.match(JSON.parse(String(seen.bytes)).data.remark, /\uFFFD$/);
    },
  },
];

describe('a fault', () => {
  for (const { fault, executed, seen } of CASES) {
    for (const endpoint of ['award', 'assign'] as const) {
      it(`${JSON.stringify(fault)} strikes ${endpoint} once and is ${executed ? '' : 'not '}executed`, async () => {
        const request = endpoint === 'award' ? award : assign;
        const emulator = harbour({ faults: [fault] });
        seen(await outcome(emulator, request()));
        assert.equal(memberNow(emulator).points, endpoint === 'award' && executed ? 350 : 340);
        assert.equal(memberNow(emulator).roles.includes(ROLE), endpoint === 'assign' && executed);
        const entry = emulator.calls.list()[0];
        assert.deepEqual([entry?.executed, entry?.fault?.kind, entry?.fault?.times], [executed, fault.kind, 1]);

        assert.deepEqual(emulator.faults.list(), []);
        assert.equal(json(await outcome(emulator, request())).code, 0);
      });
    }
  }

  it('lets a call hang until the client leaves, executed or not as it says', async () => {
    for (const executed of [true, false]) {
      const emulator = harbour({ faults: [{ kind: 'hang', executed }] });
      const client = new AbortController();
      const struck = new Promise<void>((resolve) => {
        emulator.subscribe(({ type }) => type === 'state' && resolve());
      });
      const reply = outcome(emulator, call('/1/points/award', AWARD, {}, client.signal));
      await struck;
      client.abort();
      assert.equal((await reply).status, null);
      assert.equal(memberNow(emulator).points, executed ? 350 : 340);
      assert.equal(emulator.calls.list()[0]?.status, null);
    }
  });

  it('puts off a call that is not executed when the client leaves meanwhile', async () => {
    const emulator = harbour({ faults: [{ kind: 'delay', ms: 600_000, executed: false }] });
    const client = new AbortController();
    const struck = new Promise<void>((resolve) => {
      emulator.subscribe(({ type }) => type === 'state' && resolve());
    });
    const reply = outcome(emulator, call('/1/role/assign', ASSIGNMENT, {}, client.signal));
    await struck;
    client.abort();
    assert.equal((await reply).status, null);
    assert.deepEqual([memberNow(emulator).roles.includes(ROLE), emulator.calls.list()[0]?.executed], [false, false]);
  });

  it('keeps no call waiting whose client has left already', async () => {
    for (const fault of [{ kind: 'hang' }, { kind: 'delay', ms: 600_000 }] satisfies FaultInput[]) {
      const emulator = harbour({ faults: [fault] });
      const reply = await outcome(emulator, call('/1/points/award', AWARD, {}, AbortSignal.abort()));
      assert.equal(reply.status, null);
    }
  });

  for (const [executed, begun] of [
    [true, 'award'],
    [false, 'state'],
  ] as const) {
    it(`delays the reply by as many milliseconds as it says, ${executed ? 'after' : 'before'} the award`, async (context) => {
      mock.timers.enable({ apis: ['setTimeout'] });
      context.after(() => mock.timers.reset());
      const emulator = harbour({ faults: [{ kind: 'delay', ms: 5_000, executed }] });
      let status: number | null = null;
      const delayed = new Promise<void>((resolve) => {
        emulator.subscribe(({ type }) => type === begun && resolve());
      });
      void emulator.fetch(award()).then((response) => (status = response.status));
      await delayed;
      const pass = async (ms: number) => {
        mock.timers.tick(ms);
        await new Promise((resolve) => setImmediate(resolve));
      };
      await pass(0);
      await pass(4_999);
      assert.equal(status, null);
      await pass(1);
      assert.equal(status, 200);
    });
  }

  it('strikes as many calls as it says', async () => {
    const emulator = harbour({ faults: [{ kind: 'html', times: 3 }] });
    const statuses = [];
    for (let index = 0; index < 4; index += 1) {
      statuses.push((await emulator.fetch(award())).headers.get('content-type')?.split(';')[0]);
    }
    assert.deepEqual(statuses, ['text/html', 'text/html', 'text/html', 'application/json']);
  });

  it('strikes every call until it is cleared', async () => {
    const emulator = harbour({ faults: [{ kind: 'status', status: 503, times: null }] });
    for (let index = 0; index < 5; index += 1) assert.equal((await emulator.fetch(award())).status, 503);
    emulator.faults.clear();
    assert.equal((await emulator.fetch(award())).status, 200);
  });

  it('strikes only the endpoint it is for', async () => {
    const emulator = harbour({ faults: [{ kind: 'status', status: 500, endpoint: 'assign' }] });
    assert.equal((await emulator.fetch(award())).status, 200);
    assert.equal((await emulator.fetch(assign())).status, 500);
  });

  it('waits for its turn behind the others', async () => {
    const emulator = harbour({ faults: [{ kind: 'status', status: 500 }] });
    emulator.faults.add({ kind: 'status', status: 501 });
    assert.equal((await emulator.fetch(award())).status, 500);
    assert.equal((await emulator.fetch(award())).status, 501);
  });

  it('executes nothing that the service would refuse', async () => {
    const emulator = harbour({ faults: [{ kind: 'status', status: 500, executed: true }] });
    emulator.state.revokeKey('1172394850617283945');
    assert.equal((await emulator.fetch(award())).status, 500);
    assert.deepEqual([memberNow(emulator).points, emulator.calls.list()[0]?.executed], [340, false]);
  });

  it('leaves the reply to a refused call alone where there is no echo to distort', async () => {
    for (const fault of [{ kind: 'wrong-echo', field: 'grant' }, { kind: 'invalid-utf8' }] satisfies FaultInput[]) {
      const reply = await outcome(harbour({ faults: [fault] }), award({ user_id: '42' }));
      assert.deepEqual([reply.status, json(reply).code], [404, 40401]);
    }
  });

  const WRONG: [unknown, RegExp][] = [
    [{ kind: 'earthquake' }, /kind/],
    [{ kind: 'delay' }, /ms/],
    [{ kind: 'delay', ms: -1 }, /ms/],
    [{ kind: 'status', status: 200 }, /status/],
    [{ kind: 'status', status: 429, retryAfter: 'a\r\nb' }, /retryAfter/],
    [{ kind: 'code', code: 0 }, /code/],
    [{ kind: 'two-codes', code: 0 }, /code/],
    [{ kind: 'code', form: 'poem' }, /form/],
    [{ kind: 'html', times: 0 }, /times/],
    [{ kind: 'html', sometimes: true }, /sometimes/],
  ];
  for (const [fault, message] of WRONG) {
    it(`is not accepted as ${JSON.stringify(fault)}, with an error that names ${String(message)}`, () => {
      const emulator = harbour({ faults: [{ kind: 'html' }] });
      assert.throws(
        () => emulator.faults.add(fault as FaultInput),
        (error) => error instanceof EmulatorError && message.test(error.message),
      );
      assert.equal(emulator.faults.list().length, 1);
    });
  }
});
