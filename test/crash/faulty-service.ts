import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { Random } from './random.ts';

/** A service that follows the document when it answers, fails in every way it may, and counts what it executed. */
export interface FaultyService extends AsyncDisposable {
  url: string;
  /** Executions by `executionKey`. */
  executions: Map<string, number>;
  /** What it answered so that nobody can know whether it was executed, by `executionKey`. */
  leftOpen: Set<string>;
  /** Whether it only does what it is asked. */
  isCalm: boolean;
  /** Called when a request has come whole, before anything is executed, and again after it was. */
  watch: (() => void) | null;
}

/** The remark carries the action's name, so that an execution can be traced to its claim. */
export function executionKey(memberId: string, action: string, kind: 'points' | 'role'): string {
  return `${memberId} ${action} ${kind}`;
}

type Fault = (response: ServerResponse, execute: () => string) => void;

const answer = (response: ServerResponse, status: number, body: string) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
const failure = JSON.stringify({ code: 7, error: 'no', ts: 1 });

/** What tells the proxy for sure that it was not done, and what comes late. */
const CONCLUSIVE: Fault[] = [
  (response) => answer(response, 200, failure),
  (response) => answer(response, 422, failure),
  (response, execute) => {
    const body = execute();
    setTimeout(() => answer(response, 200, body), 20);
  },
];

/** What leaves that open. */
const INCONCLUSIVE: Fault[] = [
  (response) => response.destroy(),
  (response, execute) => {
    execute();
    response.destroy();
  },
  (response, execute) => {
    const body = execute();
    response.writeHead(200, { 'content-length': body.length });
    response.write(body.slice(0, 20), () => response.destroy());
  },
  (response) => answer(response, 500, 'broken'),
  (response, execute) => {
    execute();
    answer(response, 502, '<html>');
  },
  (response, execute) => answer(response, 200, execute().slice(0, 15)),
  (response, execute) => {
    execute();
    answer(response, 200, '<!doctype html>');
  },
];

/** Of its faults, so many leave open whether it did what it was asked. */
export async function startFaultyService(random: Random, { openShare = 0.7 } = {}): Promise<FaultyService> {
  const service = {
    executions: new Map<string, number>(),
    leftOpen: new Set<string>(),
    isCalm: false,
    watch: null as (() => void) | null,
  };
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = await readForm(request);
    service.watch?.();
    const kind = request.url?.endsWith('/award') ? 'points' : 'role';
    const key = executionKey(form['user_id'] ?? '', form['remark'] ?? '', kind);
    const execute = () => {
      service.executions.set(key, (service.executions.get(key) ?? 0) + 1);
      service.watch?.();
      const data = kind === 'points' ? { ...form, points: Number(form['points']) } : form;
      return JSON.stringify({ code: 0, error: '', data, ts: 1 });
    };
    if (service.isCalm || !random.chance(0.4)) answer(response, 200, execute());
    else if (random.chance(openShare)) {
      service.leftOpen.add(key);
      random.pick(INCONCLUSIVE)(response, execute);
    } else random.pick(CONCLUSIVE)(response, execute);
  }

  const server = createServer((request, response) => {
    // A request is cut short where the proxy was killed in the middle of it.
    serve(request, response).catch(() => response.destroy());
  });
  // A connection that it ended because nobody had used it for a while would leave open what comes at that moment, without its knowing.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('the service has no port');
  return Object.assign(service, {
    url: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  });
}

async function readForm(request: IncomingMessage): Promise<Record<string, string>> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  return Object.fromEntries(new URLSearchParams(body));
}
