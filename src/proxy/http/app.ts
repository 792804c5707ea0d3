import { type Context, Hono } from 'hono';
import { routePath } from 'hono/route';
import { once } from '../../common/once.ts';
import { within } from '../../common/within.ts';
import type { ActionView } from '../../contract/index.ts';
import { isClaimId, type Ledger } from '../../ledger/index.ts';
import { viewAction } from '../actions/action-view.ts';
import type { Action } from '../actions/action.ts';
import type { Challenges } from '../challenge/index.ts';
import { type Claims, claimView } from '../claims/index.ts';
import type { Recovery } from '../claims/recovery.ts';
import type { Embed } from '../embed/index.ts';
import type { Events } from '../events/index.ts';
import type { Identify, SignInRoutes } from '../identity/index.ts';
import type { Logger } from '../monitoring/logger.ts';
import type { Secrets } from '../monitoring/secrets.ts';
import type { Messages } from '../onchain/messages.ts';
import type { Tickets } from '../proofs/index.ts';
import type { RateLimiter } from '../rate-limit/index.ts';
import { KEY_MEND, type Upstream } from '../upstream/index.ts';
import { answerBatch } from './batch.ts';
import type { Exchange } from './exchange.ts';
import { answerForm } from './form-answer.ts';
import { languagesOf } from './languages.ts';
import type { Origins } from './origins.ts';
import { invalidRequest, RequestProblem } from './problem.ts';
import { isForm, readJson } from './request-body.ts';
import { type Answer, json, jsonText } from './respond.ts';

export interface AppContext {
  mount: string;
  actions: ReadonlyMap<string, Action>;
  identify: Identify;
  challenges: Challenges;
  /** What wallets sign. */
  messages: () => Promise<Messages>;
  /** What says since when a page has been open. */
  tickets: () => Promise<Tickets>;
  /** Where the config has a platform to sign in with. */
  platform: SignInRoutes | undefined;
  /** Where the config has pages for frames. */
  embed: Embed | null;
  claims: Claims;
  events: Events;
  ledger: Ledger;
  recovery: Recovery;
  upstreams: ReadonlyMap<string, Upstream>;
  origins: Origins;
  limits: RateLimiter;
  logger: Logger;
  secrets: Secrets;
  /** Epoch milliseconds. */
  now: () => number;
}

const KEY_REFUSED = `the service does not accept the API key: ${KEY_MEND}`;

type Env = { Bindings: Exchange };

/** What Hono is told of a request whose answer is in the exchange. */
const ROUTED = new Response();

/** For the owner, who put the frame into a page. */
const NO_WIDGET =
  'The address of the frame has to end with the name of an action, as it stands in the config of the proxy.';

/** Where events come in, below the mount. */
export const EVENTS = 'events';

/** A wallet shows its owner the site that asks, which only a browser tells. */
const NO_ORIGIN = 'The request names no site: the header Origin must be that of the page whose wallet is to sign.';

/** For monitors that look at the health of the program, and do not wait for long either. */
const HEALTH_LIMIT_MS = 3_000;

