import { readFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.ico': 'image/x-icon',
  '.wasm': 'application/wasm',
};

const compress = promisify(gzip);

/** Files of a folder as any static server gives them out, below a path such as `/community/site/`, compressed. */
export class StaticServer {
  readonly #server: Server;
  readonly #base: string;

  private constructor(server: Server, base: string) {
    this.#server = server;
    this.#base = base;
  }

  static async open(folder: string, base = '/'): Promise<StaticServer> {
    const server = createServer(({ url = '' }, response) => void answer(url, response));
    const answer = async (url: string, response: ServerResponse) => {
      const { pathname } = new URL(url, 'http://site');
      const name = pathname.slice(base.length) + (pathname.endsWith('/') ? 'index.html' : '');
      const type = TYPES[extname(name)];
      try {
        if (!pathname.startsWith(base) || type === undefined) throw new Error(`there is no ${pathname}`);
        const body = await compress(await readFile(join(folder, name)));
        response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(body);
      } catch {
        response.writeHead(404).end();
      }
    };
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return new StaticServer(server, base);
  }

  /** With a slash at the end. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${this.#base}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
