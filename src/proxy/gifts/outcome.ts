import { claimReference, type ClaimRecord } from '../../ledger/index.ts';
import type { ProblemReply } from '../http/problem.ts';
import { type ClaimVerdict, isPassing, readEvidence } from '../claims/index.ts';

/**
 * The outcome of a gift.
 * - `granted`: the member has it.
 * - `pending`: another process is giving it, or was giving it when it died. After its deadline it is unknown.
 * - `unknown`: it is not known whether the member has it, until somebody decides, at the desk or with `rewards claims resolve`.
 * - `refused`: the member certainly does not have it.
 */
export interface GiftOutcome {
  status: 'granted' | 'pending' | 'unknown' | 'refused';
  key: string;
  memberId: string;
  /** The claim's id; null if no claim was made. */
  claimId: string | null;
  /** Whether this is the outcome of an earlier call. */
  repeated: boolean;
  /** Why the member does not have it, or may not have it; null if it is granted. */
  reason: string | null;
  /** Seconds until the same gift with the same key may have another outcome; null if it will not. */
  retryAfter: number | null;
}

type Outcome = Pick<GiftOutcome, 'status' | 'claimId' | 'reason' | 'retryAfter'>;

/** After the site's key was refused, the proxy does not call the service for this time. */
const KEY_RETRY_S = 60;
const USUAL_RETRY_S = 1;

/** What a verdict comes to for the owner. */
export function outcomeOf(verdict: ClaimVerdict): Outcome {
  if ('claim' in verdict) return outcomeOfClaim(verdict.claim);
  const { problem, of } = verdict;
  const retryAfter = isPassing(problem) ? (problem.retryAfter ?? (problem.ofSite ? KEY_RETRY_S : USUAL_RETRY_S)) : null;
  return { status: 'refused', claimId: of?.id ?? null, reason: reasonOf(verdict), retryAfter };
}

/** The same of a claim that is granted or pending. */
export function outcomeOfClaim(claim: ClaimRecord): Outcome {
  const { id: claimId, state, grants } = claim;
  if (state === 'granted') return { status: 'granted', claimId, reason: null, retryAfter: null };
  if (grants.some((grant) => grant.state === 'unknown')) {
    const reason = `nobody knows whether the member has it: look in the community, then decide at the desk or with rewards claims resolve ${claimReference(claimId)}`;
    return { status: 'unknown', claimId, reason, retryAfter: null };
  }
  return { status: 'pending', claimId, reason: 'it is under way, or was when a process died', retryAfter: null };
}

function reasonOf({ problem, of }: Extract<ClaimVerdict, { problem: unknown }>): string {
  const failed = of?.grants.find(({ state }) => state === 'refused');
  if (failed) {
    const { status, code, error } = readEvidence(failed.evidence);
    const said = [error ? `“${error}”` : '', status === undefined ? '' : `status ${status}`, codeText(code)];
    const words = said.filter((word) => word !== '').join(', ');
    const what = problem.ofSite ? 'the service does not accept the API key' : 'the service refused it';
    return words === '' ? what : `${what}: ${words}`;
  }
  return OWNERS_WORDS[problem.code] ?? problem.detail;
}

/** The owner's version of reasons that stop a gift before anything is sent. */
const OWNERS_WORDS: Partial<Record<ProblemReply['code'], string>> = {
  full: 'the budget of the config has not so many points left',
  'already-claimed': 'memberPoints of the config gives this member no more points in this period',
  refused: 'the lists of members in the config, or the block list, take no claims for this member',
};

function codeText(code: number | undefined): string {
  return code === undefined || code === 0 ? '' : `code ${code}`;
}
