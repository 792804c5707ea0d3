import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { fileAt, serve, type Served } from '../../support/http/serve.ts';

const compress = promisify(gzip);

export interface ServedFolder extends Served {
  /** The paths that were asked for so far. */
  asked: readonly string[];
}

/** Files of a folder as any static server gives them out, below a path such as `/community/site/`, compressed. The `url` ends with it. */
export async function serveFolder(folder: string, base = '/'): Promise<ServedFolder> {
  const asked: string[] = [];
  const served = await serve((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://site');
    asked.push(pathname);
    void answer(pathname).then((found) => {
      if (!found) return response.writeHead(404).end();
      return response.writeHead(200, { 'content-type': found.type, 'content-encoding': 'gzip' }).end(found.body);
    });
  });
  const answer = async (pathname: string) => {
    const file = pathname.startsWith(base) ? await fileAt(folder, pathname.slice(base.length - 1)) : null;
    return file && { type: file.type, body: await compress(file.body) };
  };
  return { ...served, url: served.url + base, asked };
}
