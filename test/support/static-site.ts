import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join, normalize } from 'node:path';

export interface Site {
  /** Ends with a slash. */
  url: string;
  close(): Promise<void>;
}

/** What a site has: a page, scripts below `/scripts/`, and, if it likes, an answer to all else. */
export interface SiteOptions {
  page: string;
  /** The folder of the scripts. */
  scripts: string;
  answer?: (request: IncomingMessage, response: ServerResponse) => void;
}

const PREFIX = '/scripts/';

/** Opens a site on a port of 127.0.0.1. */
export async function openStaticSite({ page, scripts, answer }: SiteOptions): Promise<Site> {
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path === '/') response.setHeader('content-type', 'text/html').end(page);
    else if (path.startsWith(PREFIX)) void send(join(scripts, normalize(path.slice(PREFIX.length - 1))), response);
    else if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${address.port}/`, close };
}

async function send(file: string, response: ServerResponse): Promise<void> {
  try {
    const content = await readFile(file);
    response.setHeader('content-type', file.endsWith('.css') ? 'text/css' : 'text/javascript').end(content);
  } catch {
    response.writeHead(404).end();
  }
}
