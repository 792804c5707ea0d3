import { Hono } from 'hono';
import { CallLog } from './api/call-log.ts';
import { type AssumptionsOptions, makeAssumptions } from './api/assumptions.ts';
import { builtFile, type BuiltFiles } from '../common/built-page.ts';
import { createControlApi } from './control/control-api.ts';
import { EmulatorError } from './emulator-error.ts';
import { Events, type Listener } from './control/events.ts';
import { type FaultInput, Faults } from './api/faults.ts';
import { HARBOUR_LIGHTS } from './state/harbour-lights.ts';
import type { Links } from './links.ts';
import { problem } from './problem.ts';
import { cryptoRandom, type RandomBytes } from './state/random.ts';
import type { ServerSeed } from './state/seed.ts';
import { createServiceApi } from './api/service-api.ts';
import { EmulatorState } from './state/state.ts';

/**
 * What an emulator begins with. `console` is the page that a browser gets at `/`; without it, a browser gets the same text as any client.
 * `links` are the console's links to site and desk. `now` is the clock, in epoch milliseconds; `random` makes keys and ids.
 */
export interface EmulatorOptions {
  servers?: readonly ServerSeed[];
  faults?: readonly FaultInput[];
  assumptions?: AssumptionsOptions;
  console?: BuiltFiles;
  links?: () => Links;
  now?: () => number;
  random?: RandomBytes;
}

/** A running emulator. */
export interface Emulator {
  /**
   * Answers the service's API below `/1`, the control API below `/emulator`, and `/`.
   * Throws `ConnectionReset` if the caller should see a broken connection; a `Response` whose body's stream fails is one, too.
   */
  fetch(request: Request): Promise<Response>;
  readonly state: EmulatorState;
  readonly faults: Faults;
  readonly calls: CallLog;
  /** Calls the listener for every event from now on. Returns how to end it. */
  subscribe(listener: Listener): () => void;
  /** Servers and faults as at the start, and an empty call log. */
  reset(): void;
}

const INDEX = `Emulator of the Community Rewards Service

The service's API (form-encoded, header x-api-key):
  POST /1/points/award   user_id, points, remark
  POST /1/role/assign    user_id, role_id, remark

In a browser this address is the community's console, where it was built with it.

To read and change the emulator (JSON):
  GET  /emulator/state      servers, members, roles, masked keys, faults
  GET  /emulator/events     what happens, as server-sent events
  GET  /emulator/calls      the last calls of the service's API
  GET  /emulator/rewards    the last awards and assignments
  POST /emulator/calls/{id}/replay
  GET, PUT, DELETE  /emulator/faults
  GET, PUT  /emulator/snapshot
  POST /emulator/reset
  POST /emulator/servers
  PATCH, DELETE  /emulator/servers/{server}
  POST /emulator/servers/{server}/members      PATCH, DELETE  …/members/{member}
  POST /emulator/servers/{server}/roles        DELETE  …/roles/{role}
  POST, DELETE   /emulator/servers/{server}/key
`;

const STATUSES = { invalid: 400, 'not-found': 404, conflict: 409, 'too-large': 413 } as const;

/**
 * A stand-in of the Community Rewards Service with a community of its own, for demos, development and tests.
 * Without `servers` it begins with `HARBOUR_LIGHTS`, which has no API key yet. Throws `EmulatorError` for options that are not valid.
 *
 * @example
 * const emulator = createEmulator();
 * const { key } = emulator.state.createKey(HARBOUR_LIGHTS.id);
 * emulator.faults.add({ kind: 'reset', at: 'no-reply', executed: true });
 */
export function createEmulator(options: EmulatorOptions = {}): Emulator {
  const { servers = [HARBOUR_LIGHTS], faults: initialFaults = [], now = Date.now, random = cryptoRandom } = options;
  const { console: files = new Map(), links = () => ({}) } = options;
  const events = new Events();
  const state = new EmulatorState(servers, { now, random, emit: (event) => events.emit(event) });
  const faults = new Faults(() => {
    const data = { at: new Date(now()).toISOString(), change: 'faults-changed', serverId: null } as const;
    events.emit({ type: 'state', data });
  });
  faults.set(initialFaults);
  const calls = new CallLog(now, {
    conceal: (text) => state.conceal(text),
    added: (data) => events.emit({ type: 'call', data }),
  });
  const reset = () => {
    faults.set(initialFaults);
    calls.clear();
    state.reset();
  };

  const serviceApi = createServiceApi({ state, faults, calls, assumptions: makeAssumptions(options.assumptions), now });
  const app = new Hono();
  app.get('*', async ({ req }, next) => {
    const wanted = req.path !== '/' || req.header('accept')?.includes('text/html');
    return (wanted && builtFile(files, req.path)) || next();
  });
  app.get('/', (context) => context.text(INDEX));
  // The console names its own icon; this answers for the other pages.
  app.get('/favicon.ico', (context) => context.body(null, 204));
  app.all('/1/*', (context) => serviceApi.fetch(context.req.raw));
  app.route('/emulator', createControlApi({ state, faults, calls, events, links, reset, serviceApi }));
  app.notFound(() => problem(404, 'There is nothing at this address; GET / lists what there is.'));
  app.onError((error) => {
    if (error instanceof EmulatorError) return problem(STATUSES[error.code], error.message, error.field);
    throw error;
  });

  return {
    fetch: async (request) => app.fetch(request),
    state,
    faults,
    calls,
    subscribe: (listener) => events.subscribe(listener),
    reset,
  };
}
