import { type MemberIdSettings, memberIdsOf } from './member-ids.ts';

/** The type in a token's header (RFC 8725, section 3.11), so that no other token of the site is accepted as one of these. */
export const TOKEN_TYPE = 'rewards-member+jwt';
/** The audience of tokens, unless the config has another. */
export const TOKEN_AUDIENCE = 'rewards-elements';
/** The longest validity of a token, in seconds. */
export const MAX_LIFE_S = 300;
/** The least length of a secret in bytes: that of the hash (RFC 7518, section 3.2). */
export const MIN_SECRET_BYTES = 32;

const DEFAULT_LIFE_S = 120;

export interface MemberTokenOptions {
  /** The member who is signed in on the site. Text, because ids are too large for numbers. */
  memberId: string;
  /** The secret, the same as in the proxy's config, with at least 32 bytes. */
  secret: string;
  /** The only action that the token is valid for; default: any. */
  action?: string;
  /** The same as `identity.signed.audience` in the proxy's config; needed only if that is set. */
  audience?: string;
  /** The same as `memberIds` in the proxy's config; needed only if that is set. */
  memberIds?: MemberIdSettings;
  /** Seconds until the token expires, at most 300; default: 120. */
  lifeSeconds?: number;
}

/**
 * Signs a token (a JWT with HS256) for a member who is signed in on the site. Give it to a widget as `member-token`. It
 * is good for one claim. Works wherever Web Crypto does. Throws `TypeError` or `RangeError` for what it cannot sign.
 *
 * @example
 * const token = await signMemberToken({ memberId: user.communityId, secret: process.env.REWARDS_TOKEN_SECRET });
 */
export async function signMemberToken({
  memberId,
  secret,
  action,
  audience = TOKEN_AUDIENCE,
  memberIds,
  lifeSeconds = DEFAULT_LIFE_S,
}: MemberTokenOptions): Promise<string> {
  const member = memberIdsOf(memberIds).read(memberId);
  if ('error' in member) throw new TypeError(`memberId ${member.error}`);
  if (!Number.isInteger(lifeSeconds) || lifeSeconds < 1 || lifeSeconds > MAX_LIFE_S) {
    throw new RangeError(`lifeSeconds must be a whole number from 1 to ${MAX_LIFE_S}`);
  }
  const issuedAt = Math.floor(Date.now() / 1000);
  const claims = {
    sub: member.id,
    aud: audience,
    jti: crypto.randomUUID(),
    iat: issuedAt,
    exp: issuedAt + lifeSeconds,
  };
  const { SignJWT } = await import('jose');
  return new SignJWT(action === undefined ? claims : { ...claims, action })
    .setProtectedHeader({ alg: 'HS256', typ: TOKEN_TYPE })
    .sign(secretBytes(secret));
}

/** The bytes of a secret. Throws `RangeError` if there are too few. */
export function secretBytes(secret: string): Uint8Array {
  const bytes = new TextEncoder().encode(secret);
  if (bytes.byteLength >= MIN_SECRET_BYTES) return bytes;
  throw new RangeError(
    `the secret must have at least ${MIN_SECRET_BYTES} bytes: make one with "openssl rand -base64 32"`,
  );
}
