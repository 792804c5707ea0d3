import type { RequestListener, ServerResponse } from 'node:http';
import type { Proxy } from '../../proxy/index.ts';
import { TEXT_HEADERS } from './text-headers.ts';

type Measured = Pick<Proxy, 'metrics'>;

const METRICS = { ...TEXT_HEADERS, 'content-type': 'text/plain; version=0.0.4; charset=utf-8' };

/** Answers `GET /metrics` with the proxy's metrics, as Prometheus asks for them, and nothing else. */
export function metricsListener(proxy: Measured): RequestListener {
  return ({ method, url }, response) => {
    if (url?.replace(/\?.*$/s, '') !== '/metrics') {
      response.writeHead(404, TEXT_HEADERS).end('There is nothing here but /metrics.\n');
    } else if (method !== 'GET' && method !== 'HEAD') {
      response.writeHead(405, { ...TEXT_HEADERS, allow: 'GET, HEAD' }).end('This address takes GET and HEAD.\n');
    } else {
      void sendMetrics(proxy, response);
    }
  };
}

async function sendMetrics(proxy: Measured, response: ServerResponse): Promise<void> {
  const text = await proxy.metrics();
  response.writeHead(200, METRICS).end(text);
}
