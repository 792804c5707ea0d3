import type { Claim } from '../../../contract/claim.ts';
import type { Failure } from '../events.ts';

/** What a widget's state alone does not say. */
export interface Outcome {
  /** What was granted. */
  claim?: Claim;
  failure?: Failure;
  /** What the visitor can quote to the site's owner. */
  reference: string;
  /** Epoch milliseconds of what the state waits for (the next claim, the opening, the end of throttling), or 0. */
  until: number;
}
