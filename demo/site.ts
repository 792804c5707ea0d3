import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { listen, type Listening, type ListenOptions } from '../src/cli/listen.ts';
import { type Addresses, addressesPlugin } from './addresses-plugin.ts';

/** The page through Vite, as it is in this folder: nothing has to be built first. */
export async function openSite(
  place: ListenOptions,
  addresses: Promise<Addresses>,
): Promise<Pick<Listening, 'url' | 'close'>> {
  // Vite needs the server before it can answer for it: pages are told of changes through a socket of its own.
  const site = await listen((request, response) => vite.middlewares(request, response), place);
  const vite = await createServer({
    configFile: fileURLToPath(new URL('vite.config.ts', import.meta.url)),
    plugins: [addressesPlugin(addresses)],
    server: { middlewareMode: true, ws: { server: site.server } },
  });
  return {
    url: site.url,
    close: async () => {
      await vite.close();
      await site.close();
    },
  };
}
