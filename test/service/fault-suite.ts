import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import type { Outcome } from '../../src/service/index.ts';
import { connectionFaults } from './connection-faults.ts';
import type { Fault } from './fault.ts';
import { until } from '../proxy/support/transport.ts';
import { keptConnectionSuite } from './kept-connections.ts';
import { KEY, type ServiceCall } from './call-service.ts';
import { rawServer } from './raw-server.ts';
import { replyFaults } from './reply-faults.ts';

export const faults: readonly Fault[] = [...replyFaults, ...connectionFaults];

/** Short only where the fault is to stall, so that nothing else can run into it. `fetch` has one time-out, the sum. */
function timeouts({ stalls }: Fault, via: string): { connectTimeoutMs?: number; replyTimeoutMs?: number } {
  if (!stalls) return {};
  if (via === 'fetch') return { connectTimeoutMs: 1, replyTimeoutMs: 500 };
  return stalls === 'reply' ? { replyTimeoutMs: 100 } : { connectTimeoutMs: 100 };
}

export interface FaultSuiteOptions {
  call: (wanted: ServiceCall) => Promise<Outcome>;
  lenient?: readonly string[] | undefined;
  keeps?: boolean | undefined;
}

/**
 * Each way in which the service can fail, and what it must come to. `call` makes a call through that transport. `lenient` names
 * the faults of which the runtime's own `fetch` shows nothing: it frames the reply itself, and hands out the success that is in it.
 * `keeps` is false where no connection is kept for the next call.
 */
export function faultSuite(
  name: string,
  via: 'undici' | 'fetch',
  { call, lenient = [], keeps = true }: FaultSuiteOptions,
): void {
  const unheardOf = lenient.filter((fault) => !faults.some((known) => known.name === fault));
  if (unheardOf.length > 0) throw new Error(`no fault is called ${unheardOf.join(' or ')}`);

  function expectedOf(fault: Fault): Outcome['kind'] {
    if (lenient.includes(fault.name)) return 'granted';
    return via === 'fetch' ? (fault.viaFetch ?? fault.kind) : fault.kind;
  }

  for (const grant of ['points', 'role'] as const) {
    describe(`${grant} via ${name}`, () => {
      for (const fault of faults) {
        const expected = expectedOf(fault);
        it(`${fault.name}: ${expected}`, async () => {
          await using server = await rawServer(fault.server);
          const baseUrl = fault.base?.(server.port) ?? `http://127.0.0.1:${server.port}`;

          const outcome = await call({ grant, baseUrl, ...timeouts(fault, via) });

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
  keptConnectionSuite(name, { call, keeps });
}
