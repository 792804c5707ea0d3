import type { Claim } from '../../contract/claim.ts';
import type { ClaimRequest, Failure } from '../client/types.ts';
import type { RewardsStateEvent } from './state-event.ts';

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
    'rewards-state': RewardsStateEvent;
  }
}
