import { claimPaths } from './openapi-claims.ts';
import { embedPaths } from './openapi-embed.ts';
import { headerRefs, HEADERS, type Json, pathParameter, problems, reply, schemas } from './openapi-parts.ts';
import { signInPaths } from './openapi-sign-in.ts';

/** The HTTP API as an OpenAPI 3.1 document, its schemas taken from the contract. */
export function openApiDocument(mount: string): Json {
  const base = mount === '/' ? '' : mount;
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rewards proxy',
      version: '1',
      description:
        'Lets the widgets of rewards-elements claim rewards. Errors are problem documents (RFC 9457) with a stable code. `HEAD` is answered as `GET`, without the body. What is no valid HTTP gets a status alone.',
      contact: { name: "The site's owner" },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    // Operations that need authentication say so themselves.
    security: [],
    tags: [
      { name: 'claims', description: 'What can be claimed, and claims.' },
      { name: 'events', description: "What the owner's other systems report about members." },
      { name: 'sign-in', description: "Sign-in with the community's platform, if the config has one." },
      { name: 'frames', description: 'Widgets for sites that take no script, if the config has `embed`.' },
      { name: 'proxy', description: 'The proxy itself.' },
    ],
    paths: {
      ...claimPaths(base),
      [`${base}/events/{source}`]: {
        parameters: [pathParameter('source', 'The name of the source, as in `events` of the config.')],
        post: receiveEvent(),
      },
      [`${base}/health`]: { get: showHealth() },
      ...signInPaths(base),
      ...embedPaths(base),
      [`${base}/openapi.json`]: { get: showOpenApi() },
    },
    components: { schemas: schemas(), headers: HEADERS, securitySchemes: SECURITY_SCHEMES },
  };
}

/** The authentication of actions with `identity: 'signed'` or `'platform'`. */
const SECURITY_SCHEMES: Json = {
  platformToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWE',
    description: 'From POST sign-in/token: valid for an hour, and only for the site that asked.',
  },
  platformSession: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-rewards',
    description: "Set by a sign-in, for pages of the proxy's own origin.",
  },
  memberToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: "Signed by the site's server for its member: valid for at most five minutes and one claim.",
  },
};

function receiveEvent(): Json {
  return {
    operationId: 'receiveEvent',
    tags: ['events'],
    summary: "A signed event of one of the owner's systems",
    description: EVENT_RULES,
    requestBody: { required: true, content: { 'application/json': { schema: {} } } },
    responses: {
      200: reply('Settled: do not send it again.', 'EventReceipt'),
      202: reply(
        'Pending: the reward may have been given, and the owner must find out. Do not send it again.',
        'EventReceipt',
      ),
      ...problems('invalid-request', 'not-found', 'too-large', 'unsupported-media-type', 'throttled'),
    },
  };
}

const EVENT_RULES = [
  'The headers of the signature depend on the form that the config names for the source: Standard Webhooks, GitHub, Stripe, Shopify, Tally or Typeform.',
  'The same event gets the same answer, however often it is sent, and is paid at most once.',
  '`outcome` is `granted`; `pending`; `not-given`, with the problem code in `reason`; or `ignored`, with the cause in `reason`: `type`, `when`, `action` or `member`.',
  '`throttled` means: send it again after `Retry-After` seconds. `claim` is a reference for the owner.',
].join(' ');

function showHealth(): Json {
  return {
    operationId: 'getHealth',
    tags: ['proxy'],
    summary: 'Whether the proxy can record claims',
    description: 'It tries a durable write, as a claim needs it.',
    responses: {
      200: reply('It can. If claims are refused all the same, `problems` says why.', 'Health'),
      503: reply('It cannot: the ledger does not work.', 'Health'),
      ...problems(),
    },
  };
}

function showOpenApi(): Json {
  const content = { 'application/json': { schema: { type: 'object' } } };
  return {
    operationId: 'getOpenApi',
    tags: ['proxy'],
    summary: 'This document',
    description: 'With the paths of the mount.',
    responses: { 200: { description: 'The document.', headers: headerRefs(), content }, ...problems() },
  };
}
