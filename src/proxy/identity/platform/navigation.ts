import type { Incoming } from '../../http/incoming.ts';

/** Whether the answer will be shown in a window, and not in a frame or to a script, as far as the browser says (Fetch Metadata). */
export function isNavigation({ method, headers }: Incoming): boolean {
  const destination = headers.get('sec-fetch-dest');
  return (method === 'GET' || method === 'POST') && (destination === null || destination === 'document');
}
