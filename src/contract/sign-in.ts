/** How a visitor signs in, for actions that ask for it. `member` is the signed-in member's name to show. */
export interface SignInView {
  platform: string;
  url: string;
  member: string | null;
}

/** The body of `POST {mount}/sign-in/token`: what the sign-in brought, and the text whose hash it was begun with. */
export interface SignInCode {
  code: string;
  verifier: string;
}

/** The reply to it: what a widget shows as `Authorization: Bearer`, until it expires. */
export interface SignInToken {
  token: string;
  expiresAt: string;
}
