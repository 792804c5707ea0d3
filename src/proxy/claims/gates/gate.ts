import type { Action } from '../../actions/action.ts';
import type { ConfigPart } from '../../config/part.ts';
import type { ProblemReply } from '../../http/problem.ts';
import type { ClaimContext, Stage } from '../claim-context.ts';

/** One check that a request passes before it may claim. Says why it may not, or null. May throw `RequestProblem` for the same. */
export type Gate = (context: ClaimContext) => ProblemReply | null | Promise<ProblemReply | null>;

/** How a gate behaves in the list. */
export interface GateTraits {
  readonly stage: Stage;
  /** Which actions it is about; all, if left out. */
  readonly concerns?: (action: Action) => boolean;
  /** Whether it costs more to check than to look up whether the request was answered before, which is done first then. */
  readonly isCostly?: true;
  /** Whether it is about what visitors say and do: events and the owner's gifts do not have to pass it. */
  readonly ofVisitors?: true;
  /** Whether it holds members back, and not the owner who gives by hand. */
  readonly notOfGifts?: true;
  /** Whether a member who has claimed already is told so in place of this problem. */
  readonly yieldsToClaim?: true;
}

/** A gate as it is listed: with its piece of the config, if it has one, and what it is made of. */
export interface GateDefinition<Needs> extends GateTraits, ConfigPart {
  readonly make: (needs: Needs) => Gate;
}

/** A gate that is ready for use. */
export interface ReadyGate extends GateTraits {
  readonly check: Gate;
}
