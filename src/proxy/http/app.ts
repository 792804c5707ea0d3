import { METHOD_NAME_ALL } from 'hono/router';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { getPath, tryDecodeURIComponent } from 'hono/utils/url';
import { once } from '../../common/once.ts';
import { within } from '../../common/within.ts';
import type { ActionView } from '../../contract/index.ts';
import { isClaimId, type Ledger } from '../../ledger/index.ts';
import { viewAction } from '../actions/action-view.ts';
import type { Action } from '../actions/action.ts';
import type { Challenges } from '../challenge/index.ts';
import { type Claims, claimView, delayedByPoints } from '../claims/index.ts';
import type { Recovery } from '../claims/recovery.ts';
import type { Embed } from '../embed/index.ts';
import type { Events } from '../events/index.ts';
import { bearerToken, type Identify, type SignInRoutes } from '../identity/index.ts';
import type { Logger } from '../monitoring/logger.ts';
import type { Secrets } from '../monitoring/secrets.ts';
import type { Messages } from '../onchain/messages.ts';
import type { Tickets } from '../proofs/index.ts';
import type { RateLimiter } from '../rate-limit/index.ts';
import { KEY_ADVICE, type Upstream } from '../upstream/index.ts';
import { answerBatch } from './batch.ts';
import type { Exchange } from './exchange.ts';
import { answerForm } from './form-answer.ts';
import { languagesOf } from './languages.ts';
import { originOf } from './origin.ts';
import type { Origins } from './origins.ts';
import { invalidRequest, RequestProblem } from './problem.ts';
import { isForm, readJson } from './request-body.ts';
import { type Answer, json, jsonText } from './respond.ts';
import type { Incoming } from './incoming.ts';

