import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

/**
 * Sends a request with this `Host` header, which `fetch` cannot set, as a browser does for which a name resolves to the address (DNS
 * rebinding). Without a name it sends no `Host`.
 */
export async function askAs(
  host: string | undefined,
  url: string | URL,
  method = 'GET',
): Promise<{ status: number | undefined; body: string }> {
  const asked = request(url, { method, setHost: false, headers: host === undefined ? {} : { host } });
  asked.end();
  const [response]: IncomingMessage[] = await once(asked, 'response');
  if (!response) throw new Error('there is no response');
  return { status: response.statusCode, body: await text(response) };
}
