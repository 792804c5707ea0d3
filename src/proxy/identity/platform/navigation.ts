import type { Incoming } from '../../http/incoming.ts';

/** Whether a window shows the answer, as far as the browser says (Fetch Metadata): no frame, and no script. */
export function isNavigation({ method, headers }: Incoming): boolean {
  const destination = headers.get('sec-fetch-dest');
  return (method === 'GET' || method === 'POST') && (destination === null || destination === 'document');
}
