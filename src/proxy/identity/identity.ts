import type { IdentityMode } from '../../contract/index.ts';
import type { SingleUse } from '../claims/single-use.ts';
import type { ProblemReply } from '../http/problem.ts';
import type { MemberIds } from './member-ids.ts';
import type { Incoming } from '../http/incoming.ts';

/**
 * Who the member is, with a display name if one is known, or why that is not known. `refusal` says in the log why a token or session was not
 * accepted. `setCookie` is sent to the browser with any answer.
 */
export type Identified = { setCookie?: string } & (
  | { memberId: string; singleUse?: SingleUse; name?: string | null }
  | { problem: ProblemReply; refusal?: string }
);

/** The data in the request: the member id in a claim's body or in the query, and the name of the action. */
export interface Given {
  action: string;
  memberId?: string | undefined;
}

/** What all modes need. */
export interface IdentityContext {
  ids: MemberIds;
  /** Epoch milliseconds. */
  now: () => number;
}

/** One way to find out who the member is. */
export interface Identity {
  readonly mode: IdentityMode;
  identify(request: Incoming, given: Given): Promise<Identified>;
}
