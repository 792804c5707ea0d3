import type { ProblemReply } from '../http/problem.ts';
import type { TicketSettings } from './kinds.ts';
import { type Finding, ok, type Proof } from './proof.ts';
import type { Tickets } from './tickets.ts';
import { isoTime } from '../../common/iso-time.ts';

export interface TicketContext {
  tickets: () => Promise<Tickets>;
  /** Epoch milliseconds. */
  now: () => number;
}

/** A page may be left open over night, but not for ever: used tickets are remembered for this time. */
const LIFE_MS = 86_400_000;
/** The most by which the clocks of two servers may differ. */
const SKEW_MS = 60_000;

/** Holds if a page has been open for so many seconds. The page's ticket shows it, and is valid for one claim. */
export function ticketProof({ seconds, tooSoon }: TicketSettings, { tickets, now }: TicketContext): Proof {
  return async ({ action, ticket }) => {
    if (ticket === null) return refused(MISSING);
    const read = (await tickets()).read(ticket, action);
    if (!read) return refused(NOT_OURS);
    const { id, openedAt } = read;
    const open = now() - openedAt;
    if (open < -SKEW_MS || open >= LIFE_MS) return refused(EXPIRED);
    const left = Math.ceil(seconds - open / 1000);
    if (left > 0) {
      const detail = `Please stay on this page for another ${left} ${left === 1 ? 'second' : 'seconds'}.`;
      return { kind: 'not-yet', retryAfter: left, detail, ...(tooSoon !== undefined && { reason: tooSoon }) };
    }
    const evidence = { type: 'ticket', openedAt: isoTime(openedAt) };
    return ok(evidence, { id: `ticket ${id}`, expiresAt: openedAt + LIFE_MS, returns: true, ifUsed: USED });
  };
}

function refused(detail: string): Finding {
  return { kind: 'refuse', detail, errors: errorsOf('does not count') };
}

/** Tells the widget that another ticket may be accepted. */
function errorsOf(message: string): NonNullable<ProblemReply['errors']> {
  return [{ field: 'proof.ticket', message }];
}

const MISSING = 'This page did not send how long it has been open. Turn JavaScript on, reload the page, and try again.';
const NOT_OURS = 'This page sent a wrong proof of how long it has been open. Please reload the page.';
const EXPIRED = 'This page has been open for too long. Please reload it.';
const USED: ProblemReply = {
  code: 'not-proved',
  detail: 'The time on this page already counted for another claim. Please reload the page.',
  errors: errorsOf('was used before'),
};