export interface AppContext {
  mount: string;
  actions: ReadonlyMap<string, Action>;
  identify: Identify;
  challenges: Challenges;
  /** The messages that wallets sign. */
  messages: () => Promise<Messages>;
  /** The tickets that say since when a page has been open. */
  tickets: () => Promise<Tickets>;
  /** The routes of a sign-in, if the config has a platform. */
  platform: SignInRoutes | undefined;
  /** The pages for frames, if the config has them. */
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

const KEY_REFUSED = `the service does not accept the API key: ${KEY_ADVICE}`;

/** A request with a route. */
interface Call {
  request: Incoming;
  exchange: Exchange;
  /** The values of the parameters in the path. */
  params: Readonly<Record<string, string>>;
}

interface Route {
  /** The path as a template, including the mount. */
  path: string;
  /** The methods that the path accepts. */
  methods: readonly string[];
  handler: (call: Call) => Promise<Answer>;
}

/** For the owner, who put the frame into a page. */
const NO_WIDGET =
  'The address of the frame has to end with the name of an action, as it stands in the config of the proxy.';

/** The path for events, below the mount. */
export const EVENTS = 'events';

/** A wallet shows its owner the site that asks for a signature. Only browsers send that. */
const NO_ORIGIN = 'The request names no site: the header Origin must be that of the page whose wallet is to sign.';

/** Health checks come from monitors, which do not wait for long. */
const HEALTH_LIMIT_MS = 3_000;

/** Answers a request by its path and method. Throws a `RequestProblem`, and any other error. */
export function createApp(context: AppContext): (request: Incoming, exchange: Exchange) => Promise<Answer> {
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
  const base = mount === '/' ? '' : mount;
  const routes = new RegExpRouter<Route>();
  // Loaded when it is requested, because it is long and seldom needed.
  const openApi = once(async () => {
    const { openApiDocument } = await import('./openapi.ts');
    return JSON.stringify(openApiDocument(mount));
  });

  function findAction({ params }: Call, detail = 'There is no such action on this site.'): Action {
    const action = actions.get(params['action'] ?? '');
    if (action && action.by !== 'events') return action;
    throw new RequestProblem({ code: 'unknown-action', detail });
  }

  async function showAction(call: Call): Promise<Answer> {
    const { request, exchange } = call;
    const action = findAction(call);
    await recovery.upToDate();
    // If the member has to sign in, an id that was typed for another action means nothing.
    const given = action.identity === 'typed' ? memberIdIn(request) : undefined;
    const identified = await identify(request, exchange, action, given);
    const shown = given !== undefined || bearerToken(request) !== null;
    if ('problem' in identified && shown) throw new RequestProblem(identified.problem);
    const known = 'memberId' in identified ? identified : null;
    const reader = { memberId: known?.memberId ?? null, languages: languagesOf(request) };
    const plain = await viewAction(action, reader, ledger, now());
    const view = action.asksForTicket ? { ...plain, ticket: (await tickets()).issue(action.name) } : plain;
    if (!platform || action.identity !== 'platform') return json(200, view);
    const signIn = { platform: platform.name, url: platform.url, member: known?.name ?? null };
    return json(200, { ...view, signIn } satisfies ActionView);
  }

  async function issueChallenge(call: Call): Promise<Answer> {
    const { request, exchange } = call;
    const action = findAction(call);
    const identified = await identify(request, exchange, action, memberIdIn(request));
    if ('problem' in identified) throw new RequestProblem(identified.problem);
    return json(200, await challenges.issue(action.name, identified.memberId, limits.clientOf(request, exchange)));
  }

  async function issueOnchain(call: Call): Promise<Answer> {
    const { request, exchange } = call;
    const action = findAction(call);
    if (!action.onchain)
      throw new RequestProblem({ code: 'not-found', detail: 'This action asks for nothing on chain.' });
    const { issueMessage, readOnchainRequest } = await import('../onchain/issue.ts');
    const asked = readOnchainRequest(await readJson(request));
    const identified = await identify(request, exchange, action, asked.memberId);
    if ('problem' in identified) throw new RequestProblem(identified.problem);
    const origin = originOf(request);
    if (origin === null) throw new RequestProblem(invalidRequest(NO_ORIGIN));
    const purpose = { action: action.name, memberId: identified.memberId, origin };
    return json(200, issueMessage(asked, action.onchain, purpose, await messages()));
  }

  async function makeClaim(call: Call): Promise<Answer> {
    const { request, exchange } = call;
    const action = findAction(call);
    const verdict = await claims.claim({ action, request, exchange });
    if ('problem' in verdict) throw new RequestProblem(verdict.problem);
    const claim = claimView(verdict.claim, action, languagesOf(request));
    return isForm(request)
      ? answerForm({ claim }, { ...exchange, request, origins })
      : json(claim.status === 'granted' ? 201 : 202, claim);
  }

  async function showClaim({ request, params }: Call): Promise<Answer> {
    await recovery.upToDate();
    const id = params['id'] ?? '';
    const claim = isClaimId(id) ? await ledger.find(id) : null;
    if (!claim) throw new RequestProblem({ code: 'unknown-claim', detail: 'There is no such claim.' });
    const action = actions.get(claim.action);
    const { memberId } = claim;
    const shown = action ? await delayedByPoints(claim, action, { memberId, now: now() }, ledger) : claim;
    return json(200, claimView(shown, action, languagesOf(request)));
  }

  async function receiveEvent({ request, exchange, params }: Call): Promise<Answer> {
    const receipt = await events.receive(params['source'] ?? '', request, exchange);
    return json(receipt.outcome === 'pending' ? 202 : 200, receipt);
  }

  async function showHealth({ exchange: { requestId } }: Call): Promise<Answer> {
    try {
      await within(HEALTH_LIMIT_MS, workingLedger(), 'the ledger');
      const refusals = await Promise.all(Array.from(upstreams.values(), (upstream) => upstream.refusesKey()));
      return json(200, refusals.includes(true) ? { status: 'degraded', problems: [KEY_REFUSED] } : { status: 'ok' });
    } catch (error) {
      logger.error({ requestId, error: secrets.describe(error) }, 'the ledger does not work');
      return json(503, { status: 'unavailable' });
    }
  }

  async function workingLedger(): Promise<void> {
    await recovery.upToDate();
    await ledger.check(now());
  }

  function route(methods: 'GET' | 'POST' | 'GET, POST', path: string, handler: Route['handler']): void {
    const taken = methods.replace('GET', 'GET, HEAD').split(', ');
    routes.add(METHOD_NAME_ALL, base + path, { path: base + path, methods: taken, handler });
  }

  route('GET', '/batch', async ({ request, exchange }) => {
    const replies = await answerBatch(request, exchange, { mount, limits, answer });
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
    route('GET, POST', '/sign-in', ({ request, exchange }) => signIn.begin(request, exchange.requestId));
    route('GET', '/sign-in/callback', ({ request, exchange }) => signIn.finish(request, exchange.requestId));
    route('POST', '/sign-in/token', ({ request, exchange }) => sessions.redeem(request, exchange.requestId));
    route('POST', '/sign-out', ({ request, exchange }) => sessions.signOut(request, exchange.requestId));
  }
  if (embed) {
    route('GET', '/embed.js', () => embed.script());
    route('GET', '/embed/:action', (call) => embed.page(findAction(call, NO_WIDGET), call.request));
    route('GET', '/elements/:version/:path{.+}', async ({ params }) =>
      embed.file(params['version'] ?? '', params['path'] ?? ''),
    );
  }
  return answer;

  async function answer(request: Incoming, exchange: Exchange): Promise<Answer> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it reads the address alone
    const [[found], texts = []] = routes.match(METHOD_NAME_ALL, getPath(request as Request));
    if (!found) throw new RequestProblem({ code: 'not-found', detail: 'There is nothing at this address.' });
    const [{ path, methods, handler }, places] = found;
    exchange.route = path;
    if (!methods.includes(request.method)) {
      const allow = methods.join(', ');
      throw new RequestProblem({ code: 'method-not-allowed', detail: `This address takes ${allow}.`, allow });
    }
    const params = Object.entries(places).map(([name, at]) => [name, tryDecodeURIComponent(texts[Number(at)] ?? '')]);
    return handler({ request, exchange, params: Object.fromEntries(params) });
  }
}

/** The member id in the query, as the page's visitor has given it. */
function memberIdIn({ url }: Incoming): string | undefined {
  return new URL(url).searchParams.get('memberId') ?? undefined;
}
