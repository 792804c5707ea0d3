/** http-proxy, which hands on what it is sent, with the key and nothing else of its own. */
import '../../servers/report-usage.ts';
import { Agent, createServer } from 'node:http';
import httpProxy from 'http-proxy';
import { AWARD } from '../../servers/award-call.ts';
import { listenAndTell } from '../../servers/listen-and-tell.ts';

const proxy = httpProxy.createProxyServer({
  target: new URL(AWARD.path, process.argv[2]).href,
  ignorePath: true,
  headers: { 'x-api-key': AWARD.headers['x-api-key'] },
  agent: new Agent({ keepAlive: true, maxSockets: 64 }),
});
listenAndTell(createServer((request, response) => proxy.web(request, response)));
