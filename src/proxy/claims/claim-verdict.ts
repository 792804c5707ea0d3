import type { ClaimRecord, Grant, GrantRecord } from '../../ledger/index.ts';
import { readEvidence } from './evidence.ts';
import { type ProblemReply, throttled, tryAgainIn } from '../http/problem.ts';
import { throttledSeconds } from '../upstream/index.ts';

/** The result of a claim for the visitor: a claim that is granted or pending, or a problem. `of` is the claim that failed. */
export type ClaimVerdict = { claim: ClaimRecord } | { problem: ProblemReply; of?: ClaimRecord };

/** The verdict on a claim's record. The first grant that did not happen decides which problem it is. */
export function verdictOn(claim: ClaimRecord): ClaimVerdict {
  const failed = claim.grants.find(({ state }) => state === 'refused' || state === 'released');
  if (claim.state === 'granted' || claim.state === 'pending' || !failed) return { claim };
  return { problem: problemOf(failed, givenSentence(claim)), of: claim };
}

function problemOf({ state, order, evidence }: GrantRecord, given: string): ProblemReply {
  const { status, code, error, retryAfter } = readEvidence(evidence);
  if (status === 429 || (state === 'released' && retryAfter !== undefined)) {
    const seconds = throttledSeconds(retryAfter);
    return throttled(`${given}The community is busy right now. ${tryAgainIn(seconds)}`, seconds);
  }
  if (state === 'released') {
    const detail = `${given}The community could not be reached to give you ${nounOf(order)}. You can try again.`;
    return { code: 'unreachable', detail };
  }
  if (status === 401 || status === 403) {
    const detail = `${given}The community does not accept requests from this site at the moment. Please try again later, or tell the site's owner.`;
    return { code: 'refused', detail, ofSite: true };
  }
  // The sentence below has its own full stop.
  const said = error?.trim().replace(/(?<![.])[.]$/, '');
  const reason = code !== undefined && code !== 0 && said ? `: “${said}”` : '';
  const detail = `${given}The community refused ${nounOf(order)}${reason}. Check your member id, or ask the site's owner.`;
  return { code: 'refused', detail };
}

function givenSentence({ grants }: ClaimRecord): string {
  const given = grants.filter(({ state }) => state === 'granted').map(({ order, echo }) => nounOf(echo ?? order));
  return given.length > 0 ? `You received ${given.join(' and ')}. ` : '';
}

function nounOf(grant: Grant): string {
  if (grant.kind === 'role') return `the role ${grant.roleName}`;
  return grant.points === 1 ? '1 point' : `${grant.points} points`;
}
