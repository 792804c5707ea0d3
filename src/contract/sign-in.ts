/** How a visitor signs in, for actions that ask for it. `member` is a name to show of whoever is signed in. */
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
