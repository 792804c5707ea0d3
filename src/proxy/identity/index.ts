/**
 * How the proxy learns who the member is: one file or folder for each mode. Imports the contract and the proxy's problem replies.
 */
export { bearerToken } from './bearer.ts';
export { type IdentitySettings, identitySettings } from './config.ts';
export { identitiesOf } from './identities.ts';
export type { Given, Identified, Identity, IdentityContext } from './identity.ts';
export { identifyBy, type Identify } from './identify.ts';
export { aliasWarning } from './member-aliases.ts';
export { type MemberIds, memberIdsOf, type MemberIdSettings, patternProblem } from './member-ids.ts';
export {
  createPlatform,
  type IsMember,
  MAX_SESSION_DAYS,
  type PlatformSettings,
  PRESETS,
  redirectUrl,
  type SignInRoutes,
} from './platform/index.ts';
export { CLOSE_OR_GO_BACK } from './platform/pages.ts';
export { MIN_SECRET_BYTES } from './member-token.ts';
export type { SessionMember } from './session.ts';
export { signedIdentity, type TokenSettings } from './signed.ts';
