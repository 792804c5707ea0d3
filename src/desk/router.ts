import { csvDownload } from './csv-download.ts';
import { type DeskUser, nameOf } from './desk-user.ts';
import { type ClaimFilter, type ClaimRecord, claimReference, type Ledger } from '../ledger/index.ts';
import type { Inside } from '../proxy/index.ts';
import type {
  ActionFacts,
  AuditView,
  ClaimDetail,
  ClaimLine,
  ClaimPage,
  CodeView,
  DecisionReply,
  DeliveryPage,
  DeskView,
  ReceiverFacts,
  SendAgainReply,
  SumsView,
  WaitingView,
} from './api-types.ts';
import { type Decided, decideOn, isUndecided } from './claims/decide.ts';
import { csvLines } from './claims/export.ts';
import { searchClaims } from './claims/search.ts';
import { DeliveryLog } from './deliveries/delivery-log.ts';
import type { DeskSignIn } from './link-sign-in.ts';
import { readJsonBody } from './json-body.ts';
import { GiftDesk } from './gifts/gift-desk.ts';
import { Health } from './health/health.ts';
import { ViewAudit } from './view-audit.ts';
import { DeskError, json } from './problem.ts';
import {
  readDecision,
  readDeliveryFilter,
  readFilter,
  readGiftFile,
  readGiftRequest,
  readHeldFile,
  readNumber,
  readSendAgain,
} from './read-input.ts';
import { Sums } from './sums.ts';

export interface RouterContext {
  inside: Inside;
  signIn: DeskSignIn | null;
  /** Epoch milliseconds. */
  now: () => number;
}

/** Answers the API requests of a user whom `authorize` has let in. `path` is below the mount. */
export type Router = (request: Request, path: string, user: DeskUser) => Promise<Response>;

