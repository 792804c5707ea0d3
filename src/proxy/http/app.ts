import { type Context, type Handler, Hono } from 'hono';
import { routePath } from 'hono/route';
import type { MemberGuard } from '../claims/member-list.ts';
import { type Action } from '../actions/action.ts';
import { viewAction } from '../actions/action-view.ts';
import type { Exchange } from './boundary.ts';
import {
  checkClaimBody,
  type Claims,
  type ClaimVerdict,
  claimView,
  readClaimBody,
  readFields,
  readIdempotencyKey,
  type WantedClaim,
} from '../claims/index.ts';
import { type Challenges, NEEDS_SCRIPT } from '../challenge/index.ts';
import type { SingleUse } from '../claims/single-use.ts';
import { fingerprint } from '../../common/fingerprint.ts';
import { answerForm } from './form-answer.ts';
import { readFormBody } from './form-body.ts';
import { isForm, readForm } from './request-body.ts';
import type { Origins } from './origins.ts';
import type { ActionView, ClaimBody, IdentityMode } from '../../contract/index.ts';
import type { Identified, Identity, SignInRoutes } from '../identity/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import type { Counted, Limits, TurnEnd } from '../rate-limit/index.ts';
import type { Logger } from '../monitoring/logger.ts';
import { once } from '../../common/once.ts';
import { openApiDocument } from './openapi.ts';
import { type ProblemReply, RequestProblem } from './problem.ts';
import type { Recovery } from '../claims/recovery.ts';
import { json, jsonText } from './respond.ts';
import type { Secrets } from '../monitoring/secrets.ts';
import { KEY_MEND, type Upstream } from '../upstream/index.ts';
import { within } from '../../common/within.ts';

export interface AppContext {
  mount: string;
  actions: ReadonlyMap<string, Action>;
  identities: ReadonlyMap<IdentityMode, Identity>;
  guard: MemberGuard;
  challenges: Challenges;
  /** Where the config has a platform to sign in with. */
  platform: SignInRoutes | undefined;
  desk: Claims;
  ledger: Ledger;
  recovery: Recovery;
  upstreams: ReadonlyMap<string, Upstream>;
  origins: Origins;
  limits: Limits;
  logger: Logger;
  secrets: Secrets;
  /** Epoch milliseconds. */
  now: () => number;
}

const KEY_REFUSED = `the service does not accept the API key: ${KEY_MEND}`;

type Env = { Bindings: Exchange };

/** What came with a claim and is good for one alone. */
interface Shown {
  proof: ClaimBody['proof'];
  token: SingleUse | null;
}

/** For whoever looks at the health of the program, and does not wait for long either. */
const HEALTH_LIMIT_MS = 3_000;

