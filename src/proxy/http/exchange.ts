import type { Counted } from '../rate-limit/index.ts';
import type { ProblemReply } from './problem.ts';
import type { Answer } from './respond.ts';

/** What is known of a request while it is answered. The route sets `route`. */
export interface Exchange extends Counted {
  /** The address as a template, such as `/rewards/actions/:action`. */
  route: string;
  /** The page that a form wants its visitor to return to, unchecked. */
  returnTo: string | null;
  /** Why the request was refused, for the log. */
  problem: ProblemReply['code'] | null;
  /** `Set-Cookie` headers to send with any answer. */
  readonly cookies: string[];
  /** The answer of the route, as soon as there is one. */
  answer: Answer | null;
}
