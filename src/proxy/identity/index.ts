/**
 * How the proxy learns who the member is; one file a mode. Imports the contract and the proxy's problem replies.
 */
export type { Given, Identified, Identity, Once } from './identity.ts';
export { signedIdentity, type TokenSettings } from './signed.ts';
export { typedIdentity } from './typed.ts';
