import type { Exclusion } from '../../ledger/index.ts';
import type { ProblemReply } from '../http/problem.ts';

/** What the member may not have claimed as well, nor be claiming at this moment. */
export interface Excluded extends Exclusion {
  /** The answer to such a claim. */
  ifClaimed: ProblemReply;
}
