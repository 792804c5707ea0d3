import type { Exclusion } from '../../ledger/index.ts';
import type { ProblemReply } from '../http/problem.ts';

/** A claim that the member must not have, and must not be making at this moment. */
export interface Excluded extends Exclusion {
  /** The answer if they have it. */
  ifClaimed: ProblemReply;
}
