/** The yardstick: the least that a proxy with a key can do, on `node:http` and an undici pool, with no store. Prints its port. */
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
    const { memberId } = JSON.parse(text) as { memberId: string };
    const body = new URLSearchParams({ user_id: memberId, points: '10', remark: 'Daily check-in' }).toString();
    pool
      .request({ path: '/1/points/award', method: 'POST', headers, body })
      .then(async (reply) => {
        response.writeHead(201, { 'content-type': 'application/json' });
        response.end(await reply.body.text());
      })
      .catch(() => response.destroy());
  });
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
