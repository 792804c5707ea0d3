import type { IdentityMode } from '../../contract/index.ts';
import type { ProblemReply } from '../problem.ts';

/** What was shown to tell who the member is, and is good for one claim. `expiresAt` is in epoch milliseconds. */
export interface Once {
  id: string;
  expiresAt: number;
}

/** Who the member is, with a name to show where one is known, or why that cannot be told. */
export type Identified = { memberId: string; once?: Once; name?: string | null } | { problem: ProblemReply };

/** What the request itself says: the body of a claim, or the query of a look, and the action's name. */
export interface Given {
  action: string;
  memberId?: string | undefined;
}

/** A way to tell who the member is. */
export interface Identity {
  readonly mode: IdentityMode;
  identify(request: Request, given: Given): Promise<Identified>;
}