const PAGE = 50;
const WAITING_PAGE = 200;
const MAX_DAYS = 92;
/** Room for 100,000 lines with long remarks. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;
const MAX_SEARCH_LENGTH = 256;
const CLAIM = /^\/api\/claims\/([0-9a-z]{1,64})$/;

/** The routes of the desk's API. They throw `DeskError` for requests that are refused; any other error is a failure. */
export function createRouter({ inside, signIn, now }: RouterContext): Router {
  const { ledger, actions, ids, logger } = inside;
  const [first] = actions.values();
  const timeZone = first?.timeZone ?? 'UTC';
  const sums = new Sums(ledger, timeZone);
  const health = new Health(inside, now);
  const giving = new GiftDesk(inside, now);
  const deliveries = new DeliveryLog(inside, now);
  const views = new ViewAudit({ ledger, logger, now });
  const facts = Array.from(actions.values(), ({ name, title, capacity, budget }): ActionFacts => {
    const shown = typeof title === 'string' ? title : (Object.values(title)[0] ?? name);
    return { name, title: shown, capacity, budget, hasCode: inside.codes.has(name) };
  });

  async function showDesk(user: DeskUser): Promise<Response> {
    await views.recordOnce(user, 'entered');
    // Several people may use one link, so each of them gives a name with a decision.
    const who = signIn ? null : user.name;
    const services = [...inside.upstreams.keys()];
    const view = { who, timeZone, actions: facts, services, now: now(), canLeave: signIn !== null };
    return json(200, view satisfies DeskView);
  }

  async function showClaim(id: string, user: DeskUser): Promise<Response> {
    const [claim, history] = await Promise.all([ledger.find(id), ledger.history(id)]);
    if (!claim) throw new DeskError('not-found', 'There is no such claim.');
    await views.record(user, 'saw', id);
    return json(200, { claim, reference: claimReference(id), history } satisfies ClaimDetail);
  }

  async function showClaims(query: URLSearchParams, user: DeskUser): Promise<Response> {
    const filter = readFilter(query);
    const page = await pageOf(ledger, { ...filter, newestFirst: true }, PAGE);
    const { after: _, ...list } = filter;
    await views.recordOnce(user, 'listed', list);
    return json(200, page);
  }

  /** The desk's first view, so a request for it counts as opening the desk. */
  async function showWaiting(query: URLSearchParams, user: DeskUser): Promise<Response> {
    await views.recordOnce(user, 'entered');
    const filter: ClaimFilter = { ...readFilter(query), state: 'unknown' };
    const [{ count, oldestAt }, page] = await Promise.all([ledger.unknown(), pageOf(ledger, filter, WAITING_PAGE)]);
    return json(200, { count, oldestAt, ...page } satisfies WaitingView);
  }

  async function search(query: URLSearchParams, user: DeskUser): Promise<Response> {
    const text = query.get('q')?.trim() ?? '';
    if (text.length === 0 || text.length > MAX_SEARCH_LENGTH) {
      throw new DeskError('invalid-request', `q must be text of 1 to ${MAX_SEARCH_LENGTH} characters.`);
    }
    const after = query.get('after');
    const { claims, next } = await searchClaims(ledger, text, { ids, limit: PAGE, ...(after !== null && { after }) });
    await views.record(user, 'searched');
    return json(200, { claims: claims.map(lineOf), next } satisfies ClaimPage);
  }

  async function decide(request: Request, user: DeskUser): Promise<Response> {
    const { ids: wanted, state, by, why } = readDecision(await readJsonBody(request));
    const who = whoIs(by, request, user);
    const before = new Map<string, ClaimRecord | null>();
    for (const id of wanted) {
      // oxlint-disable-next-line no-await-in-loop -- few, and each is looked at just once
      before.set(id, await ledger.find(id));
    }
    const open = wanted.filter((id) => {
      const claim = before.get(id);
      return !!claim && isUndecided(claim);
    });
    const after = new Map<string, Decided>();
    for await (const one of decideOn(ledger, open, { state, who, why })) if (one) after.set(one.claim.id, one);
    const results = wanted.map((id): DecisionReply['results'][number] => {
      const { claim = before.get(id), moved = false } = after.get(id) ?? {};
      return claim
        ? { id, outcome: moved ? 'decided' : 'settled', state: claim.state }
        : { id, outcome: 'missing', state: null };
    });
    const claims = results.filter(({ outcome }) => outcome === 'decided').length;
    logger.info({ who, state, claims }, 'claims were decided on at the desk');
    return json(200, { results } satisfies DecisionReply);
  }

  /** A login says who decides. After a sign-in by link, the name that was given with the decision counts. */
  function whoIs(by: string | undefined, request: Request, user: DeskUser): string {
    const who = signIn ? (by ?? user.name) : (user.name ?? by);
    if (who === undefined || who === null) throw new DeskError('invalid-request', 'by must say who it is.');
    if (by !== undefined) signIn?.rememberName(request, by);
    return who;
  }

  async function give(request: Request, user: DeskUser): Promise<Response> {
    const { by, ...gift } = readGiftRequest(await readJsonBody(request));
    return json(200, await giving.giveOne({ ...gift, by: whoIs(by, request, user) }));
  }

  async function checkFile(request: Request, user: DeskUser): Promise<Response> {
    const file = readGiftFile(await readJsonBody(request, MAX_FILE_BYTES));
    return json(200, await giving.check(file, nameOf(user)));
  }

  async function startFile(request: Request, user: DeskUser): Promise<Response> {
    const { id, by } = readHeldFile(await readJsonBody(request));
    return json(200, await giving.start(id, whoIs(by, request, user)));
  }

  async function sendAgain(request: Request, user: DeskUser): Promise<Response> {
    const { by, ...wanted } = readSendAgain(await readJsonBody(request));
    const who = whoIs(by, request, user);
    const count = await deliveries.sendAgain(wanted, who);
    logger.info({ who, events: count }, 'events were sent again from the desk');
    return json(200, { count } satisfies SendAgainReply);
  }

  async function showSums(query: URLSearchParams): Promise<Response> {
    const count = Math.max(1, readNumber(query, 'days', MAX_DAYS) ?? 7);
    const days = await sums.days(count, now());
    const held = await Promise.all(
      facts.map(async ({ name }) => ({
        action: name,
        claims: await ledger.seatsTaken(name),
        points: await ledger.pointsHeld({ action: name }),
      })),
    );
    return json(200, { days, held } satisfies SumsView);
  }

  /** Recorded in the audit first: an export that cannot be recorded is refused. */
  async function exportCsv(query: URLSearchParams, user: DeskUser): Promise<Response> {
    const { after: _, ...filter } = readFilter(query);
    await ledger.noteAudit({ at: now(), who: nameOf(user), what: 'exported', claimId: null, details: filter });
    const day = new Date(now()).toISOString().slice(0, 10);
    return csvDownload(csvLines(ledger, filter), day);
  }

  /** Loads its code on first use: most communities have no such codes. */
  async function showCode(query: URLSearchParams, user: DeskUser): Promise<Response> {
    const { codeView } = await import('./codes/code-screen.ts');
    const view = codeView(inside, query, now());
    const { action } = view;
    await views.recordOnce(user, 'showed a code', { action });
    return json(200, view satisfies CodeView);
  }

  async function showAudit(query: URLSearchParams): Promise<Response> {
    const before = readNumber(query, 'before', Number.MAX_SAFE_INTEGER);
    const entries = await ledger.audit({ limit: PAGE, ...(before !== null && { before }) });
    const next = entries.length === PAGE ? (entries.at(-1)?.seq ?? null) : null;
    return json(200, { entries, next } satisfies AuditView);
  }

  return async function route(request, path, user) {
    const query = new URL(request.url).searchParams;
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const [, claimId] = CLAIM.exec(path) ?? [];
    if (method === 'GET' && claimId !== undefined) return showClaim(claimId, user);
    switch (`${method} ${path}`) {
      case 'GET /api/desk':
        return showDesk(user);
      case 'GET /api/waiting':
        return showWaiting(query, user);
      case 'GET /api/claims':
        return showClaims(query, user);
      case 'GET /api/search':
        return search(query, user);
      case 'POST /api/decisions':
        return decide(request, user);
      case 'POST /api/gifts':
        return give(request, user);
      case 'GET /api/gift-file':
        return json(200, giving.view());
      case 'POST /api/gift-file':
        return checkFile(request, user);
      case 'POST /api/gift-file/start':
        return startFile(request, user);
      case 'POST /api/gift-file/stop':
        return json(200, giving.stop(readHeldFile(await readJsonBody(request)).id));
      case 'GET /api/receivers':
        return json(200, (await deliveries.receivers()) satisfies ReceiverFacts[]);
      case 'GET /api/deliveries':
        return json(200, (await deliveries.page(readDeliveryFilter(query))) satisfies DeliveryPage);
      case 'POST /api/deliveries/send-again':
        return sendAgain(request, user);
      case 'GET /api/health':
        return json(200, await health.look());
      case 'GET /api/sums':
        return showSums(query);
      case 'GET /api/export.csv':
        return exportCsv(query, user);
      case 'GET /api/code':
        return showCode(query, user);
      case 'GET /api/audit':
        return showAudit(query);
      default:
        throw new DeskError('not-found', 'There is nothing at this address.');
    }
  };
}

async function pageOf(ledger: Ledger, filter: ClaimFilter, limit: number): Promise<ClaimPage> {
  const claims = await ledger.list({ ...filter, limit: limit + 1 });
  const shown = claims.slice(0, limit);
  return { claims: shown.map(lineOf), next: claims.length > limit ? (shown.at(-1)?.id ?? null) : null };
}

function lineOf({ id, action, memberId, state, createdAt, grants }: ClaimRecord): ClaimLine {
  const shown = grants.map(({ order, echo, state: grantState }) => ({ order: echo ?? order, state: grantState }));
  return { id, action, memberId, state, createdAt, grants: shown };
}