/** Answers a request by its path and method. Throws `RequestProblem`, and whatever fails. */
export function createApp(context: AppContext): (request: Request, exchange: Exchange) => Promise<Response> {
  const {
    mount,
    actions,
    identities,
    platform,
    challenges,
    guard,
    desk,
    ledger,
    recovery,
    upstreams,
    origins,
    limits,
    logger,
    secrets,
    now,
  } = context;
  const app = new Hono<Env>().basePath(mount);
  const openApi = once(() => JSON.stringify(openApiDocument(mount)));

  function findAction(c: Context<Env>): Action {
    const action = actions.get(c.req.param('action') ?? '');
    if (action) return action;
    throw new RequestProblem({ code: 'unknown-action', detail: 'There is no such action on this site.' });
  }

  async function showAction(c: Context<Env>): Promise<Response> {
    const action = findAction(c);
    await recovery.upToDate();
    // An id that was typed for another action says nothing where the member has to sign in.
    const given = action.identity === 'typed' ? c.req.query('memberId') : undefined;
    const identified = await identify(c, action, given);
    const shown = given !== undefined || c.req.raw.headers.has('authorization');
    if ('problem' in identified && shown) throw new RequestProblem(identified.problem);
    const known = 'memberId' in identified ? identified : null;
    const view = await viewAction(action, known?.memberId ?? null, ledger, now());
    if (!platform || action.identity !== 'platform') return json(200, view);
    const signIn = { platform: platform.name, url: platform.url, member: known?.name ?? null };
    return json(200, { ...view, signIn } satisfies ActionView);
  }

  async function issueChallenge(c: Context<Env>): Promise<Response> {
    const action = findAction(c);
    const identified = await identify(c, action, c.req.query('memberId'));
    if ('problem' in identified) throw new RequestProblem(identified.problem);
    return json(200, await challenges.issue(action.name, identified.memberId, limits.clientOf(c.req.raw, c.env)));
  }

  async function makeClaim(c: Context<Env>): Promise<Response> {
    const action = findAction(c);
    const request = c.req.raw;
    const form = isForm(request);
    if (form && action.challenge) throw new RequestProblem(NEEDS_SCRIPT);
    const body = form ? await readFormClaim(c, action) : await readClaimBody(request);
    const key = readIdempotencyKey(request);
    const identified = await identify(c, action, body.memberId);
    if ('problem' in identified) throw new RequestProblem(identified.problem);
    const { memberId, singleUse: token = null } = identified;
    const fields = readFields(action.fields, body.fields);
    const named = body.memberId === undefined ? body : { ...body, memberId };
    const idempotency = key === null ? null : { key, fingerprint: fingerprint([action.name, memberId, named]) };
    const { requestId, client } = c.env;
    const wanted: WantedClaim = { action, memberId, fields, idempotency, client, requestId };

    const excess = await limits.claim({ action: action.name, memberId }, c.env);
    // Whoever repeats what was answered before gets that answer: no limit and no challenge stands in the way of it.
    const isHindered = excess !== null || challenges.asks(action.name);
    const repeated = isHindered ? await desk.repeat(wanted) : null;
    if (!repeated && excess) throw new RequestProblem(excess);
    const verdict = repeated ?? (await claimInTurn(wanted, { proof: body.proof, token }, c.env));
    if ('problem' in verdict) throw new RequestProblem(verdict.problem);
    if (form) return answerForm({ claim: claimView(verdict.claim) }, { ...c.env, request, origins });
    return json(verdict.claim.state === 'granted' ? 201 : 202, claimView(verdict.claim));
  }

  /** The same for a claim whose member's id is none: that is counted. */
  async function watchClaim(c: Context<Env>): Promise<Response> {
    try {
      return await makeClaim(c);
    } catch (error) {
      if (error instanceof RequestProblem && blamesMemberId(error.problem)) await limits.wrongId(null, c.env);
      throw error;
    }
  }

  /** Makes a claim when it is its turn among those of the same client, and counts what came of it. */
  async function claimInTurn(wanted: WantedClaim, shown: Shown, counted: Counted): Promise<ClaimVerdict> {
    const turn = await limits.turn(wanted.action.name, counted);
    if ('problem' in turn) {
      const repeated = await desk.repeat(wanted);
      if (repeated) return repeated;
      throw new RequestProblem(turn.problem);
    }
    let end: TurnEnd = 'other';
    try {
      const verdict = await claimAnew(wanted, shown);
      end = endOf(verdict);
      if (end === 'unknown') await limits.unknown(wanted.memberId, counted);
      if ('problem' in verdict && isRefusalOfMember(verdict.problem)) await limits.wrongId(wanted.memberId, counted);
      return verdict;
    } finally {
      turn.end(end);
    }
  }

  /** What is good for one claim is used up by the claim itself, which is the only one that it can make. */
  async function claimAnew(wanted: WantedClaim, { proof, token }: Shown): Promise<ClaimVerdict> {
    const { memberId, idempotency, requestId } = wanted;
    const action = wanted.action.name;
    await recovery.upToDate();
    const unwelcome = await guard.problem({ memberId, action, requestId });
    if (unwelcome) return desk.claim({ ...wanted, uses: [], barred: unwelcome });
    const requestName = () => (idempotency ? fingerprint(idempotency) : crypto.randomUUID());
    const checked = await challenges.check({ action, memberId, proof, requestName });
    if (checked && 'problem' in checked) return desk.claim({ ...wanted, uses: [], barred: checked.problem });
    const uses = [token, checked?.singleUse ?? null].filter((shown) => shown !== null);
    const verdict = await desk.claim({ ...wanted, uses, barred: null });
    if ('claim' in verdict) challenges.claimed(action);
    return verdict;
  }

  /** Who the member is, in the way that the action asks for. */
  async function identify(c: Context<Env>, { name, identity }: Action, memberId?: string): Promise<Identified> {
    const known = identities.get(identity);
    if (!known) throw new Error(`action ${name} asks for the identity ${identity}, which is not set up`);
    const identified = await known.identify(c.req.raw, { action: name, memberId });
    const { requestId, cookies } = c.env;
    if (identified.setCookie !== undefined) cookies.push(identified.setCookie);
    if ('problem' in identified && identified.refusal !== undefined) {
      logger.info({ requestId, action: name, identity, reason: identified.refusal }, 'a sign-in was not accepted');
    }
    return identified;
  }

  async function readFormClaim(c: Context<Env>, { fields }: Action): Promise<ClaimBody> {
    const { returnTo, ...body } = readFormBody(await readForm(c.req.raw), fields);
    c.env.returnTo = returnTo;
    return checkClaimBody(body);
  }

  async function showClaim(c: Context<Env>): Promise<Response> {
    await recovery.upToDate();
    const claim = await ledger.find(c.req.param('id') ?? '');
    if (claim) return json(200, claimView(claim));
    throw new RequestProblem({ code: 'unknown-claim', detail: 'There is no such claim.' });
  }

  async function showHealth(c: Context<Env>): Promise<Response> {
    try {
      await within(HEALTH_LIMIT_MS, workingLedger(), 'the ledger');
      const refusals = await Promise.all(Array.from(upstreams.values(), (upstream) => upstream.refusesKey()));
      return json(200, refusals.includes(true) ? { status: 'degraded', problems: [KEY_REFUSED] } : { status: 'ok' });
    } catch (error) {
      logger.error({ requestId: c.env.requestId, error: secrets.describe(error) }, 'the ledger does not work');
      return json(503, { status: 'unavailable' });
    }
  }

  async function workingLedger(): Promise<void> {
    await recovery.upToDate();
    await ledger.check(now());
  }

  function route(method: 'GET' | 'POST' | 'GET, POST', path: string, handler: Handler<Env>): void {
    app.on(method.split(', '), path, marked(handler));
    const allow = method.replace('GET', 'GET, HEAD');
    app.all(
      path,
      marked(() => {
        throw new RequestProblem({ code: 'method-not-allowed', detail: `This address takes ${allow}.`, allow });
      }),
    );
  }

  route('GET', '/actions/:action', showAction);
  route('GET', '/actions/:action/challenge', issueChallenge);
  route('POST', '/actions/:action/claims', watchClaim);
  route('GET', '/claims/:id', showClaim);
  route('GET', '/health', showHealth);
  route('GET', '/openapi.json', () => jsonText(200, openApi()));
  if (platform) {
    const { signIn, sessions } = platform;
    route('GET, POST', '/sign-in', (c) => signIn.begin(c.req.raw, c.env.requestId));
    route('GET', '/sign-in/callback', (c) => signIn.finish(c.req.raw, c.env.requestId));
    route('POST', '/sign-in/token', (c) => sessions.redeem(c.req.raw, c.env.requestId));
    route('POST', '/sign-out', (c) => sessions.signOut(c.req.raw, c.env.requestId));
  }
  app.notFound(() => {
    throw new RequestProblem({ code: 'not-found', detail: 'There is nothing at this address.' });
  });
  // The one catch is the boundary's.
  app.onError((error) => {
    throw error;
  });
  return async (request, exchange) => app.fetch(request, exchange);
}

function isRefusalOfMember({ code, ofSite }: ProblemReply): boolean {
  return code === 'refused' && !ofSite;
}

function endOf(verdict: ClaimVerdict): TurnEnd {
  if ('problem' in verdict) return 'other';
  if (verdict.claim.grants.some(({ state }) => state === 'unknown')) return 'unknown';
  return verdict.claim.state === 'granted' ? 'granted' : 'other';
}

function blamesMemberId({ errors = [] }: ProblemReply): boolean {
  return errors.some(({ field }) => field === 'memberId');
}

/** The handler, which first notes the template of its address for the log. */
function marked(handler: Handler<Env>): Handler<Env> {
  return (c, next) => {
    c.env.route = routePath(c);
    return handler(c, next);
  };
}
