import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { type buildConnector, Client, type Dispatcher } from 'undici';
import { Exchange } from './exchange.ts';
import { Line } from './line.ts';

/** How long a new connection is watched before anything is written: data that comes this early is no reply. */
const LISTEN_MS = 10;

/** A client with one connection at a time, which gives each exchange the `Line` that it uses. */
export class LineClient extends Client {
  readonly #current: { line?: Line };

  /** `connect` makes connections; `onUnasked` is called for unsolicited data. */
  constructor(origin: URL, options: Client.Options, connect: buildConnector.connector, onUnasked: () => void) {
    const current: { line?: Line } = {};
    super(origin, {
      ...options,
      connect: (target, callback) =>
        connect(target, (error, socket) => {
          if (error) {
            callback(error, null);
            return;
          }
          const line = new Line(socket, onUnasked);
          current.line = line;
          afterListening(() => {
            const problem = problemOf(line);
            if (problem) {
              line.destroy();
              callback(problem, null);
              return;
            }
            // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- undici uses no more of a socket than this has
            callback(null, line as Readable as Socket);
          });
        }),
    });
    this.#current = current;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    if (handler instanceof Exchange) handler.via = this.#current;
    return super.dispatch(options, handler);
  }
}

/** Calls `then` after the time is over and pending data was read: a busy process may get to both at the same moment. */
function afterListening(then: () => void): void {
  setTimeout(() => setImmediate(() => setImmediate(then)), LISTEN_MS);
}

/** Why the connection must not be used; null if it may. */
function problemOf({ spokeUnasked, destroyed, errored, readableEnded }: Line): Error | null {
  if (spokeUnasked) return new Error('the service spoke before it was asked');
  if (destroyed || readableEnded) return errored ?? new Error('the service ended the connection before it was asked');
  return null;
}
