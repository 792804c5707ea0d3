import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** A stand-in for the HTTP proxy of a network. */
export interface NetworkProxy extends AsyncDisposable {
  port: number;
  /** The target of each tunnel, and its `proxy-authorization`. */
  tunnels: [to: string | undefined, as: string | undefined][];
  /** All that has come to it outside of tunnels. */
  requests: string[];
  /** All that went through its tunnels towards the service. */
  carried: string;
}

/** A proxy that leads to one port of this machine, whatever name it is asked for. `instead` is what it does in place of a tunnel. */
export async function networkProxy(to: { port: number }, instead?: (socket: Socket) => void): Promise<NetworkProxy> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => {});
  };
  const server = createServer((request, response) => {
    proxy.requests.push(`${request.method} ${request.url}`);
    response.writeHead(502).end();
  });
  server.on('connection', keep);
  server.on('connect', ({ url, headers }: IncomingMessage, socket: Socket) => {
    proxy.tunnels.push([url, headers['proxy-authorization']]);
    if (instead) {
      instead(socket);
      return;
    }
    const far = connect(to.port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(far).pipe(socket);
    });
    keep(far);
    socket.on('data', (bytes: Buffer) => (proxy.carried += bytes.toString('latin1')));
    socket.on('close', () => far.destroy());
    far.on('close', () => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo;
  const proxy: NetworkProxy = {
    port,
    tunnels: [],
    requests: [],
    carried: '',
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}
