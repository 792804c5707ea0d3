/** Where in the desk one is, as the address says after its hash. */
export type Route =
  | { view: 'overview' | 'give' | 'health' | 'audit' }
  /** With the claim or the group (by the id of its first claim) that is to be decided on. */
  | { view: 'waiting'; chosen: string | null; together: boolean }
  | { view: 'claims' | 'deliveries' | 'code'; query: URLSearchParams }
  | { view: 'claim'; id: string };

/** The route that a hash names; the overview for what names none. */
export function routeOf(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [view = '', id] = path.split('/');
  if (view === 'give' || view === 'health' || view === 'audit') return { view };
  if (view === 'waiting') return { view, chosen: id ?? null, together: query === 'together' };
  if (view === 'claim' && id !== undefined) return { view, id };
  if (view === 'claims' || view === 'deliveries' || view === 'code') return { view, query: new URLSearchParams(query) };
  return { view: 'overview' };
}
