/**
 * The HTTP API to read and change the emulator's state, below `/emulator`, where the service has nothing.
 *
 * `GET /emulator/state`:
 *   { servers: [{ id, name, tier: 'highest' | 'lower', botAdded: boolean, memberIds: 'exact' | 'lenient',
 *       members: [{ id, name, points, roles: [roleId] }], roles: [{ id, name, color: '#rrggbb' }],
 *       keys: [{ masked: '****1f3c', createdAt, revoked }] }],      (oldest key first; at most one is not revoked)
 *     faults: [{ kind, endpoint: 'award' | 'assign' | null, times: number | null, executed, … }],
 *     links: { site?, desk? } }                                      (addresses of what else belongs to it, where that is known)
 *
 * `GET /emulator/events`: server-sent events from now on, each with JSON data (`events.ts`, `call-log.ts`):
 *   event: award  { id, at, serverId, memberId, memberName, points, total, remark }
 *   event: role   { id, at, serverId, memberId, memberName, roleId, roleName, remark, alreadyHeld }
 *   event: state  { at, change, serverId | null }                   (anything else changed: read the state again)
 *   event: call   { id, at, method, path, key, serverId, headers, form, fault, executed, replayOf, status, replyHeaders,
 *                 body, durationMs }
 * An award's or a role's event comes alone, without a `state` event beside it. Nothing is repeated after a reconnection:
 * read the state, the calls and the rewards on the `open` event of an `EventSource`.
 *
 *   POST   /emulator/servers                               { name, id?, tier?, botAdded?, memberIds?, roles?, members?, apiKey? }
 *   PATCH  /emulator/servers/{server}                      { name?, tier?, botAdded?, memberIds? }
 *   DELETE /emulator/servers/{server}
 *   POST   /emulator/servers/{server}/members              { name, id?, points?, roles? }
 *   PATCH  /emulator/servers/{server}/members/{member}     { name?, points?, roles? }
 *   DELETE /emulator/servers/{server}/members/{member}
 *   POST   /emulator/servers/{server}/roles                { name, id?, color? }
 *   DELETE /emulator/servers/{server}/roles/{role}
 *   POST   /emulator/servers/{server}/key                  as `/api-key create`: replies { key, masked, createdAt, revoked }, once
 *   DELETE /emulator/servers/{server}/key                  as `/api-key revoke`
 *   GET, PUT, DELETE /emulator/faults                      { faults: [...] } (`faults.ts`)
 *   GET    /emulator/calls                                 { calls: [...] }, the last 500, oldest first
 *   GET    /emulator/rewards                               { rewards: [{ type: 'award' | 'role', data }] }, the last 500 of these events, oldest first
 *   POST   /emulator/calls/{id}/replay                     answers it again as a new call, and replies with that call as in `event: call`
 *   GET, PUT /emulator/snapshot                            { servers: [...] }, as for POST servers, without keys
 *   POST   /emulator/reset                                 everything as at the start; replies with the state
 *
 * Creating replies 201 with what was made, changing 200 with what it is now, deleting 204. Errors are problem documents.
 * Only loopback pages may read or change: see `origins.ts`.
 */
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import * as z from 'zod/mini';
import type { CallLog } from '../api/call-log.ts';
import { EmulatorError } from '../emulator-error.ts';
import { eventStream } from './event-stream.ts';
import type { Events } from './events.ts';
import { Fault, type Faults } from '../api/faults.ts';
import { isLoopback, refuseForeignOrigins } from './origins.ts';
import { readBody } from '../api/read-body.ts';
import { readInput } from './read-input.ts';
import type { Links } from '../links.ts';
import { MemberChange, MemberSeed, RoleSeed, ServerChange, ServerSeed } from '../state/seed.ts';
import type { ServiceApi } from '../api/service-api.ts';
import type { EmulatorState } from '../state/state.ts';

/** What the API reads and changes. */
export interface ControlParts {
  state: EmulatorState;
  faults: Faults;
  calls: CallLog;
  events: Events;
  links: () => Links;
  reset: () => void;
  serviceApi: Pick<ServiceApi, 'replay'>;
}

