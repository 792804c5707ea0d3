import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileAt, serve } from './serve.ts';

export interface Site {
  /** Ends with a slash. */
  url: string;
  close(): Promise<void>;
}

/** What a site serves: a page, scripts below `/scripts/`, and optionally an answer to everything else. */
export interface SiteOptions {
  page: string;
  /** The folder of the scripts. */
  scripts: string;
  answer?: (request: IncomingMessage, response: ServerResponse) => void;
}

const PREFIX = '/scripts/';

/** Opens a site on a port of 127.0.0.1. */
export async function openStaticSite({ page, scripts, answer }: SiteOptions): Promise<Site> {
  const send = async (path: string, response: ServerResponse) => {
    const file = await fileAt(scripts, path);
    if (file) response.setHeader('content-type', file.type).end(file.body);
    else response.writeHead(404).end();
  };
  const { url, close } = await serve((request, response) => {
    const path = request.url ?? '/';
    if (path === '/') response.setHeader('content-type', 'text/html').end(page);
    else if (path.startsWith(PREFIX)) void send(path.slice(PREFIX.length - 1), response);
    else if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  return { url: `${url}/`, close };
}
