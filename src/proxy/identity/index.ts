/**
 * How the proxy learns who the member is; one file a mode. Imports the contract and the proxy's problem replies.
 */
export type { Identified, Identity } from './identity.ts';
export { typedIdentity } from './typed.ts';
