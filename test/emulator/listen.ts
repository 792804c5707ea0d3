import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Emulator } from '../../src/emulator/index.ts';
import { toNodeListener } from '../../src/proxy/adapters/node.ts';

/** The emulator on a port of 127.0.0.1, behind the Node adapter. */
export async function listen(emulator: Emulator): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer(toNodeListener(emulator));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${address.port}`, close };
}
