// Files as any host of static pages would serve them.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname } from 'node:path';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

createServer(async (request, response) => {
  const path = new URL(request.url, 'http://localhost').pathname.replace(/\/$/, '/index.html');
  try {
    const body = await readFile(`.${path}`);
    response.setHeader('content-type', `${TYPES[extname(path)]}; charset=utf-8`).end(body);
  } catch {
    response.writeHead(404).end();
  }
}).listen(Number(process.env.PORT), process.env.HOST);
