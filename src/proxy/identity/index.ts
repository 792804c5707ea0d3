/**
 * How the proxy learns who the member is: one file or folder for each mode. Imports the contract and the proxy's problem replies.
 */
export { bearerToken } from './bearer.ts';
export { identitySettings } from './config.ts';
export { identitiesOf } from './identities.ts';
export type { Identified } from './identity.ts';
export { identifyBy, type Identify } from './identify.ts';
export { aliasWarning } from './member-aliases.ts';
export { type MemberIds, memberIdsOf, type MemberIdSettings } from './member-ids.ts';
export { createPlatform, MAX_SESSION_DAYS, redirectUrl, type SignInRoutes } from './platform/index.ts';
export { CLOSE_OR_GO_BACK } from './platform/pages.ts';
export { signedIdentity, type TokenSettings } from './signed.ts';
