import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { portOwner } from '../../../src/cli/serve/port-owner.ts';
import { freePort } from '../../support/http/free-port.ts';

const skip = process.platform !== 'linux' && 'only Linux tells that without a program of its own';

describe('the program that has a port', { skip }, () => {
  for (const host of ['127.0.0.1', '0.0.0.0', '::1']) {
    it(`is told where it is this one, at ${host}`, async (t) => {
      const server = createServer().listen(0, host);
      await once(server, 'listening');
      t.after(() => server.close());
      assert.equal(await portOwner((server.address() as AddressInfo).port), 'this program itself');
    });
  }

  it('is told of a port of few digits', async (t) => {
    // Nobody else is at this address.
    const server = createServer().listen(1999, '127.83.12.7');
    await once(server, 'listening');
    t.after(() => server.close());
    assert.equal(await portOwner(1999), 'this program itself');
  });

  it('is nobody where none listens, though a connection goes out from there', async (t) => {
    assert.equal(await portOwner(await freePort()), null);
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    t.after(() => {
      socket.destroy();
      server.close();
    });
    assert.equal(await portOwner(socket.localPort ?? 0), null);
  });
});
