import type { ClaimSite } from '../types.ts';

/**
 * The header that shows the token of a signed-in member: a fresh one from `getMemberToken`, or the one that stands in
 * `memberToken`. Nothing where there is none, or where it cannot be had: the proxy then asks for a sign-in.
 */
export async function siteToken(
  site: Pick<ClaimSite, 'getMemberToken' | 'memberToken'>,
): Promise<Record<string, string>> {
  try {
    const token = site.getMemberToken ? await Promise.race([site.getMemberToken(), tooLong()]) : site.memberToken;
    return token ? { authorization: `Bearer ${token}` } : {};
  } catch (error) {
    reportError(error);
    return {};
  }
}

/** Rejects when a token has been waited for as long as an answer of the proxy. */
const tooLong = () =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('getMemberToken took 20 s')), 20_000);
  });
