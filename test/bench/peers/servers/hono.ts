/** Hono on its adapter for Node, with the `fetch` that Node has. */
import '../../servers/report-usage.ts';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { AWARD, awardBody } from '../../servers/award-call.ts';
import { tell } from '../../servers/listen-and-tell.ts';

const { path, ...call } = AWARD;
const url = new URL(path, process.argv[2]);
const app = new Hono();
app.post('/rewards/actions/:action/claims', async (context) => {
  const reply = await fetch(url, { ...call, body: awardBody(await context.req.json()) });
  return context.body(await reply.text(), 201, { 'content-type': 'application/json' });
});
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, tell);
