import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { type buildConnector, Client, type Dispatcher } from 'undici';
import { Exchange } from './exchange.ts';
import { Line } from './line.ts';

/** How long a new connection is listened to before anything is written: who speaks that early is not answering. */
const LISTEN_MS = 10;

/** A client of one connection at a time, which shows calls the `Line` that they go by. */
export class LineClient extends Client {
  readonly #current: { line?: Line };

  /** `connect` makes connections; `onUnasked` is called when something comes that was not asked for. */
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

/** Once the time is over and what came in it was read: a busy process may come to both at once. */
function afterListening(then: () => void): void {
  setTimeout(() => setImmediate(() => setImmediate(then)), LISTEN_MS);
}

/** Why nothing may be written, if that is so. */
function problemOf({ spokeUnasked, destroyed, errored, readableEnded }: Line): Error | null {
  if (spokeUnasked) return new Error('the service spoke before it was asked');
  if (destroyed || readableEnded) return errored ?? new Error('the service ended the connection before it was asked');
  return null;
}
