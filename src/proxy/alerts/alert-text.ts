import type { AlertEvent } from './alerts.ts';

/** An alert in plain words for the owner: what is wrong, and what to do. */
export function alertText(event: AlertEvent): string {
  const more = event.more > 0 ? `\n(${event.more} more like it since the last message.)` : '';
  return wordsFor(event) + more;
}

function wordsFor(event: AlertEvent): string {
  switch (event.kind) {
    case 'blocked-member':
      return `Member ${event.member} may not claim, but asked for ${event.action}${dryRun(event)}.\nYou need not do anything. If the member should be allowed, see members in the config.`;
    case 'many-ids':
      return `One address (${event.address}) claimed${of(event)} for ${event.count} members within ${span(event)}${dryRun(event)}.\nCheck whether it is a school or an office, or one person with many accounts: see the claims at the desk, or with rewards claims list --since.`;
    case 'wrong-ids':
      return `One address (${event.address}) tried ${event.count} ids of nobody${of(event)} within ${span(event)}${dryRun(event)}.\nSomebody may be searching for ids. A challenge or a sign-in for the action stops them.`;
    case 'many-refusals':
      return `The community refused ${event.count} claims of ${event.action} within ${span(event)}.\nRead what it said, at the desk or with rewards claims list --state refused. Often the action's role or points are no longer allowed.`;
    case 'unknown-claims':
      return `${event.count === 1 ? '1 claim waits' : `${event.count} claims wait`} for your decision, because nobody knows whether the member was paid; the oldest since ${event.oldestAt}.\nLook in the community, and decide at the desk or with rewards claims resolve.`;
    case 'late-reply':
      return `The community said late that claim ${event.claim} of ${event.action} was ${event.said}, but it is recorded as ${event.recorded}.\n${event.said === 'granted' ? 'The member may be paid twice' : 'The member may not have been paid'}: see the claim at the desk, or with rewards claims show ${event.claim}.`;
    case 'breaker-opened':
      return `Too many calls to the service ${event.service} fail, so claims are delayed until a call succeeds. The proxy tries by itself.\nCheck whether the service runs. Visitors are asked to come back.`;
    case 'key-refused':
      return `The service ${event.service} refuses its API key, so no claims are made.\nMake a new key in the community, and replace the old one: rewards doctor checks it.`;
    case 'ledger-failed':
      return `The ledger fails (${event.reason}), so no claims are made.\nHealth at the desk says why, or rewards doctor: often the disk is full or the database is down.`;
    case 'delivery-failed':
      return `The receiver ${event.receiver} could not be told of a claim (${event.outcome}), and is not tried again.\nFix it, and then send the event again at the desk, or with rewards deliveries send-again --failed --to ${event.receiver}.`;
    case 'budget-low':
      return `${event.percent} percent of the budget${of(event)} are used: ${event.points} of ${event.budget} points.\nRaise budget in the config. Otherwise nothing more is given when it is used up.`;
  }
}

function of({ action }: { action?: string }): string {
  return action === undefined ? '' : ` of ${action}`;
}

function span({ spanSeconds }: { spanSeconds: number }): string {
  const minutes = Math.round(spanSeconds / 60);
  return minutes === 1 ? 'a minute' : minutes < 1 ? `${spanSeconds} seconds` : `${minutes} minutes`;
}

function dryRun({ dryRun: isDryRun }: { dryRun: boolean }): string {
  return isDryRun ? ' (a dry run: nobody was refused)' : '';
}
