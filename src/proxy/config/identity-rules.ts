import { isRecord } from '../../common/is-record.ts';

type Keys = Record<string, unknown>;
type Report = (path: string[], message: string) => void;

/** Checks that what an action asks of its members is set up in the config, and is enough for what the action gives. */
export function checkIdentity(action: Keys, { memberTokens, member, platform }: Keys, report: Report): void {
  const { role, identity = 'typed', acceptTypedRole } = action;
  if (identity === 'platform' && platform === undefined) {
    report(['identity'], "needs platform: { preset: 'discord', … }, or another platform's issuer or endpoints there");
  }
  if (identity === 'signed' && !hasKeys(memberTokens)) {
    report(['identity'], "needs memberTokens: { secrets: [env('REWARDS_TOKEN_SECRET')] }, or publicKeys there");
  }
  if (identity === 'session' && member === undefined) {
    report(['identity'], 'needs member: (request) => …, a function that gives the id of who is signed in, or null');
  }
  if (role !== undefined && identity === 'typed' && acceptTypedRole !== true) {
    report(
      ['role'],
      "stands behind a typed id, so whoever types an id could give that member the role. Set identity: 'signed', 'session' or 'platform', or acceptTypedRole: true if you accept that, or leave the role out",
    );
  }
}

/** Checks that it is clear which platform members sign in with, and that they come back to sites of the owner's. */
export function checkPlatform(platform: Keys, { origins }: Keys, report: Report): void {
  const { preset, name, issuer, endpoints, scope, memberId, serverId, pages } = platform;
  const sites = Array.isArray(origins) ? origins : [];
  for (const [at, page] of (Array.isArray(pages) ? pages : []).entries()) {
    const origin = URL.parse(String(page))?.origin;
    if (origin !== undefined && !sites.includes(origin)) {
      report(['pages', String(at)], `is on a site that is not among origins: add '${origin}' there`);
    }
  }
  if (preset === undefined) {
    if (issuer === undefined && endpoints === undefined) {
      report([], "does not say which platform: give preset: 'discord', or another one's issuer or endpoints");
    }
    if (name === undefined) report(['name'], 'is missing: what visitors call the platform');
    if (serverId !== undefined) report(['serverId'], "goes with preset: 'discord' only: give isMember in its place");
  }
  if (issuer !== undefined && (preset !== undefined || endpoints !== undefined)) {
    report(['issuer'], 'says where the platform answers, and so does preset or endpoints: leave one of them out');
  }
  if (preset === undefined && issuer === undefined && endpoints !== undefined) {
    if (scope === undefined) report(['scope'], 'is missing: the least scope that gives the id');
    if (memberId === undefined)
      report(['memberId'], "is missing: where in the profile the member's id lies, such as 'id'");
  }
}

/** Whether there is a key to check tokens with. Values of a wrong type are the schema's to report. */
function hasKeys(memberTokens: unknown): boolean {
  if (!isRecord(memberTokens)) return memberTokens !== undefined;
  const { secrets = [], publicKeys = [] } = memberTokens;
  return ![secrets, publicKeys].every((keys) => Array.isArray(keys) && keys.length === 0);
}
