/** The yardstick: the least that a proxy with a key can do, on `node:http` and an undici pool, with no store. Prints its address. */
import './report-usage.ts';
import { createServer } from 'node:http';
import { Pool } from 'undici';
import { AWARD, awardBody } from './award-call.ts';
import { listenAndTell } from './listen-and-tell.ts';

const pool = new Pool(process.argv[2] ?? '', { connections: 64 });

const server = createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  request.on('end', () => {
    forward(text).then(
      (reply) => response.writeHead(201, { 'content-type': 'application/json' }).end(reply),
      () => response.destroy(),
    );
  });
});

async function forward(claim: string): Promise<string> {
  const reply = await pool.request({ ...AWARD, body: awardBody(JSON.parse(claim)) });
  return reply.body.text();
}

listenAndTell(server);
