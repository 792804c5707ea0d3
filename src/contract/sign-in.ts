/** How a visitor signs in, for actions that require it. `member` is the display name of the signed-in member. */
export interface SignInView {
  platform: string;
  url: string;
  member: string | null;
}

/** The body of `POST {mount}/sign-in/token`: the code from the sign-in, and the text whose hash was sent at its beginning. */
export interface SignInCode {
  code: string;
  verifier: string;
}

/** The reply to it: the token for `Authorization: Bearer`, and when it expires. */
export interface SignInToken {
  token: string;
  expiresAt: string;
}
