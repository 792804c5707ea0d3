/** Whether a window shows the answer, as far as the browser says (Fetch Metadata): no frame, and no script. */
export function isNavigation({ method, headers }: Request): boolean {
  const destination = headers.get('sec-fetch-dest');
  return (method === 'GET' || method === 'POST') && (destination === null || destination === 'document');
}
