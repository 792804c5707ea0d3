import type { Claim } from '../../contract/claim.ts';
import type { ProblemCode } from '../../contract/problem-codes.ts';
import type { Problem } from '../../contract/problem.ts';

/** What the visitor is about to claim. `memberId` is null where the proxy knows who they are. */
export interface ClaimRequest {
  action: string;
  memberId: string | null;
}

/**
 * What stands in the way: the proxy's problem, or what the browser saw. `offline`: there is no connection. `no-reply`:
 * the request failed, 20 s went by, or what came was no JSON. `bad-reply`: what came is nothing that the proxy sends.
 * `not-drawn`: the page keeps the widget from being drawn; the console says how.
 */
export type Failure = Omit<Partial<Problem>, 'code'> & {
  code: ProblemCode | 'offline' | 'no-reply' | 'bad-reply' | 'not-drawn';
};

class RewardsEvent<Detail> extends Event {
  readonly detail: Detail;

  constructor(type: string, detail: Detail, cancelable = false) {
    super(type, { bubbles: true, composed: true, cancelable });
    this.detail = detail;
  }
}

/** The visitor asks for the reward and nothing is sent yet. Cancel it, and nothing will be. `detail` is a `ClaimRequest`. */
export class RewardsClaimEvent extends RewardsEvent<ClaimRequest> {
  constructor(request: ClaimRequest) {
    super('rewards-claim', request, true);
  }
}

/** The community granted the claim: `detail` is the claim as the proxy reports it. */
export class RewardsGrantedEvent extends RewardsEvent<Claim> {
  constructor(claim: Claim) {
    super('rewards-granted', claim);
  }
}

/** The claim was sent and its outcome is not known yet; `detail` is the claim. One of the other two follows when it is. */
export class RewardsPendingEvent extends RewardsEvent<Claim> {
  constructor(claim: Claim) {
    super('rewards-pending', claim);
  }
}

/** Something stands in the way of loading or claiming: `detail` is a `Failure`. */
export class RewardsProblemEvent extends RewardsEvent<Failure> {
  constructor(failure: Failure) {
    super('rewards-problem', failure);
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'rewards-claim': RewardsClaimEvent;
    'rewards-granted': RewardsGrantedEvent;
    'rewards-pending': RewardsPendingEvent;
    'rewards-problem': RewardsProblemEvent;
  }
}
