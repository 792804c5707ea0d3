import { PATHS } from '../../service/wire.ts';
import type { CallEntry, CallLog, CallResult } from './call-log.ts';
import { ConnectionReset } from './connection-reset.ts';
import type { Assumptions } from './assumptions.ts';
import { type FailureName, FAILURES } from './failures.ts';
import { failureReply } from './failure-form.ts';
import type { Endpoint, Fault, Faults } from './faults.ts';
import { decide } from './decide.ts';
import { readBody } from './read-body.ts';
import { envelopeReply, type Reply, sentBytes, toResponse } from './reply.ts';
import type { EmulatorState } from '../state/state.ts';
import { applyFault } from './apply-fault.ts';
import { wait } from './wait.ts';

/** What the endpoints work on. `now` is in epoch milliseconds. */
export interface ServiceParts {
  state: EmulatorState;
  faults: Faults;
  calls: CallLog;
  assumptions: Assumptions;
  now: () => number;
}

/** The service's API (service API, section 4) for every path below `/1`. Every call is logged. */
export interface ServiceApi {
  /** Throws `ConnectionReset` if a fault breaks the connection or the client disconnects, and nothing else. */
  fetch(request: Request): Promise<Response>;
  /** Answers a call of the log again, as a new call with the same key. Throws `EmulatorError` if that is not possible. */
  replay(id: number, signal: AbortSignal): Promise<CallEntry>;
}

export function createServiceApi(parts: ServiceParts): ServiceApi {
  const { calls, now } = parts;

  async function take(request: Request, replayOf: number | null) {
    const startedAt = now();
    const result: CallResult = {
      serverId: parts.state.keyHolder(request.headers.get('x-api-key') ?? '')?.server.id ?? null,
      form: null,
      fault: null,
      executed: false,
      replayOf,
      status: null,
      replyHeaders: null,
      body: null,
      sent: request.body === null ? '' : null,
    };
    const reply = await answer(request, parts, result).catch((error: unknown) => {
      if (error instanceof ConnectionReset) return error;
      throw error;
    });
    if (!(reply instanceof ConnectionReset)) {
      result.status = reply.status;
      result.replyHeaders = reply.headers;
      result.body = new TextDecoder().decode(sentBytes(reply));
    }
    return { reply, entry: calls.add(request, startedAt, result) };
  }

  return {
    async fetch(request) {
      const { reply } = await take(request, null);
      if (reply instanceof ConnectionReset) throw reply;
      return toResponse(reply);
    },
    async replay(id, signal) {
      const { entry } = await take(calls.request(id, signal), id);
      return entry;
    },
  };
}

/** Answers one call, and fills in `result`. */
async function answer(request: Request, parts: ServiceParts, result: CallResult): Promise<Reply> {
  const { state, faults, assumptions, now } = parts;
  const fail = (failure: FailureName, detail?: string, headers: Record<string, string> = {}) => {
    const { code, error } = FAILURES[failure];
    const text = detail === undefined ? `${error}.` : `${error}: ${detail}.`;
    const said = { code, error: text, ts: seconds(now()) };
    return failureReply(assumptions.failureForm, assumptions.status(failure), said, headers);
  };

  const path = new URL(request.url).pathname;
  const endpoint = endpointAt(path);
  if (!endpoint) return fail('unknown-endpoint');
  if (request.method !== 'POST') return fail('wrong-method', undefined, { allow: 'POST' });
  const text = await readBody(request, assumptions.maximumBodyBytes);
  const form = new URLSearchParams(text ?? '');
  result.sent = text;
  result.form = Object.fromEntries(form);

  const fault = faults.take(endpoint);
  result.fault = fault;
  if (fault?.kind === 'delay' && !fault.executed) await wait(fault.ms, request.signal);

  if (text === null) return fail('too-large', `at most ${assumptions.maximumBodyBytes} bytes`);
  if (!isForm(request)) return fail('not-a-form');
  const verdict = decide({ endpoint, key: request.headers.get('x-api-key'), form }, state, assumptions);
  const granted = verdict.kind === 'granted';
  if (granted && isExecuted(fault)) {
    verdict.execute();
    result.executed = true;
  }
  const ts = seconds(now());
  const reply = granted
    ? envelopeReply(200, { code: 0, error: '', data: verdict.echo, ts })
    : fail(verdict.failure, verdict.detail);
  if (!fault) return reply;
  return applyFault(fault, { reply, echo: granted ? verdict.echo : null, ts, path, signal: request.signal });
}

function endpointAt(path: string): Endpoint | null {
  if (path === PATHS.award) return 'award';
  return path === PATHS.assign ? 'assign' : null;
}

/** Whether the operation is carried out in spite of the fault: a delay only postpones it. */
function isExecuted(fault: Fault | null): boolean {
  return fault === null || fault.executed || fault.kind === 'delay';
}

function isForm(request: Request): boolean {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  return type === 'application/x-www-form-urlencoded';
}

function seconds(epochMs: number): number {
  return Math.floor(epochMs / 1000);
}
