/** The far end of the bench: a service that grants whatever it is asked, on its own process. Prints its address. */
import './report-usage.ts';
import { createServer } from 'node:http';
import { listenAndTell } from './listen-and-tell.ts';

const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
  request.on('end', () => {
    const form = new URLSearchParams(body);
    const data = { user_id: form.get('user_id'), points: Number(form.get('points')), remark: form.get('remark') };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ code: 0, error: '', data, ts: 1 }));
  });
});
server.keepAliveTimeout = 60_000;
listenAndTell(server);
