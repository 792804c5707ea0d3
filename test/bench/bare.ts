/** The yardstick: the least that a proxy with a key can do, on `node:http` and an undici pool, with no store. Prints its port. */
import './report-cpu.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';

const pool = new Pool(process.argv[2] ?? '', { connections: 64 });
const headers = {
  'content-type': 'application/x-www-form-urlencoded',
  accept: 'application/json',
  'x-api-key': 'bench-key',
};

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
  const { memberId } = JSON.parse(claim) as { memberId: string };
  const body = new URLSearchParams({ user_id: memberId, points: '10', remark: 'Daily check-in' }).toString();
  const reply = await pool.request({ path: '/1/points/award', method: 'POST', headers, body });
  return reply.body.text();
}

server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
