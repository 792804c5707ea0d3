import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type ServerOptions } from 'node:http';
import { connect } from 'node:net';
import { type NodeListenerOptions, toNodeListener } from '../../../src/proxy/adapters/node.ts';
import type { Handler } from '../../../src/proxy/index.ts';

export interface Server extends AsyncDisposable {
  port: number;
  url: string;
}

/** The handler behind the Node adapter, on a port of this machine. */
export function serve(fetch: Handler['fetch'], options?: NodeListenerOptions): Promise<Server> {
  return serveListener(toNodeListener({ fetch }, options));
}

/** The listener on a port of this machine. */
export async function serveListener(listener: RequestListener, options: ServerOptions = {}): Promise<Server> {
  const server = createServer(options, listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address);
  const { port } = address;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** All that comes back for the text, until the other side ends the connection; `reset` where it was destroyed. */
export async function exchange(port: number, text: string): Promise<{ received: string; reset: boolean }> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  let reset = false;
  socket.setEncoding('latin1');
  socket.on('data', (chunk) => (received += String(chunk)));
  socket.on('error', () => (reset = true));
  socket.write(text);
  await once(socket, 'close');
  return { received, reset };
}
