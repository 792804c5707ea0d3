import type { Action } from '../../actions/action.ts';
import type { ConfigPart } from '../../config/part.ts';
import type { ProblemReply } from '../../http/problem.ts';
import type { ClaimContext, Stage } from '../claim-context.ts';

/** One check that a request has to pass before it may claim. Returns why it may not, or null. It may also throw a `RequestProblem`. */
export type Gate = (context: ClaimContext) => ProblemReply | null | Promise<ProblemReply | null>;

/** The properties of a gate in the list. */
export interface GateTraits {
  readonly stage: Stage;
  /** The actions that it applies to; default: all. */
  readonly concerns?: (action: Action) => boolean;
  /** Whether it costs more than to look up if the request was answered before: then that is looked up first. */
  readonly isCostly?: true;
  /** Whether it applies only to visitors, and not to events and the owner's gifts. */
  readonly ofVisitors?: true;
  /** Whether it applies to members, and not to gifts of the owner. */
  readonly notOfGifts?: true;
  /** Whether a member who has already claimed is told that instead of this problem. */
  readonly yieldsToClaim?: true;
}

/** A gate of the list, with its part of the config, if it has one, and a function that makes its check. */
export interface GateDefinition<Needs> extends GateTraits, ConfigPart {
  readonly make: (needs: Needs) => Gate;
}

/** A gate that is ready for use. */
export interface ReadyGate extends GateTraits {
  readonly check: Gate;
}
