/** Fastify, as it comes, with an undici pool. */
import '../../servers/report-usage.ts';
import Fastify from 'fastify';
import { Pool } from 'undici';
import { AWARD, awardBody } from '../../servers/award-call.ts';

const pool = new Pool(process.argv[2] ?? '', { connections: 64 });
const app = Fastify();
app.post('/rewards/actions/:action/claims', async (request, reply) => {
  const answer = await pool.request({ ...AWARD, body: awardBody(request.body) });
  return reply
    .code(201)
    .type('application/json')
    .send(await answer.body.text());
});
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
