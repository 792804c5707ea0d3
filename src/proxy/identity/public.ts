/** What a site's own server needs to sign tokens for its members. */
export type { MemberIdSettings } from './member-ids.ts';
export {
  LEAST_SECRET_BYTES,
  LONGEST_LIFE_S,
  type MemberTokenOptions,
  signMemberToken,
  TOKEN_AUDIENCE,
  TOKEN_TYPE,
} from './member-token.ts';
