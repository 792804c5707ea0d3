/** What a site's own server needs to sign tokens for its members. */
export type { MemberIdSettings } from './member-ids.ts';
export {
  MIN_SECRET_BYTES,
  MAX_LIFE_S,
  type MemberTokenOptions,
  signMemberToken,
  TOKEN_AUDIENCE,
  TOKEN_TYPE,
} from './member-token.ts';
