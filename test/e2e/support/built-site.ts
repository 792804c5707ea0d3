import type { ServerResponse } from 'node:http';
import { type Addresses, withAddresses } from '../../../demo/plugins/addresses.ts';
import type { openSite, Routes } from '../../../demo/site.ts';
import { listen, type ListenOptions } from '../../../src/cli/serve/listen.ts';
import { fileAt } from '../../support/http/serve.ts';
import { builtPages } from './built-pages.ts';

/**
 * The demo's pages as `openSite` gives them, without the documentation, and built: of its sources a page is a hundred files, which
 * the browser of every new visitor asks for.
 */
export const openBuiltSite: typeof openSite = async (
  place: ListenOptions,
  addresses: Promise<Addresses>,
  routes: Routes | undefined,
) => {
  const { folder, remove } = await builtPages('live');
  const send = async (path: string, response: ServerResponse): Promise<void> => {
    const file = await fileAt(folder, path);
    if (!file) return void response.writeHead(404).end();
    response.setHeader('content-type', file.type);
    if (!file.type.startsWith('text/html')) return void response.end(file.body);
    response.end(withAddresses(file.body.toString(), await addresses));
  };
  const site = await listen((request, response) => {
    const { url = '' } = request;
    const route = Object.entries(routes ?? {}).find(([path]) => url.startsWith(path));
    if (route) route[1](request, response);
    else void send(new URL(url, 'http://site').pathname, response);
  }, place);
  return {
    url: site.url,
    close: async () => {
      await site.close();
      await remove();
    },
  };
};
