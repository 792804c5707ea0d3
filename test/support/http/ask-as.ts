import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** Asks as a browser does that took the address for the host of that name, which `fetch` cannot. Without a name there is no `Host`. */
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
