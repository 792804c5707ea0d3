import type { IdentityMode } from '../../contract/index.ts';
import type { IdentitySettings } from './config.ts';
import type { Identity, IdentityContext } from './identity.ts';
import { sessionIdentity } from './session.ts';
import { signedIdentity } from './signed.ts';
import { typedIdentity } from './typed.ts';

/** The modes that the config sets up, by name, and that of the platform if there is one. */
export function identitiesOf(
  { signed, session }: IdentitySettings,
  platform: Identity | undefined,
  context: IdentityContext,
): ReadonlyMap<IdentityMode, Identity> {
  const known = [typedIdentity(context.ids)];
  if (signed) known.push(signedIdentity(signed, context));
  if (session) known.push(sessionIdentity(session, context.ids));
  if (platform) known.push(platform);
  return new Map(known.map((identity) => [identity.mode, identity]));
}
