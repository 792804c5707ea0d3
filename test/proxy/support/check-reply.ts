import assert from 'node:assert/strict';
import { ActionView, AltchaChallenge, ChallengeView, Claim, Problem, PROBLEMS } from '../../../src/contract/index.ts';
import { EventReceipt } from '../../../src/proxy/events/receipt.ts';
import { Batch } from '../../../src/proxy/http/openapi-parts.ts';
import { openApiDocument } from '../../../src/proxy/http/openapi.ts';
import { isRecord } from '../../../src/contract/guard.ts';
import { isForm } from '../../../src/proxy/http/request-body.ts';
import { readerOf } from './document-schema.ts';
import { KEY } from './key.ts';

/** A reply that kept the rules. */
export interface Reply {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
  text: string;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const document = openApiDocument('/rewards');
const { paths } = document;
const readBySchema = readerOf(document);
const ROUTES = Object.keys(Object(paths)).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

const CLAIMS = '/rewards/actions/{action}/claims';

/**
 * Reads a response and holds it to what every response keeps: the shared headers, the contract's schema for its route and
 * status with nothing left over, a status that the OpenAPI document declares, and nowhere the key.
 */
export async function checkReply(request: Request, response: Response): Promise<Reply> {
  const { status, headers } = response;
  assert.match(headers.get('x-request-id') ?? '', UUID);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.equal(headers.get('vary'), 'Origin');
  assert.equal(headers.get('referrer-policy'), 'no-referrer');
  assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin');
  // No other directive stands in for the last three.
  assert.match(
    headers.get('content-security-policy') ?? '',
    /^default-src 'none'; (?:style-src .*; )?base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  );
  assert.equal(headers.get('access-control-allow-credentials'), null);
  const text = await response.text();
  assert.ok(!(text + JSON.stringify([...headers])).includes(KEY), 'the key is in a response');
  if (request.method === 'HEAD' || status === 204) {
    assert.equal(text, '');
    return { status, headers, body: {}, text };
  }
  assert.equal(headers.get('content-length'), String(Buffer.byteLength(text)));
  const route = routeOf(request);
  const isPage = headers.get('content-type')?.startsWith('text/html');
  if (isForm(request) && (route === CLAIMS || (route === '/rewards/sign-in' && isPage))) {
    checkFormAnswer(response, text);
    checkDeclared(route, 'post', response, text);
    return { status, headers, body: {}, text };
  }
  const body: unknown = JSON.parse(text);
  assert.ok(isRecord(body));
  if (status >= 400 && !(route === '/rewards/health' && !('code' in body))) checkProblem(response, body);
  else checkSuccess(route, request.method, status, body);
  checkDeclared(route, request.method.toLowerCase(), response, text);
  return { status, headers, body, text };
}

/** A form is answered with a page that runs and loads nothing, or with the way to one of the owner's. */
function checkFormAnswer({ status, headers }: Response, text: string): void {
  if (status === 303) {
    assert.equal(text, '');
    assert.ok(headers.get('location'));
    return;
  }
  assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
  assert.match(text, /^<!doctype html>/);
  assert.doesNotMatch(text, /<script|javascript:|\bon\w+=/i);
}

function checkProblem({ status, headers }: Response, body: unknown): void {
  assert.equal(headers.get('content-type'), 'application/problem+json');
  const problem = Problem.parse(body);
  assert.deepEqual(body, problem);
  assert.equal(problem.status, status);
  assert.equal(PROBLEMS[problem.code].status, status);
  assert.equal(problem.title, PROBLEMS[problem.code].title);
  assert.equal(problem.type, `urn:rewards-elements:problem:${problem.code}`);
  assert.equal(problem.requestId, headers.get('x-request-id'));
  assert.match(problem.detail, /[.”]$/);
  assert.equal(headers.get('retry-after'), problem.retryAfter === undefined ? null : String(problem.retryAfter));
  if (problem.code === 'throttled' || problem.code === 'rate-limited')
    assert.ok(problem.retryAfter !== undefined && problem.retryAfter > 0);
}

function checkSuccess(route: string | null, method: string, status: number, body: unknown): void {
  if (route === '/rewards/actions/{action}') {
    const { challenge, ...action } = ActionView.parse(body);
    assert.deepEqual(body, { ...action, challenge: challenge && ChallengeView.parse(challenge) });
  }
  if (route === '/rewards/actions/{action}/challenge') assert.deepEqual(body, AltchaChallenge.parse(body));
  if (route === '/rewards/events/{source}') {
    const receipt = EventReceipt.parse(body);
    assert.deepEqual(body, receipt);
    assert.equal(status, receipt.outcome === 'pending' ? 202 : 200);
  }
  if (route === '/rewards/batch') assert.deepEqual(body, Batch.parse(body));
  if (route === '/rewards/claims/{id}') assert.deepEqual(body, Claim.parse(body));
  if (route === '/rewards/actions/{action}/claims' && method === 'POST') {
    assert.equal(Claim.parse(body).status, status === 201 ? 'granted' : 'pending');
    assert.deepEqual(body, Claim.parse(body));
  }
}

/** Of a path that no route has, and of a method that its route does not take, the document says nothing. */
function checkDeclared(route: string | null, method: string, { status, headers }: Response, text: string): void {
  assert.ok(isRecord(paths));
  const item = route === null ? null : paths[route];
  const operation = isRecord(item) ? item[method] : null;
  if (!isRecord(operation)) return;
  assert.ok(isRecord(operation['responses']));
  const declared = operation['responses'][status];
  assert.ok(isRecord(declared), `${method} ${route} ${status} is not in the OpenAPI document`);
  const type = headers.get('content-type')?.replace(/;.*/, '') ?? '';
  if (text !== '') {
    assert.ok(isRecord(declared['content']) && type in declared['content'], `${method} ${route} ${type}`);
    const { schema } = Object(declared['content'][type]) as { schema?: object };
    if (schema && type.endsWith('json')) readBySchema(schema, JSON.parse(text));
  }
  const named = Object(declared['headers']) as object;
  for (const name of ['Retry-After', 'Allow', 'Location'].filter((one) => headers.has(one)))
    assert.ok(name in named, `${method} ${route} ${status} has ${name}, which is not in the OpenAPI document`);
}

function routeOf({ url }: Request): string | null {
  const { pathname } = new URL(url);
  return ROUTES.find(({ pattern }) => pattern.test(pathname))?.path ?? null;
}
