import type { RequestListener } from 'node:http';
import { TEXT_HEADERS } from './text-headers.ts';

const NAME = /^(?:localhost|[\w.-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])\.?(?::\d{1,5})?$/i;

/** Whether an address to listen on is one that this machine alone can reach. */
export function isOwn(host: string): boolean {
  return NAME.test(host.includes(':') ? `[${host}]` : host);
}

/**
 * The listener, for requests alone that call this machine by a name of its own. A page of another site may have its site's name
 * lead here, and would be shown whatever answers by that, as its own (DNS rebinding).
 */
export function byOwnNames(listener: RequestListener): RequestListener {
  return (request, response) => {
    const { headers, socket } = request;
    const { host } = headers;
    // A browser always says whom it asks.
    if (host === undefined || NAME.test(host)) return listener(request, response);
    response
      .writeHead(421, { ...TEXT_HEADERS, connection: 'close' })
      .end(`This answers on this machine alone, by its own names: use http://localhost:${socket.localPort}.\n`);
  };
}
