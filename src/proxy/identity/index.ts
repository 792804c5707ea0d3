/**
 * How the proxy learns who the member is; one file a mode. Imports the contract and the proxy's problem replies.
 */
export { identitiesOf, type IdentitySettings } from './identities.ts';
export type { Given, Identified, Identity, Once } from './identity.ts';
export { LEAST_SECRET_BYTES } from './member-token.ts';
export type { SessionMember } from './session.ts';
export { signedIdentity, type TokenSettings } from './signed.ts';
