import { once } from '../../common/once.ts';
import { describeError } from '../../service/text.ts';
import { type Transport, TransportError, type TransportReply, type TransportRequest } from '../../service/transport.ts';
import type { UndiciTransport } from '../../service/undici.ts';

/**
 * A transport that is loaded with its first call: undici is a fifth of what `serve` would have to load, and its start does without.
 * If it cannot be loaded, nothing is sent, and the next call tries again: perhaps no more files could be opened for a moment. After an
 * update of the packages under a running proxy, and on Node 22 after any failure, only a new start helps.
 */
export function lateTransport(load: () => Promise<UndiciTransport>): UndiciTransport {
  let isAsked = false;
  let send: Transport | null = null;
  const loaded = once(load);
  const transport: Transport = (request) => (send ? send(request) : loadAndSend(request));
  async function loadAndSend(request: TransportRequest): Promise<TransportReply> {
    isAsked = true;
    send = await loaded().catch((cause: unknown) => {
      const why = describeError(cause);
      const mend = 'start the proxy again if this goes on';
      throw new TransportError(`undici could not be loaded (${why}): ${mend}`, { written: false, cause });
    });
    return send(request);
  }
  return Object.assign(transport, {
    close: async () => {
      if (isAsked) await (await loaded().catch(() => null))?.close();
    },
  });
}
