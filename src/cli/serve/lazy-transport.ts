import { once } from '../../common/once.ts';
import { describeError } from '../../service/text.ts';
import { type Transport, TransportError, type TransportReply, type TransportRequest } from '../../service/transport.ts';
import type { UndiciTransport } from '../../service/undici.ts';

/**
 * A transport that is loaded on its first call: undici is a fifth of the code of `serve`, and the start does not need it. If it cannot be
 * loaded, nothing is sent, and the next call tries again: the process may have had no file descriptors left for a moment. After an update
 * of the packages under a running proxy, and on Node 22 after any failure, only a restart helps.
 */
export function lazyTransport(load: () => Promise<UndiciTransport>): UndiciTransport {
  let isAsked = false;
  let send: Transport | null = null;
  const loaded = once(load);
  const transport: Transport = (request) => (send ? send(request) : loadAndSend(request));
  async function loadAndSend(request: TransportRequest): Promise<TransportReply> {
    isAsked = true;
    send = await loaded().catch((cause: unknown) => {
      const why = describeError(cause);
      const advice = 'start the proxy again if this goes on';
      throw new TransportError(`undici could not be loaded (${why}): ${advice}`, { written: false, cause });
    });
    return send(request);
  }
  return Object.assign(transport, {
    close: async () => {
      if (isAsked) await (await loaded().catch(() => null))?.close();
    },
  });
}
