import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';

/** A call as it came, byte for byte where that matters. */
export interface Call {
  method: string | undefined;
  path: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

/** The service as its API description has it, and no more: it echoes what it was told. */
export interface StubService {
  url: string;
  calls: Call[];
  /** Resolves when that many calls have come. */
  called(times: number): Promise<void>;
  /** Holds every reply back until the returned function is called. */
  hold(): () => void;
  /** Breaks the connections of calls instead of replying, so that nobody knows what became of them. */
  breakOff(): void;
}

export async function stubService(t: TestContext): Promise<StubService> {
  const calls: Call[] = [];
  const waiting = new Set<() => void>();
  let open = Promise.resolve();
  let breaks = false;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url: path, headers } = request;
    const body = await text(request);
    calls.push({ method, path, headers, body });
    for (const look of waiting) look();
    await open;
    if (breaks) {
      response.destroy();
      return;
    }
    const { user_id, points, role_id, remark } = Object.fromEntries(new URLSearchParams(body));
    const grant = points === undefined ? { role_id } : { points: Number(points) };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ code: 0, error: '', data: { user_id, ...grant, remark }, ts: 1_700_000_000 }));
  }

  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    called: (times) =>
      new Promise((resolve) => {
        const look = () => {
          if (calls.length < times) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    breakOff: () => {
      breaks = true;
    },
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      open = promise;
      return resolve;
    },
  };
}
