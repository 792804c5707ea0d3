import type { ClaimSite } from '../types.ts';

/**
 * The header with the token of a signed-in member: a new one from `getMemberToken`, or the one in `memberToken`. Empty if there is none, or it cannot
 * be fetched: then the proxy asks for a sign-in.
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

/** Rejects after waiting for a token as long as for an answer of the proxy. */
const tooLong = () =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('getMemberToken took 20 s')), 20_000);
  });
