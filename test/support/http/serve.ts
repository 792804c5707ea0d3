import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.wasm': 'application/wasm',
};

/** A server on a port of this machine that was free. */
export interface Served {
  server: Server;
  /** Without a slash at the end. */
  url: string;
  /** Cuts what is still open. */
  close: () => Promise<void>;
}

export async function serve(listener: RequestListener): Promise<Served> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    server,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** A file as a static server gives it out. */
export interface FoundFile {
  type: string;
  body: Buffer;
}

/** The file of the folder at the path of an address; `index.html` for a path that ends in a slash. Null where there is none. */
export async function fileAt(folder: string, path: string): Promise<FoundFile | null> {
  const name = normalize(path.endsWith('/') ? `${path}index.html` : path);
  const type = TYPES[extname(name)];
  if (type === undefined || name.startsWith('..')) return null;
  try {
    return { type, body: await readFile(join(folder, name)) };
  } catch {
    return null;
  }
}
