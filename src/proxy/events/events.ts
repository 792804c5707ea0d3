import { claimReference, type ClaimRecord, type Ledger } from '../../ledger/index.ts';
import type { Action } from '../actions/action.ts';
import { claimOnce, type Claims, type ClaimAttempt, type ClaimVerdict, isPassing, triedAs } from '../claims/index.ts';
import type { Recovery } from '../claims/recovery.ts';
import type { Exchange } from '../http/exchange.ts';
import { type ProblemReply, RequestProblem, throttled } from '../http/problem.ts';
import type { Logger } from '../monitoring/logger.ts';
import type { Secrets } from '../monitoring/secrets.ts';
import type { RateLimiter } from '../rate-limit/index.ts';
import type { SourceSettings } from './config.ts';
import { type NamedEvent, nameEvent } from './event-name.ts';
import { mapEvent, type MappingContext } from './mapping.ts';
import type { EventReceipt } from './receipt.ts';
import { parseVerified, readVerified } from './verify.ts';
import type { Incoming } from '../http/incoming.ts';

/** Receives events. */
export interface Events {
  /** The final result of an event. Throws `RequestProblem` if it is not valid, or if it should be sent again. */
  receive(source: string, request: Incoming, exchange: Exchange): Promise<EventReceipt>;
}

export interface EventsContext extends MappingContext {
  sources: Readonly<Record<string, SourceSettings>>;
  claims: Pick<Claims, 'claim' | 'earlier'>;
  recovery: Pick<Recovery, 'upToDate'>;
  ledger: Pick<Ledger, 'useNonce'>;
  limits: Pick<RateLimiter, 'request'>;
  logger: Logger;
  secrets: Secrets;
  /** Epoch milliseconds. */
  now: () => number;
}

/** With what the log alone says of it. */
type Settled = Omit<EventReceipt, 'source' | 'event'> & { detail?: string };

/** Seconds after which an event should be sent again. */
const SOON_S = 5;
const LATER_S = 60;

const SETTLED_BEFORE: ProblemReply = {
  code: 'already-claimed',
  detail: 'This event was already settled.',
  nextClaimAt: null,
};

/** See `Events`. */
export function createEvents(context: EventsContext): Events {
  const { claims, recovery, ledger, limits, logger, secrets, now } = context;
  const sources = new Map(Object.entries(context.sources));

  async function receive(source: string, request: Incoming, exchange: Exchange): Promise<EventReceipt> {
    const { requestId } = exchange;
    const settings = sources.get(source);
    if (!settings) throw new RequestProblem({ code: 'not-found', detail: 'There is no such source of events.' });
    const bytes = await readVerified(request, settings, now()).catch((error: unknown) => {
      if (!(error instanceof RequestProblem)) throw error;
      // Only messages without a valid signature count: others can make the sender's own servers send messages to us, which must not lock out the
      // owner's.
      const excess = limits.request(request, exchange);
      if (excess) throw new RequestProblem(excess);
      logger.warn({ requestId, source, reason: error.problem.detail }, 'an event was not accepted');
      throw error;
    });
    let id: string | null = null;
    try {
      const named = await nameEvent(request, source, settings, parseVerified(bytes));
      ({ id } = named.event);
      // Limits by address do not apply to the owner's own systems: many share an address, and each message is signed.
      const { detail, ...settled } = await settle(named, settings, { ...exchange, client: null, peer: undefined });
      logger.info({ requestId, source, event: id, ...settled, detail }, 'event');
      return { source, event: id, ...settled };
    } catch (error) {
      if (error instanceof RequestProblem) {
        const { code, detail } = error.problem;
        logger.info({ requestId, source, event: id, problem: code, reason: detail }, 'an event was not settled');
        throw error;
      }
      logger.error({ requestId, source, event: id, error: secrets.describe(error) }, 'an event could not be settled');
      throw again('The site cannot settle events at the moment.', LATER_S);
    }
  }

  async function settle(named: NamedEvent, settings: SourceSettings, exchange: Exchange): Promise<Settled> {
    const mapped = await mapEvent(named.event, settings, context);
    if ('ignored' in mapped) return { outcome: 'ignored', reason: mapped.ignored };
    const { action } = mapped;
    if ('error' in mapped) {
      const detail = `the member id that it names ${mapped.error}`;
      return { outcome: 'not-given', action: action.name, reason: 'invalid-request', detail };
    }
    await recovery.upToDate();
    const { verdict, request } = await claimOnce(claims, (attempt) => ({
      action,
      exchange,
      direct: { memberId: mapped.memberId, ...triedAs(named.names, attempt, { now: now(), ifUsed: SETTLED_BEFORE }) },
    }));
    return 'claim' in verdict ? settledBy(verdict.claim, action, request) : settledWithout(verdict, action, request);
  }

  /** The claim of another event, with an unknown outcome, may also be the reason. */
  async function settledBy(claim: ClaimRecord, action: Action, request: ClaimAttempt): Promise<Settled> {
    const what = { action: action.name, claim: claimReference(claim.id) };
    if (claim.state === 'granted') return { ...what, outcome: 'granted' };
    if (claim.grants.some(({ state }) => state === 'sent' || state === 'reserved')) {
      throw again('What this event gives is under way.', SOON_S);
    }
    const isOwn = (await claims.earlier(request)) !== null;
    return isOwn ? { ...what, outcome: 'pending' } : notGiven('already-claimed', action, request);
  }

  async function settledWithout(
    { problem, of }: Extract<ClaimVerdict, { problem: unknown }>,
    action: Action,
    request: ClaimAttempt,
  ): Promise<Settled> {
    if (isPassing(problem)) throw again(problem.detail, problem.retryAfter ?? LATER_S);
    // If two events come at once, the claim belongs to the first one.
    const own = of && (await claims.earlier(request)) ? of : null;
    const settled = await notGiven(problem.code, action, request);
    return own ? { ...settled, claim: claimReference(own.id) } : settled;
  }

  /** That no claim will be made of the event is kept: a period later it would be a new claim. */
  async function notGiven(reason: ProblemReply['code'], action: Action, { direct }: ClaimAttempt): Promise<Settled> {
    for (const { id, expiresAt } of direct?.singleUses ?? []) {
      // oxlint-disable-next-line no-await-in-loop -- one or two
      await ledger.useNonce({ id, expiresAt });
    }
    return { outcome: 'not-given', action: action.name, reason };
  }

  return { receive };
}

function again(why: string, seconds: number): RequestProblem {
  return new RequestProblem(throttled(`${why} Send the event again.`, seconds));
}
