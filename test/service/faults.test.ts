import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { inspect } from 'node:util';
import { createServiceClient, fetchTransport, type Outcome, type ServiceClient } from '../../src/service/index.ts';
import { undiciTransport } from '../../src/service/undici.ts';
import { connectionFaults } from './connection-faults.ts';
import { type Fault, KEY } from './fault.ts';
import { until } from '../proxy/support/transport.ts';
import { rawServer } from './raw-server.ts';
import { replyFaults } from './reply-faults.ts';

const faults = [...replyFaults, ...connectionFaults];
const viaUndici = undiciTransport();
const transports = { undici: viaUndici, fetch: fetchTransport() };
after(() => viaUndici.close());

const member = { userId: '900719925474099312', remark: 'Täglich & mehr 🎉' };
const calls = {
  points: (client: ServiceClient): Promise<Outcome> => client.awardPoints({ ...member, points: 10 }),
  role: (client: ServiceClient): Promise<Outcome> => client.assignRole({ ...member, roleId: '918273645546372819' }),
};

/** Short only where the fault is to stall, so that nothing else can run into it. `fetch` has one time-out, the sum. */
function timeouts({ stalls }: Fault, via: string): { connectTimeoutMs?: number; replyTimeoutMs?: number } {
  if (!stalls) return {};
  if (via === 'fetch') return { connectTimeoutMs: 1, replyTimeoutMs: 500 };
  return stalls === 'reply' ? { replyTimeoutMs: 100 } : { connectTimeoutMs: 100 };
}

for (const via of ['undici', 'fetch'] as const) {
  for (const grant of ['points', 'role'] as const) {
    describe(`${grant} via ${via}`, () => {
      for (const fault of faults) {
        const expected = via === 'fetch' ? (fault.viaFetch ?? fault.kind) : fault.kind;
        it(`${fault.name}: ${expected}`, async () => {
          await using server = await rawServer(fault.server);
          const client = createServiceClient({
            baseUrl: fault.base?.(server.port) ?? `http://127.0.0.1:${server.port}`,
            apiKey: () => KEY,
            transport: transports[via],
            ...timeouts(fault, via),
          });

          const outcome = await calls[grant](client);

          assert.equal(outcome.kind, expected, inspect(outcome));
          assert.partialDeepStrictEqual(outcome.evidence, fault.evidence ?? {});
          const reaching = fault.requests ?? 1;
          // What was written is on its way for a moment, also once the client has given up.
          await until(() => server.requests.length >= reaching);
          assert.equal(server.requests.length, reaching, 'requests that reached the server');
          assert.equal(outcome.evidence.failure === undefined, expected === 'granted', 'only failures are explained');
          assert.ok(!(JSON.stringify(outcome) + inspect(outcome, { depth: 9, showHidden: true })).includes(KEY));
        });
      }
    });
  }
}

it('knows at least 25 faults', () => {
  assert.ok(faults.length >= 25, String(faults.length));
});
