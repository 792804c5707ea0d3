import type { ClaimSite } from '../../client/types.ts';

/** Failures that only the author of the page can fix. */
export type SetupCode = 'origin-not-allowed' | 'no-proxy' | 'not-found' | 'unknown-action';

type Site = Pick<ClaimSite, 'action' | 'endpoint'>;

const noProxyAt = ({ action, endpoint }: Site): string =>
  action
    ? `there is no proxy at '${endpoint}'. Set the attribute endpoint to the address where it is mounted.`
    : "the tag has no action. Set the attribute action to one of the proxy's config.";

/** What is wrong, and what to do about it. */
const HINTS: Record<SetupCode, (site: Site) => string> = {
  'origin-not-allowed': () =>
    origin === 'null'
      ? 'this page has no origin of its own. Open it from a web server, not as a file or in a sandboxed frame.'
      : `add '${origin}' to origins in the proxy's config, and start the proxy again.`,
  'no-proxy': noProxyAt,
  'not-found': noProxyAt,
  'unknown-action': ({ action }) =>
    `the proxy's config has no action '${action}'. Add it, or correct the attribute action.`,
};

/** Explains the failure on the console, for the author of the page: visitors cannot fix it. */
export function logHint(code: SetupCode, site: Site): void {
  // oxlint-disable-next-line no-console -- it is meant for the console
  console.error(`rewards-elements: ${HINTS[code](site)}`);
}
