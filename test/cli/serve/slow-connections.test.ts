import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { listen } from '../../../src/cli/serve/listen.ts';
import { toHttpListener } from '../../../src/proxy/adapters/http-listener.ts';
import { ORIGIN, setUp } from '../../proxy/support/setup.ts';
import { isThorough } from '../../support/thorough.ts';

const SOCKETS = isThorough ? 2_000 : 600;
const AT_ONCE = 200;
const HONEST = 100;

/** Where they stop: in the head, before the body, or in it. Each is from another address, so that no limit is in their way. */
const BEGINNINGS: ((head: string) => string)[] = [
  (head) => head.slice(0, 40),
  (head) => head,
  (head) => `${head}content-length: 18\r\n\r\n`,
  (head) => `${head}content-length: 18\r\n\r\n{"member`,
  (head) => `${head}transfer-encoding: chunked\r\n\r\n8\r\n{"member\r\n`,
];

function beginning(index: number): string {
  const address = `198.18.${Math.floor(index / 250)}.${index % 250}`;
  const head = `POST /rewards/actions/daily/claims HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\nx-forwarded-for: ${address}\r\n`;
  return BEGINNINGS[index % BEGINNINGS.length]?.(head) ?? head;
}

async function slowSocket(port: number, index: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(beginning(index));
  socket.resume();
  return socket;
}

describe('a server with hundreds of connections that send next to nothing', () => {
  it('answers everybody else, and cuts those off', async (t) => {
    await using setup = setUp({ config: { limits: {}, trustedProxies: ['127.0.0.1'] } });
    const place = { host: '127.0.0.1', port: 0, option: '--port' };
    const { server, url, ...site } = await listen(toHttpListener(setup.proxy.inside), place);
    // Nobody is cut off before all that is to be seen was seen, however busy the machine is.
    server.headersTimeout = server.requestTimeout = 0;
    const sockets: Socket[] = [];
    t.after(() => site.close());
    t.after(() => sockets.forEach((socket) => socket.destroy()));
    while (sockets.length < SOCKETS) {
      const next = Array.from({ length: AT_ONCE }, (_, n) => slowSocket(Number(new URL(url).port), sockets.length + n));
      sockets.push(...(await Promise.all(next)));
    }

    const took: number[] = [];
    for (let n = 0; n < HONEST; n += 1) {
      const begun = performance.now();
      const visitor = { origin: ORIGIN, 'x-forwarded-for': `203.0.113.${n}` };
      const look = await fetch(`${url}/rewards/actions/daily`, { headers: visitor });
      assert.equal(look.status, 200);
      const claim = await fetch(`${url}/rewards/actions/daily/claims`, {
        method: 'POST',
        headers: { ...visitor, 'content-type': 'application/json' },
        body: JSON.stringify({ memberId: `${100_000 + n}` }),
      });
      assert.equal(claim.status, 201);
      await Promise.all([look.text(), claim.text()]);
      took.push(performance.now() - begun);
    }
    const at = (share: number) => took.toSorted((a, b) => a - b)[Math.ceil(share * HONEST) - 1]?.toFixed(0);
    t.diagnostic(`a look and a claim took ${at(0.5)} ms, the slowest but one ${at(0.99)} ms`);
    // The proxy itself gives up on bodies after a while; heads are the server's.
    assert.ok(sockets.every(({ destroyed }, index) => index % BEGINNINGS.length > 1 || !destroyed));
    assert.equal(setup.calls.length, HONEST);

    const open = sockets.filter(({ closed }) => !closed);
    const cut = Promise.all(open.map((socket) => once(socket, 'close')));
    server.headersTimeout = server.requestTimeout = 1;
    await cut;
    assert.equal(setup.calls.length, HONEST);
  });
});
