import type { IdentityMode } from '../../contract/index.ts';
import type { SingleUse } from '../claims/single-use.ts';
import type { ProblemReply } from '../http/problem.ts';
import type { MemberIds } from './member-ids.ts';
import type { Incoming } from '../http/incoming.ts';

/**
 * Who the member is, with a name to show where one is known, or why that cannot be told: `refusal` says to the log why what
 * was shown does not count. `setCookie` goes to the browser with whatever is answered.
 */
export type Identified = { setCookie?: string } & (
  | { memberId: string; singleUse?: SingleUse; name?: string | null }
  | { problem: ProblemReply; refusal?: string }
);

/** What the request itself says: the body of a claim, or the query of a look, and the action's name. */
export interface Given {
  action: string;
  memberId?: string | undefined;
}

/** What the modes share. */
export interface IdentityContext {
  ids: MemberIds;
  /** Epoch milliseconds. */
  now: () => number;
}

/** A way to tell who the member is. */
export interface Identity {
  readonly mode: IdentityMode;
  identify(request: Incoming, given: Given): Promise<Identified>;
}