const MAXIMUM_BODY_BYTES = 4 * 1024 * 1024;
/** As long as a proxy waits for a reply. */
const REPLAY_MS = 10_000;
const FaultsBody = z.strictObject({ faults: z.array(Fault) });
const SnapshotBody = z.strictObject({ servers: z.array(ServerSeed) });

/** The routes, to be mounted at `/emulator`. They throw `EmulatorError`, which the caller turns into a reply. */
export function createControlApi({ state, faults, calls, events, links, reset, serviceApi }: ControlParts): Hono {
  const app = new Hono();
  const overview = () => ({ servers: state.servers(), faults: faults.list(), links: links() });

  app.use(refuseForeignOrigins);
  app.use(
    cors({
      origin: (origin) => (isLoopback(origin) ? origin : null),
      allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      allowHeaders: ['content-type'],
    }),
  );
  app.use(async (context, next) => {
    await next();
    if (!context.res.headers.has('cache-control')) context.header('cache-control', 'no-store');
  });

  app.get('/state', (context) => context.json(overview()));
  app.get('/calls', (context) => context.json({ calls: calls.list() }));
  app.get('/rewards', (context) => context.json({ rewards: state.rewards() }));
  app.post('/calls/:id{[1-9]\\d{0,9}}/replay', async (context) => {
    const signal = AbortSignal.any([context.req.raw.signal, AbortSignal.timeout(REPLAY_MS)]);
    return context.json(await serviceApi.replay(Number(context.req.param('id')), signal), 201);
  });
  app.get('/events', (context) => eventStream((listener) => events.subscribe(listener), context.req.raw.signal));
  app.post('/reset', (context) => {
    reset();
    return context.json(overview());
  });

  app.get('/faults', (context) => context.json({ faults: faults.list() }));
  app.put('/faults', async (context) => {
    faults.set(await readJson(FaultsBody, context.req.raw).then((body) => body.faults));
    return context.json({ faults: faults.list() });
  });
  app.delete('/faults', (context) => {
    faults.clear();
    return context.body(null, 204);
  });

  app.get('/snapshot', (context) => context.json({ servers: state.save() }));
  app.put('/snapshot', async (context) => {
    state.load(await readJson(SnapshotBody, context.req.raw).then((body) => body.servers));
    return context.json(overview());
  });

  app.post('/servers', async (context) => {
    return context.json(state.addServer(await readJson(ServerSeed, context.req.raw)), 201);
  });
  app.patch('/servers/:server', async (context) => {
    const change = await readJson(ServerChange, context.req.raw);
    return context.json(state.changeServer(context.req.param('server'), change));
  });
  app.delete('/servers/:server', (context) => {
    state.removeServer(context.req.param('server'));
    return context.body(null, 204);
  });

  app.post('/servers/:server/members', async (context) => {
    const seed = await readJson(MemberSeed, context.req.raw);
    return context.json(state.addMember(context.req.param('server'), seed), 201);
  });
  app.patch('/servers/:server/members/:member', async (context) => {
    const change = await readJson(MemberChange, context.req.raw);
    return context.json(state.changeMember(context.req.param('server'), context.req.param('member'), change));
  });
  app.delete('/servers/:server/members/:member', (context) => {
    state.removeMember(context.req.param('server'), context.req.param('member'));
    return context.body(null, 204);
  });

  app.post('/servers/:server/roles', async (context) => {
    const seed = await readJson(RoleSeed, context.req.raw);
    return context.json(state.addRole(context.req.param('server'), seed), 201);
  });
  app.delete('/servers/:server/roles/:role', (context) => {
    state.removeRole(context.req.param('server'), context.req.param('role'));
    return context.body(null, 204);
  });

  app.post('/servers/:server/key', (context) => context.json(state.createKey(context.req.param('server')), 201));
  app.delete('/servers/:server/key', (context) => {
    state.revokeKey(context.req.param('server'));
    return context.body(null, 204);
  });

  return app;
}

async function readJson<Schema extends z.core.$ZodType>(schema: Schema, request: Request): Promise<z.output<Schema>> {
  const text = await readBody(request, MAXIMUM_BODY_BYTES);
  if (text === null) throw new EmulatorError('too-large', 'The body is larger than 4 MiB; send less at once.');
  return readInput(schema, parse(text));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new EmulatorError('invalid', 'The body is not JSON; send one JSON object.');
  }
}
