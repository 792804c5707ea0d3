import type { IdentityMode } from '../../contract/index.ts';
import type { ProblemReply } from '../problem.ts';

/** Who the member is, or why that cannot be told. */
export type Identified = { memberId: string } | { problem: ProblemReply };

/** A way to tell who the member is. `given` is what the request itself says: the body of a claim, or the query of a look. */
export interface Identity {
  readonly mode: IdentityMode;
  identify(request: Request, given: { memberId?: string | undefined }): Promise<Identified>;
}