/** Answers a request by its path and method. Throws `RequestProblem`, and whatever fails. */
export function createApp(context: AppContext): (request: Request, exchange: Exchange) => Promise<Answer> {
  const {
    mount,
    actions,
    identify,
    platform,
    embed,
    challenges,
    messages,
    tickets,
    claims,
    events,
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
  // It is seldom asked for, and long.
  const openApi = once(async () => {
    const { openApiDocument } = await import('./openapi.ts');
    return JSON.stringify(openApiDocument(mount));
  });

  function findAction(c: Context<Env>, detail = 'There is no such action on this site.'): Action {
    const action = actions.get(c.req.param('action') ?? '');
    if (action && action.by !== 'events') return action;
    throw new RequestProblem({ code: 'unknown-action', detail });
  }

  async function showAction(c: Context<Env>): Promise<Answer> {
    const action = findAction(c);
    await recovery.upToDate();
    // An id that was typed for another action says nothing where the member has to sign in.
    const given = action.identity === 'typed' ? c.req.query('memberId') : undefined;
    const identified = await identify(c.req.raw, c.env, action, given);
    const shown = given !== undefined || c.req.raw.headers.has('authorization');
    if ('problem' in identified && shown) throw new RequestProblem(identified.problem);
    const known = 'memberId' in identified ? identified : null;
    const reader = { memberId: known?.memberId ?? null, languages: languagesOf(c.req.raw) };
    const plain = await viewAction(action, reader, ledger, now());
    const view = action.asksForTicket ? { ...plain, ticket: (await tickets()).issue(action.name) } : plain;
    if (!platform || action.identity !== 'platform') return json(200, view);
    const signIn = { platform: platform.name, url: platform.url, member: known?.name ?? null };
    return json(200, { ...view, signIn } satisfies ActionView);
  }

  async function issueChallenge(c: Context<Env>): Promise<Answer> {
    const action = findAction(c);
    const identified = await identify(c.req.raw, c.env, action, c.req.query('memberId'));
    if ('problem' in identified) throw new RequestProblem(identified.problem);
    return json(200, await challenges.issue(action.name, identified.memberId, limits.clientOf(c.req.raw, c.env)));
  }

  async function issueOnchain(c: Context<Env>): Promise<Answer> {
    const request = c.req.raw;
    const action = findAction(c);
    if (!action.onchain)
      throw new RequestProblem({ code: 'not-found', detail: 'This action asks for nothing on chain.' });
    const { issueMessage, readOnchainRequest } = await import('../onchain/issue.ts');
    const asked = readOnchainRequest(await readJson(request));
    const identified = await identify(request, c.env, action, asked.memberId);
    if ('problem' in identified) throw new RequestProblem(identified.problem);
    const origin = request.headers.get('origin');
    if (origin === null) throw new RequestProblem(invalidRequest(NO_ORIGIN));
    const purpose = { action: action.name, memberId: identified.memberId, origin };
    return json(200, issueMessage(asked, action.onchain, purpose, await messages()));
  }

  async function makeClaim(c: Context<Env>): Promise<Answer> {
    const request = c.req.raw;
    const action = findAction(c);
    const verdict = await claims.claim({ action, request, exchange: c.env });
    if ('problem' in verdict) throw new RequestProblem(verdict.problem);
    const claim = claimView(verdict.claim, action, languagesOf(request));
    return isForm(request)
      ? answerForm({ claim }, { ...c.env, request, origins })
      : json(claim.status === 'granted' ? 201 : 202, claim);
  }

  async function showClaim(c: Context<Env>): Promise<Answer> {
    await recovery.upToDate();
    const id = c.req.param('id') ?? '';
    const claim = isClaimId(id) ? await ledger.find(id) : null;
    if (claim) return json(200, claimView(claim, actions.get(claim.action), languagesOf(c.req.raw)));
    throw new RequestProblem({ code: 'unknown-claim', detail: 'There is no such claim.' });
  }

  async function receiveEvent(c: Context<Env>): Promise<Answer> {
    const receipt = await events.receive(c.req.param('source') ?? '', c.req.raw, c.env);
    return json(receipt.outcome === 'pending' ? 202 : 200, receipt);
  }

  async function showHealth(c: Context<Env>): Promise<Answer> {
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

  function route(
    methods: 'GET' | 'POST' | 'GET, POST',
    path: string,
    handler: (c: Context<Env>) => Promise<Answer>,
  ): void {
    const allow = methods.replace('GET', 'GET, HEAD');
    const allowed = new Set(allow.split(', '));
    app.all(path, async (c) => {
      c.env.route = routePath(c);
      if (!allowed.has(c.req.method)) {
        throw new RequestProblem({ code: 'method-not-allowed', detail: `This address takes ${allow}.`, allow });
      }
      c.env.answer = await handler(c);
      return ROUTED;
    });
  }

  route('GET', '/batch', async (c) => {
    const replies = await answerBatch(c.req.raw, c.env, { mount, limits, answer });
    return json(200, { replies });
  });
  route('GET', '/actions/:action', showAction);
  route('GET', '/actions/:action/challenge', issueChallenge);
  route('POST', '/actions/:action/onchain', issueOnchain);
  route('POST', '/actions/:action/claims', makeClaim);
  route('GET', '/claims/:id', showClaim);
  route('POST', `/${EVENTS}/:source`, receiveEvent);
  route('GET', '/health', showHealth);
  route('GET', '/openapi.json', async () => jsonText(200, await openApi()));
  if (platform) {
    const { signIn, sessions } = platform;
    route('GET, POST', '/sign-in', (c) => signIn.begin(c.req.raw, c.env.requestId));
    route('GET', '/sign-in/callback', (c) => signIn.finish(c.req.raw, c.env.requestId));
    route('POST', '/sign-in/token', (c) => sessions.redeem(c.req.raw, c.env.requestId));
    route('POST', '/sign-out', (c) => sessions.signOut(c.req.raw, c.env.requestId));
  }
  if (embed) {
    route('GET', '/embed.js', () => embed.script());
    route('GET', '/embed/:action', (c) => embed.page(findAction(c, NO_WIDGET), c.req.raw));
    route('GET', '/elements/:version/:path{.+}', async (c) =>
      embed.file(c.req.param('version') ?? '', c.req.param('path') ?? ''),
    );
  }
  app.notFound(() => {
    throw new RequestProblem({ code: 'not-found', detail: 'There is nothing at this address.' });
  });
  // The one catch is the boundary's.
  app.onError((error) => {
    throw error;
  });
  return answer;

  async function answer(request: Request, exchange: Exchange): Promise<Answer> {
    await app.fetch(request, exchange);
    if (exchange.answer) return exchange.answer;
    throw new Error('a route has answered nothing');
  }
}
