import { PROXY_URL } from '../serve/serve.ts';
import type { Framework } from './frameworks/index.ts';
import type { Site } from './site.ts';

/** The port of an address of this machine; undefined for any other address. */
export function localPort(address: string): string | undefined {
  return /^http:\/\/(?:localhost|127\.0\.0\.1):(\d+)(?:\/|$)/.exec(address)?.[1];
}

/** What starts the site, or the proxy beside it where browsers of this machine look for it. */
export function startCommand({ start }: Framework, { proxy }: Site): string {
  const port = proxy === undefined ? undefined : localPort(proxy);
  return port === undefined || port === localPort(PROXY_URL) ? start : `${start} --port ${port}`;
}
