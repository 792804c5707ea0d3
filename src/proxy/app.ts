import { type Context, type Handler, Hono } from 'hono';
import { routePath } from 'hono/route';
import type { MemberGuard } from './abuse/index.ts';
import { type Action } from './action.ts';
import { viewAction } from './action-view.ts';
import type { Exchange } from './boundary.ts';
import {
  checkClaimBody,
  type ClaimDesk,
  claimView,
  readClaimBody,
  readFields,
  readIdempotencyKey,
} from './claims/index.ts';
import { type Challenges, NEEDS_SCRIPT } from './challenge/index.ts';
import { fingerprint } from './fingerprint.ts';
import { answerForm } from './form/form-answer.ts';
import { readFormBody } from './form/form-body.ts';
import { isForm, readForm } from './request-body.ts';
import type { Origins } from './origins.ts';
import type { ActionView, ClaimBody, IdentityMode } from '../contract/index.ts';
import type { Identity, Once, SignInRoutes } from './identity/index.ts';
import type { Ledger } from '../ledger/index.ts';
import type { Limits } from './limits/index.ts';
import type { Logger } from './logger.ts';
import { once } from './once.ts';
import { openApiDocument } from './openapi.ts';
import { type ProblemReply, RequestProblem } from './problem.ts';
import type { Recovery } from './recovery.ts';
import { json, jsonText, problemResponse } from './respond.ts';
import type { Secrets } from './secrets.ts';

export interface AppContext {
  mount: string;
  actions: ReadonlyMap<string, Action>;
  identities: ReadonlyMap<IdentityMode, Identity>;
  guard: MemberGuard;
  challenges: Challenges;
  /** Where the config has a platform to sign in with. */
  platform: SignInRoutes | undefined;
  desk: ClaimDesk;
  ledger: Ledger;
  recovery: Recovery;
  origins: Origins;
  limits: Limits;
  logger: Logger;
  secrets: Secrets;
  /** Epoch milliseconds. */
  now: () => number;
}

type Env = { Bindings: Exchange };

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
    const identified = await identityOf(action).identify(c.req.raw, { action: action.name, memberId: given });
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
    const given = { action: action.name, memberId: c.req.query('memberId') };
    const identified = await identityOf(action).identify(c.req.raw, given);
    if ('problem' in identified) throw new RequestProblem(identified.problem);
    return json(200, await challenges.issue(action.name, identified.memberId));
  }

  async function makeClaim(c: Context<Env>): Promise<Response> {
    const action = findAction(c);
    const request = c.req.raw;
    const form = isForm(request);
    if (form && action.challenge) throw new RequestProblem(NEEDS_SCRIPT);
    const body = form ? await readFormClaim(c, action) : await readClaimBody(request);
    const key = readIdempotencyKey(request);
    const identified = await identityOf(action).identify(request, { action: action.name, memberId: body.memberId });
    if ('problem' in identified) throw new RequestProblem(identified.problem);
    const { memberId } = identified;
    const fields = readFields(action.fields, body.fields);
    const idempotency = key === null ? null : { key, fingerprint: fingerprint([action.name, memberId, body]) };

    const excess = await limits.claim({ action: action.name, memberId }, c.env);
    // Whoever repeats what was answered before gets that answer.
    if (excess && !(idempotency && (await ledger.replay(idempotency)))) throw new RequestProblem(excess);
    await recovery.upToDate();
    const { requestId } = c.env;
    const barred = await guard.problem({ memberId, action: action.name, requestId });
    if (!barred) {
      const holder = key ?? requestId;
      await challenges.admit({ action: action.name, memberId, proof: body.proof, idempotency, holder });
      if (identified.once) await useUp(identified.once, holder);
    }
    const verdict = await desk.claim({ action, memberId, fields, idempotency, barred, requestId });
    if ('problem' in verdict && isRefusalOfMember(verdict.problem)) await limits.wrongId(memberId, c.env);
    if (form)
      return answerForm('claim' in verdict ? { claim: claimView(verdict.claim) } : verdict, {
        ...c.env,
        request,
        origins,
      });
    if ('problem' in verdict) return problemResponse(verdict.problem, requestId);
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

  /** Whoever repeats a request, under its idempotency key, may show the same thing again. */
  async function useUp(shown: Once, holder: string): Promise<void> {
    if (await ledger.consume({ ...shown, holder })) return;
    const detail = 'Your sign-in was used for another request already. Please reload this page and try again.';
    throw new RequestProblem({ code: 'sign-in-required', detail });
  }

  function identityOf({ name, identity }: Action): Identity {
    const known = identities.get(identity);
    if (known) return known;
    throw new Error(`action ${name} asks for the identity ${identity}, which is not set up`);
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
      await recovery.upToDate();
      await ledger.check();
      return json(200, { status: 'ok' });
    } catch (error) {
      logger.error({ requestId: c.env.requestId, error: secrets.describe(error) }, 'the ledger does not work');
      return json(503, { status: 'unavailable' });
    }
  }

  function route(method: 'GET' | 'POST', path: string, handler: Handler<Env>): void {
    app.on(method, path, marked(handler));
    const allow = method === 'GET' ? 'GET, HEAD' : method;
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
    const { signIn } = platform;
    route('GET', '/sign-in', (c) => signIn.begin(c.req.raw, c.env.requestId));
    route('GET', '/sign-in/callback', (c) => signIn.finish(c.req.raw, c.env.requestId));
    route('POST', '/sign-in/token', (c) => signIn.redeem(c.req.raw));
    route('POST', '/sign-out', (c) => signIn.signOut(c.req.raw));
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
