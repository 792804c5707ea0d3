/** The policy on which sites may frame a page: these, or none if the list is empty. */
export function framedBy(origins: readonly string[]): string {
  return `frame-ancestors ${origins.length === 0 ? "'none'" : origins.join(' ')}`;
}
