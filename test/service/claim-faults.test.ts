import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { ClaimState, GrantState, Ledger } from '../../src/ledger/index.ts';
import { sqliteLedger } from '../../src/ledger/sqlite.ts';
import { createProxy, type RewardsConfig } from '../../src/proxy/index.ts';
import type { Transport } from '../../src/service/index.ts';
import { undiciTransport } from '../../src/service/undici.ts';
import { grant, scriptedTransport, until } from '../proxy/support/transport.ts';
import { allOr } from '../support/thorough.ts';
import { connectionFaults } from './connection-faults.ts';
import type { Fault } from './fault.ts';
import { PATIENT } from '../support/http/patient.ts';
import { KEY } from './call-service.ts';
import { rawServer } from './raw-server.ts';
import { replyFaults } from './reply-faults.ts';

const faults = [...replyFaults, ...connectionFaults];
const undici = undiciTransport();
after(() => undici.close());

const role = { id: '918273645546372819', name: 'Attendee' };
const remark = 'Täglich & mehr 🎉';
const ACTIONS = {
  points: { title: 'Points', repeats: 'once', points: 10, remark },
  role: { title: 'Role', repeats: 'once', role, remark, acceptTypedRole: true },
  both: { title: 'Both', repeats: 'once', points: 10, role, remark, acceptTypedRole: true },
} satisfies RewardsConfig['actions'];

const BODY = JSON.stringify({ memberId: '900719925474099312' });

/** Where a fault must leave a claim, and what the visitor is told. */
interface Landing {
  /** The states of the grants, in order. */
  grants: GrantState[];
  claim: ClaimState;
  status: number;
  code?: string;
  /** How many grants the service was called for. */
  calls: number;
  /** What the next try is answered once the service is well: 201 where the slot is free again. */
  next: 201 | 202 | 409;
}

function landing({ kind, name }: Fault, count: number): Landing {
  const both = <T>(first: T, second: T): T[] => [first, second].slice(0, count);
  switch (kind) {
    case 'granted':
      return { grants: both(kind, kind), claim: 'granted', status: 201, calls: count, next: 409 };
    case 'unknown':
      return { grants: both(kind, kind), claim: 'pending', status: 202, calls: count, next: 202 };
    case 'released':
      // What cannot be reached is not tried for the second grant.
      return { grants: both(kind, kind), claim: 'released', status: 502, code: 'unreachable', calls: 1, next: 201 };
    case 'refused':
      // After these the service is left alone, and the second grant is released without a call.
      if (/^429\b/.test(name))
        return {
          grants: both(kind, 'released'),
          claim: 'refused',
          status: 503,
          code: 'throttled',
          calls: 1,
          next: 201,
        };
      if (/^40[13]\b/.test(name))
        return { grants: both(kind, 'released'), claim: 'refused', status: 422, code: 'refused', calls: 1, next: 201 };
      return { grants: both(kind, kind), claim: 'refused', status: 422, code: 'refused', calls: count, next: 201 };
  }
}

interface Said {
  status: number;
  body: { id?: string; code?: string; status?: string };
}

/** Claims through a proxy of its own. */
async function claim(
  action: string,
  { ledger, ...options }: { ledger: Ledger; baseUrl: string; transport: Transport; stalls?: Fault['stalls'] },
  log: string[],
): Promise<Said> {
  const { baseUrl, transport, stalls } = options;
  const note = (details: object, message: string) => void log.push(message + JSON.stringify(details));
  const proxy = createProxy({
    service: {
      baseUrl,
      apiKey: KEY,
      ...PATIENT,
      // Short only where the fault is to stall, so that nothing else can run into it.
      ...(stalls === 'reply' && { replyTimeoutMs: 100 }),
      ...(stalls === 'connect' && { connectTimeoutMs: 100 }),
    },
    origins: ['https://example.org'],
    actions: ACTIONS,
    ledger,
    transport,
    logger: { debug: note, info: note, warn: note, error: note },
    env: {},
  });
  const response = await proxy.fetch(
    new Request(`https://example.org/rewards/actions/${action}/claims`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: BODY,
    }),
  );
  const text = await response.text();
  await proxy.close();
  log.push(text);
  return { status: response.status, body: JSON.parse(text) };
}

/** What a fault is taken for does not depend on what was called for, and of both the second is a role. */
const TRIED = allOr<[action: keyof typeof ACTIONS, count: number]>(
  [
    ['points', 1],
    ['both', 2],
  ],
  [
    ['points', 1],
    ['role', 1],
    ['both', 2],
  ],
);

/** Of two calls each ends as one does: a fault of each landing shows what comes of both. */
const ofEachLanding = [...Map.groupBy(faults, (fault) => JSON.stringify(landing(fault, 2))).values()]
  .map((alike) => alike.slice(0, 1))
  .flat();
const faultsFor = (count: number) => (count === 1 ? faults : allOr(ofEachLanding, faults));

for (const [action, count] of TRIED) {
  describe(`a claim of ${action === 'both' ? 'points and a role' : action}, when the service answers with`, () => {
    for (const fault of faultsFor(count)) {
      const expected = landing(fault, count);
      const free = expected.next === 201 ? 'free again' : 'taken';
      it(`${fault.name}: ${expected.grants.join(' and ')}, ${expected.status}, and the slot is ${free}`, async () => {
        await using server = await rawServer(fault.server);
        const ledger = sqliteLedger(':memory:');
        const log: string[] = [];
        const baseUrl = fault.base?.(server.port) ?? `http://127.0.0.1:${server.port}`;

        const said = await claim(action, { ledger, baseUrl, transport: undici, stalls: fault.stalls }, log);

        const [record] = await ledger.list({});
        assert.deepEqual(
          record?.grants.map(({ state }) => state),
          expected.grants,
        );
        assert.equal(record.state, expected.claim);
        assert.equal(said.status, expected.status, JSON.stringify(said.body));
        assert.equal(said.body.code, expected.code);
        const reaching = (fault.requests ?? 1) * expected.calls;
        // What was written is on its way for a moment, also once the proxy has given up.
        await until(() => server.requests.length >= reaching);
        assert.equal(server.requests.length, reaching, 'requests that reached the server');
        assert.partialDeepStrictEqual(record.grants[0]?.evidence, fault.evidence ?? {});
        const called = record.grants.filter(({ evidence }) => !/not called/.test(JSON.stringify(evidence)));
        assert.equal(called.length, expected.calls, 'grants that the service was called for');

        const { transport, calls } = scriptedTransport(grant);
        const again = await claim(action, { ledger, baseUrl: 'https://service.example', transport }, log);
        assert.equal(again.status, expected.next, JSON.stringify(again.body));
        assert.equal(calls.length, expected.next === 201 ? count : 0, 'calls for the next try');
        if (expected.next === 202) assert.equal(again.body.id, record.id);
        assert.ok(!log.join('\n').includes(KEY), 'the key is in a log or an answer');
        await ledger.close();
      });
    }
  });
}
