import type { Counted } from '../rate-limit/index.ts';
import type { ProblemReply } from './problem.ts';
import type { Answer } from './respond.ts';

/** What is known of a request while it is answered. `route` is set by whatever answers it. */
export interface Exchange extends Counted {
  /** The address as a template, such as `/rewards/actions/:action`. */
  route: string;
  /** Where a form wants its visitor to go on, unchecked. */
  returnTo: string | null;
  /** Why it was refused, for the log. */
  problem: ProblemReply['code'] | null;
  /** `Set-Cookie` headers that go with the answer, whatever it is. */
  readonly cookies: string[];
  /** What the route answers, once it has. */
  answer: Answer | null;
}
