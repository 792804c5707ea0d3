/**
 * Signing in with the community's platform: OAuth 2 with PKCE and state, through openid-client. Imports jose, zod, the
 * contract, the ledger port, and of the proxy its identities, pages and problems.
 *
 * Decisions. What a browser keeps is sealed, and no list of sessions is kept on the server: only what was used once, which were
 * ended before their time, and since when a member's sessions count. Pages of the proxy's own origin are known by a cookie; widgets on other origins, whom
 * browsers do not let use it, get a code by a message or in the address, and a token for it that is good for their site alone.
 */
export { createPlatform, redirectUrl, type SignInRoutes } from './platform.ts';
export { type IsMember, MAX_SESSION_DAYS, platformOf, type PlatformSettings, PRESETS } from './settings.ts';
