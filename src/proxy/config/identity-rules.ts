import { isRecord } from '../record.ts';

type Keys = Record<string, unknown>;
type Report = (path: string[], message: string) => void;

/** Checks that what an action asks of its members is set up in the config, and is enough for what the action gives. */
export function checkIdentity(action: Keys, { memberTokens, member }: Keys, report: Report): void {
  const { role, identity = 'typed', acceptTypedRole } = action;
  if (identity === 'platform') {
    report(['identity'], "must be 'typed', 'signed' or 'session': signing in with the platform is not known here yet");
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
      "stands behind a typed id, so whoever types an id could give that member the role. Set identity: 'signed' or 'session', or acceptTypedRole: true if you accept that, or leave the role out",
    );
  }
}

/** Whether there is a key to check tokens with. Values of a wrong type are the schema's to report. */
function hasKeys(memberTokens: unknown): boolean {
  if (!isRecord(memberTokens)) return memberTokens !== undefined;
  const { secrets = [], publicKeys = [] } = memberTokens;
  return ![secrets, publicKeys].every((keys) => Array.isArray(keys) && keys.length === 0);
}
