import { once } from '../../common/once.ts';
import { describeError } from '../../service/text.ts';
import { type Transport, TransportError } from '../../service/transport.ts';
import type { UndiciTransport } from '../../service/undici.ts';

/**
 * A transport that is loaded with its first call: undici is a fifth of what `serve` would have to load, and its start does without.
 * If it cannot be loaded, as after an update of the packages under a running proxy, nothing is sent.
 */
export function lateTransport(load: () => Promise<UndiciTransport>): UndiciTransport {
  let isAsked = false;
  const loaded = once(load);
  const transport: Transport = async (request) => {
    isAsked = true;
    const send = await loaded().catch((cause: unknown) => {
      const why = describeError(cause);
      throw new TransportError(`undici could not be loaded (${why}): start the proxy again`, { written: false, cause });
    });
    return send(request);
  };
  return Object.assign(transport, {
    close: async () => {
      if (isAsked) await (await loaded().catch(() => null))?.close();
    },
  });
}
