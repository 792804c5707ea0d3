import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { boundConnections } from '../../../src/cli/serve/connection-bounds.ts';
import { listen } from '../../../src/cli/serve/listen.ts';

const REQUEST = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n';
/** More than the buffers of a system hold. */
const LONG = Buffer.alloc(64 * 1024 * 1024);

async function socketTo(t: TestContext, port: number) {
  const socket = connect(port, '127.0.0.1');
  t.after(() => socket.destroy());
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** A server as the commands have it. */
async function listening(t: TestContext, listener: RequestListener) {
  const site = await listen(listener, { host: '127.0.0.1', port: 0, option: '--port' });
  t.after(() => site.close());
  return { ...site, port: Number(new URL(site.url).port) };
}

/** A server on which answers may be left for no more than a moment. */
async function impatient(t: TestContext, listener: RequestListener): Promise<number> {
  const server = createServer(boundConnections(listener, { unreadMs: 20 })).listen(0, '127.0.0.1');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

describe('a connection', { concurrency: true }, () => {
  it('is cut off where it sends many requests ahead of their answers, and others are answered', async (t) => {
    const held: ServerResponse[] = [];
    const { port, url } = await listening(t, ({ url: path }, response) => {
      if (path === '/') held.push(response);
      else response.end('here');
    });
    const socket = await socketTo(t, port);
    socket.write(REQUEST.repeat(1_000));
    socket.resume();
    await once(socket, 'close');
    assert.equal(held.length, 8);
    assert.equal(await (await fetch(`${url}/other`)).text(), 'here');
  });

  it('may send some ahead, which are answered in their order', async (t) => {
    const held: ServerResponse[] = [];
    const { port } = await listening(t, (_request, response) => {
      held.push(response);
      if (held.length === 8) held.toReversed().forEach((one) => one.end(`answer ${held.indexOf(one)}`));
    });
    const socket = await socketTo(t, port);
    let got = '';
    socket.setEncoding('utf8').on('data', (text: string) => void (got += text));
    socket.write(REQUEST.repeat(8));
    while (!got.includes('answer 7')) await once(socket, 'data'); // oxlint-disable-line no-await-in-loop
    const answers = Array.from(got.matchAll(/answer (\d)/g), ([, index]) => index).join('');
    assert.equal(answers, '01234567');
  });

  it('may send any number of requests one after another', async (t) => {
    const { port } = await listening(t, (_request, response) => void response.end());
    const socket = await socketTo(t, port);
    for (let n = 0; n < 50; n += 1) {
      socket.write(REQUEST);
      // oxlint-disable-next-line no-await-in-loop -- each is sent after the answer of the one before
      const [reply] = await once(socket, 'data');
      assert.match(String(reply), /^HTTP\/1\.1 200 /);
    }
  });

  it('is cut off where it does not read its answer', async (t) => {
    const answered = Promise.withResolvers<ServerResponse>();
    const port = await impatient(t, (_request, response) => {
      response.end(LONG);
      response.once('close', () => answered.resolve(response));
    });
    const socket = await socketTo(t, port);
    socket.pause();
    socket.write(REQUEST);
    assert.equal((await answered.promise).writableFinished, false);
  });

  it('is given all the time that its answer takes to make', async (t) => {
    const held = Promise.withResolvers<ServerResponse>();
    const cut = Promise.withResolvers<void>();
    const port = await impatient(t, ({ url: path }, response) => {
      if (path === '/') held.resolve(response);
      else response.end(LONG).once('close', () => cut.resolve());
    });
    const patient = await socketTo(t, port);
    patient.write(REQUEST);
    await held.promise;
    const unread = await socketTo(t, port);
    unread.pause();
    unread.write(REQUEST.replace('/', '/long'));
    await cut.promise;
    (await held.promise).end('here');
    const [reply] = await once(patient, 'data');
    assert.match(String(reply), /here$/);
  });
});
