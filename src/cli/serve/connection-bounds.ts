import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/** Browsers and web servers send one after another; a client that sends ahead (RFC 9112, section 9.3.2) sends only a few. */
const MAX_AHEAD = 8;
/** How long a client may take to read the next part of a ready answer. */
const UNREAD_MS = 30_000;

/**
 * The listener, for connections alone whose answers are read. A few bytes ask for an answer that is long to make and to keep, and Node
 * takes up all requests that come in one piece: without a bound few connections are enough to hold up everybody. What was begun of a
 * connection that is cut off comes to its end.
 */
export function boundConnections(listener: RequestListener, { unreadMs = UNREAD_MS } = {}): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  const add = (socket: Socket, difference: number): number => {
    const count = (waiting.get(socket) ?? 0) + difference;
    waiting.set(socket, count);
    return count;
  };
  return (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    if (add(socket, 1) > MAX_AHEAD) {
      socket.destroy();
      return;
    }
    response.on('prefinish', () => socket.setTimeout(unreadMs));
    response.on('close', () => add(socket, -1));
    listener(request, response);
  };
}
