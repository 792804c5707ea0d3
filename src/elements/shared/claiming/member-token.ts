/** Gets a token that the site's server signed for its signed-in member, or null where nobody is signed in. */
export type GetMemberToken = () => string | null | Promise<string | null>;

/** A widget whose site may have signed its member in. */
export interface TokenHost {
  readonly getMemberToken?: GetMemberToken | undefined;
  readonly memberToken: string;
}

/**
 * The header that shows the token of a signed-in member: a fresh one from `getMemberToken`, or the one that
 * stands in `memberToken`. Nothing where there is none, or where it cannot be had: the proxy then asks for a sign-in.
 */
export async function authorizationOf(host: TokenHost): Promise<{ authorization?: string }> {
  try {
    const token = host.getMemberToken ? await host.getMemberToken() : host.memberToken;
    return token ? { authorization: `Bearer ${token}` } : {};
  } catch (error) {
    reportError(error);
    return {};
  }
}
