import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, Server } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { listen } from '../../../src/cli/serve/listen.ts';
import { askAs } from '../../support/http/ask-as.ts';

const place = { host: '127.0.0.1', port: 0, option: '--port' };

async function socketTo(t: TestContext, url: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('utf8');
  t.after(() => socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** A server that is asked to close while one reply, whose text is `answer`, is still to come, and `settled` too. */
async function closing() {
  const [asked, answer, settled] = [
    Promise.withResolvers<void>(),
    Promise.withResolvers<string>(),
    Promise.withResolvers<void>(),
  ];
  const { url, ...site } = await listen((_request, response) => {
    asked.resolve();
    void answer.promise.then((text) => response.end(text));
  }, place);
  const reply = fetch(url).then((response) => response.text());
  await asked.promise;
  return { url, answer, settled, reply, closed: site.close(settled.promise) };
}

describe('a server', () => {
  it(
    'allows no more than 10 s for headers and 15 s for a request, and cuts off who takes longer',
    { timeout: 20_000 },
    async (t) => {
      const { server, url, ...site } = await listen((_request, response) => response.end(), place);
      t.after(() => site.close());
      assert.deepEqual([server.headersTimeout, server.requestTimeout], [10_000, 15_000]);
      server.headersTimeout = 1;
      const socket = await socketTo(t, url);
      socket.write('GET / HTTP/1.1\r\nhost: x\r\n');
      const [reply] = await once(socket, 'data');
      assert.match(String(reply), /^HTTP\/1\.1 408 /);
    },
  );

  it('lets a reply that is on its way arrive before it closes', async () => {
    const { url, answer, settled, reply, closed } = await closing();
    await assert.rejects(fetch(url));
    settled.resolve();
    answer.resolve('whole');
    assert.equal(await reply, 'whole');
    await closed;
  });

  it('gives what must settle all the time that it takes', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { answer, settled, reply, closed } = await closing();
    t.mock.timers.tick(3_600_000);
    await new Promise(setImmediate);
    answer.resolve('late');
    assert.equal(await reply, 'late');
    settled.resolve();
    await closed;
  });

  it('cuts what is still open where nothing has to settle', async () => {
    const { url, ...site } = await listen((_request, response) => void response.write('begun'), place);
    const response = await fetch(url);
    const rest = response.text();
    await site.close();
    await assert.rejects(rest);
  });

  it('answers on this machine alone by the names of this machine alone, which no page of another site has', async (t) => {
    const { url, ...site } = await listen((_request, response) => response.end('private'), place);
    t.after(() => site.close());
    const { port } = new URL(url);
    for (const name of ['localhost', 'LOCALHOST', 'localhost.', 'site.localhost', '127.0.0.1', '127.9.9.9', '[::1]']) {
      for (const host of [name, `${name}:${port}`, `${name}:1`]) {
        assert.deepEqual(await askAs(host, url), { status: 200, body: 'private' }, host);
      }
    }
    const foreign = [
      'evil.example',
      `evil.example:${port}`,
      'localhost.evil.example',
      'evil-localhost',
      '127.0.0.1.evil.example',
      '127.0.0.1.nip.io',
      '192.168.1.1',
      '0.0.0.0',
      '[::]',
      'localhost@evil.example',
      'localhost evil.example',
      '',
    ];
    for (const host of foreign) {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const { status, body } = await askAs(host, url, method);
        assert.equal(status, 421, host);
        assert.equal(body, `This answers on this machine alone, by its own names: use http://localhost:${port}.\n`);
      }
    }
  });

  it('answers by any name where something before it passes on those of visitors, or where others can reach it', async (t) => {
    for (const options of [
      { ...place, anyHost: true },
      { ...place, host: '0.0.0.0' },
    ]) {
      const { url, ...site } = await listen((_request, response) => response.end('public'), options);
      t.after(() => site.close());
      assert.deepEqual(await askAs('example.org', url), { status: 200, body: 'public' });
    }
  });

  it('is told with its address in brackets, where that has colons', async (t) => {
    const { url, ...site } = await listen((_request, response) => response.end('here'), { ...place, host: '::1' });
    t.after(() => site.close());
    assert.match(url, /^http:\/\/\[::1\]:\d+$/);
    assert.equal(await (await fetch(url)).text(), 'here');
  });

  it('says what to do where a port needs more rights', async (t) => {
    const refused = Object.assign(new Error('listen EACCES'), { code: 'EACCES' });
    t.mock.method(Server.prototype, 'listen', function (this: Server) {
      process.nextTick(() => this.emit('error', refused));
      return this;
    });
    await assert.rejects(
      listen(() => {}, { ...place, port: 80 }),
      { message: 'port 80 on 127.0.0.1 needs more rights than this user has: choose one above 1023 with --port' },
    );
  });

  it('names an address that this machine does not have', async () => {
    await assert.rejects(
      listen(() => {}, { ...place, host: '192.0.2.1' }),
      {
        message: '192.0.2.1 is no address of this machine: choose one that is, such as 127.0.0.1',
      },
    );
  });
});
