import type { IncomingMessage } from 'node:http';
import { fileURLToPath, pathToFileURL } from 'node:url';

type Handler = (request: IncomingMessage, response: unknown, next: () => void) => void;

/** A plugin for Vite, and for VitePress, which brings a Vite of its own. */
interface ServerPlugin {
  name: string;
  configureServer(server: { middlewares: { use(handler: Handler): unknown } }): void;
}

/**
 * Has Vite's server find the files of this folder, or of the one that is given, where a folder has a percent sign in its name: their
 * paths stand in its addresses unescaped.
 */
export function servedPaths(folder: string = fileURLToPath(new URL('..', import.meta.url))): ServerPlugin {
  const asked = new URL(`/@fs${folder}`, 'http://localhost').pathname;
  const meant = `/@fs${pathToFileURL(folder).pathname}`;
  return {
    name: 'served-paths',
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        request.url = request.url?.replace(asked, () => meant);
        next();
      });
    },
  };
}
