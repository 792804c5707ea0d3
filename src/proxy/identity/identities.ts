import type { IdentityMode } from '../../contract/index.ts';
import type { Identity } from './identity.ts';
import { type SessionMember, sessionIdentity } from './session.ts';
import { signedIdentity, type TokenSettings } from './signed.ts';
import { typedIdentity } from './typed.ts';

/** What the config says of the modes. */
export interface IdentitySettings {
  memberTokens?: TokenSettings | undefined;
  member?: SessionMember | undefined;
}

/** The modes that the config sets up, by name, and that of the platform where there is one. `now` gives epoch milliseconds. */
export function identitiesOf(
  { memberTokens, member }: IdentitySettings,
  platform: Identity | undefined,
  now: () => number,
): ReadonlyMap<IdentityMode, Identity> {
  const known = [typedIdentity];
  if (memberTokens) known.push(signedIdentity(memberTokens, now));
  if (member) known.push(sessionIdentity(member));
  if (platform) known.push(platform);
  return new Map(known.map((identity) => [identity.mode, identity]));
}
