/** Who may have a page in a frame: these sites, and nobody where there are none. */
export function framedBy(origins: readonly string[]): string {
  return `frame-ancestors ${origins.length === 0 ? "'none'" : origins.join(' ')}`;
}
