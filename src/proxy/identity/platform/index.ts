/**
 * Sign-in with the community's platform: OAuth 2 with PKCE and state, through openid-client. Imports jose, zod, the contract, the ledger port, and
 * the proxy's identities, pages and problems.
 *
 * Decisions. The browser keeps the session, encrypted. The server keeps no list of sessions. It only keeps what was used once, which sessions ended
 * early, and since when a member's sessions are valid. Pages of the proxy's own origin use a cookie. Browsers do not send that cookie from widgets on
 * other origins: those get a code, by a message or in the address, and exchange it for a token that is only valid on their site.
 */
export { createPlatform, redirectUrl, type SignInRoutes } from './platform.ts';
export { MAX_SESSION_DAYS } from './settings.ts';
