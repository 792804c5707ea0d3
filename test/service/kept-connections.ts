import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { describe, it } from 'node:test';
import type { Outcome } from '../../src/service/index.ts';
import { until } from '../proxy/support/transport.ts';
import type { ServiceCall } from './call-service.ts';
import { envelope, rawServer, reply } from './raw-server.ts';

/** How a connection breaks that has carried a call before. The service executed the second one, too. */
const BREAKS: Readonly<Record<string, (socket: Socket) => void>> = {
  ends: (socket) => socket.end(),
  'is reset': (socket) => socket.resetAndDestroy(),
};

/** Enough for each to have found a connection of an earlier one, if there were any. */
const CALLS_WITHOUT_KEEPING = 5;

/**
 * A connection that is kept for the next call may close while that one is on its way. Some clients then send a request again by
 * themselves. `keeps` is false where each call has a connection of its own, so that this cannot happen.
 */
export function keptConnectionSuite(
  name: string,
  { call, keeps }: { call: (wanted: ServiceCall) => Promise<Outcome>; keeps: boolean },
): void {
  describe(`a kept connection via ${name}`, () => {
    for (const [what, breaks] of Object.entries(BREAKS)) {
      it(keeps ? `that ${what} before its next reply: unknown` : `that ${what} is not there`, async () => {
        const used = new Set<Socket>();
        let broken = 0;
        await using server = await rawServer({
          onRequest(socket, request) {
            if (!used.has(socket)) socket.write(reply(200, envelope(request)));
            else {
              broken += 1;
              breaks(socket);
            }
            used.add(socket);
          },
        });
        const baseUrl = `http://127.0.0.1:${server.port}`;
        const came: Outcome['kind'][] = [];
        // Right after a reply, the connection may not be free yet: then the next call has one of its own.
        while (keeps ? broken === 0 : came.length < CALLS_WITHOUT_KEEPING) {
          came.push((await call({ grant: 'points', baseUrl })).kind);
        }

        const granted: typeof came = Array.from(server.sockets, () => 'granted');
        assert.deepEqual(came, keeps ? [...granted, 'unknown'] : granted);
        await until(() => server.requests.length >= came.length);
        assert.equal(server.requests.length, came.length, 'requests that reached the server');
      });
    }
  });
}
