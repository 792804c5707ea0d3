import type { ClaimSite } from '../../client/types.ts';

/** Failures that the author of the page can mend. */
export type MakersCode = 'origin-not-allowed' | 'no-proxy' | 'not-found' | 'unknown-action';

type Site = Pick<ClaimSite, 'action' | 'endpoint'>;

const noProxyAt = ({ endpoint }: Site): string =>
  `there is no proxy at '${endpoint}'. Set the attribute endpoint to the address where it is mounted.`;

/** What keeps a page from the proxy that its author has to mend, by the code of the failure. */
const MENDS: Record<MakersCode, (site: Site) => string> = {
  'origin-not-allowed': () =>
    origin === 'null'
      ? 'this page has no origin of its own. Open it from a web server, not as a file or in a sandboxed frame.'
      : `add '${origin}' to origins in the proxy's config, and start the proxy again.`,
  'no-proxy': noProxyAt,
  'not-found': noProxyAt,
  'unknown-action': ({ action }) =>
    `the proxy's config has no action '${action}'. Add it, or mend the attribute action.`,
};

/** Tells the page's author, on the console, what keeps it from the proxy: visitors cannot mend that. */
export function tellMaker(code: MakersCode, site: Site): void {
  // oxlint-disable-next-line no-console -- it is meant for the console
  console.error(`rewards-elements: ${MENDS[code](site)}`);
}
