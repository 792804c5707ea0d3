/** Hono on its adapter for Node, with one answer and nothing else. */
import '../../servers/report-usage.ts';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { tell } from '../../servers/listen-and-tell.ts';

const app = new Hono();
app.get('/rewards/health', (context) => context.json({ status: 'ok' }));
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.env['PORT'] ?? 0) }, tell);
