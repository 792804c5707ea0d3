import * as z from 'zod';
import {
  ActionView,
  AltchaChallenge,
  ChallengeView,
  Claim,
  ClaimBody,
  OnchainMessage,
  OnchainRequest,
  OnchainView,
  Problem,
  type ProblemCode,
  PROBLEMS,
  SignInCode,
  SignInToken,
} from '../../contract/index.ts';
import { EventReceipt } from '../events/receipt.ts';
import { MAX_BATCH } from './batch.ts';
import { embedPaths } from './openapi-embed.ts';
import { alsoAsPages, type Json, signInPaths } from './openapi-sign-in.ts';

const Health = z.object({
  status: z.enum(['ok', 'degraded', 'unavailable']),
  problems: z.optional(z.array(z.string())),
});

/** The answers to several paths. */
export const Batch = z.object({
  replies: z.array(z.object({ status: z.int(), body: z.unknown() })),
});

const SignedOut = z.object({ signedOut: z.literal(true) });

const SCHEMAS = {
  ActionView,
  AltchaChallenge,
  ChallengeView,
  Claim,
  ClaimBody,
  EventReceipt,
  OnchainMessage,
  OnchainRequest,
  OnchainView,
  Problem,
  Health,
  Batch,
  SignInCode,
  SignInToken,
  SignedOut,
};

/** Problems that any address may answer with. */
const ANYWHERE: readonly ProblemCode[] = ['origin-not-allowed', 'method-not-allowed', 'rate-limited', 'internal'];

/** The HTTP API as an OpenAPI 3.1 document, its schemas taken from the contract. */
export function openApiDocument(mount: string): Json {
  const base = mount === '/' ? '' : mount;
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rewards proxy',
      version: '1',
      description:
        'Lets the widgets of rewards-elements claim rewards. Errors are problem documents (RFC 9457) with a stable code.',
      contact: { name: "The site's owner" },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    // What needs more says so itself.
    security: [],
    tags: [
      { name: 'claims', description: 'What can be claimed, and claims.' },
      { name: 'events', description: "What the owner's other systems say that members did." },
      { name: 'sign-in', description: "Signing in with the community's platform, where the config has one." },
      { name: 'frames', description: 'Widgets for sites that take no script, where the config has `embed`.' },
      { name: 'proxy', description: 'The proxy itself.' },
    ],
    paths: {
      [`${base}/actions/{action}`]: { parameters: [ACTION], get: showAction() },
      [`${base}/actions/{action}/challenge`]: { parameters: [ACTION], get: issueChallenge() },
      [`${base}/actions/{action}/onchain`]: { parameters: [ACTION], post: issueOnchain() },
      [`${base}/actions/{action}/claims`]: { parameters: [ACTION], post: makeClaim() },
      [`${base}/batch`]: { get: answerBatch() },
      [`${base}/claims/{id}`]: { parameters: [pathParameter('id', 'The id of the claim.')], get: showClaim() },
      [`${base}/events/{source}`]: {
        parameters: [pathParameter('source', 'The name of the source, as in `events` of the config.')],
        post: receiveEvent(),
      },
      [`${base}/health`]: { get: showHealth() },
      ...signInPaths(base, PARTS),
      ...embedPaths(base, PARTS, ACTION),
      [`${base}/openapi.json`]: { get: showOpenApi() },
    },
    components: { schemas: schemas(), headers: HEADERS, securitySchemes: SECURITY_SCHEMES },
  };
}

/** What an action with `identity: 'signed'` or `'platform'` asks for. */
const SECURITY_SCHEMES: Json = {
  platformToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWE',
    description: 'From POST sign-in/token: valid for an hour, and good for the site that asked alone.',
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
    description: "Signed by the site's server for its member: valid for five minutes at most, and good for one claim.",
  },
};

/** With a token or a session, or without one: which of them it takes depends on the action. */
const SECURITY = [{}, { memberToken: [] }, { platformToken: [] }, { platformSession: [] }];

const MEMBER_ID = 'an id as `memberIds` of the config says, by default 5 to 20 digits';

const ACTION = pathParameter('action', 'The name of the action, as in the config.');

const LANGUAGES: Json[] = [
  {
    name: 'lang',
    in: 'query',
    description:
      "The language, as a tag, in which the config's texts are wanted. Where it has none in it, the first is given.",
    schema: { type: 'string' },
  },
  { name: 'Accept-Language', in: 'header', description: 'The same, after `lang`.', schema: { type: 'string' } },
];

function memberId(description: string): Json {
  return { name: 'memberId', in: 'query', description, schema: { type: 'string' } };
}

const PARTS = { reply, problems, headerRefs, schemaRef };

function showAction(): Json {
  return {
    operationId: 'getAction',
    tags: ['claims'],
    security: SECURITY,
    summary: 'What a widget needs to draw itself',
    description:
      'Where `challenge` is not null, it is a `ChallengeView`, and claims have to show the `proof` for it. Where there is `onchain`, it is an `OnchainView`, and `proof.onchain` has what a wallet signed. Where there is `ticket`, it is a text that says since when the page has been open, for `proof.ticket` of one claim.',
    parameters: [
      memberId(`The member, if known: ${MEMBER_ID}. The reply then says whether and when they can claim.`),
      ...LANGUAGES,
    ],
    responses: {
      200: reply('The action.', 'ActionView'),
      ...problems('invalid-request', 'sign-in-required', 'unknown-action'),
    },
  };
}

function answerBatch(): Json {
  const paths = {
    name: 'path',
    in: 'query',
    required: true,
    description: 'A path below the mount, with its query: `/actions/{action}` or `/claims/{id}`.',
    schema: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: MAX_BATCH },
  };
  return {
    operationId: 'getBatch',
    tags: ['claims'],
    security: SECURITY,
    summary: 'Several actions and claims with one request',
    description:
      'Each path is answered, in its place, as if it had been asked for by itself, and counts as one request to the limits.',
    parameters: [paths],
    responses: { 200: reply('The answers: status and body of each.', 'Batch'), ...problems('invalid-request') },
  };
}

function issueChallenge(): Json {
  return {
    operationId: 'getChallenge',
    tags: ['claims'],
    security: SECURITY,
    summary: 'A proof of work to be done before a claim',
    description:
      'For actions whose `challenge` is of type `altcha`. It is good for five minutes and one claim, by the same member; the claim shows it, with its solution, in `proof.altcha`.',
    parameters: [memberId(`The member, where nothing else tells who they are: ${MEMBER_ID}.`)],
    responses: {
      200: reply('The challenge.', 'AltchaChallenge'),
      ...problems('invalid-request', 'sign-in-required', 'unknown-action', 'not-found'),
    },
  };
}

function issueOnchain(): Json {
  return {
    operationId: 'createOnchainMessage',
    tags: ['claims'],
    security: SECURITY,
    summary: 'A text for a wallet to sign before a claim',
    description:
      'For actions with `onchain`. The text (EIP-4361) names the site, the action, the member, the address and the chain. It is good for an hour and one claim; the claim shows it, with its signature, in `proof.onchain`.',
    requestBody: { required: true, content: { 'application/json': { schema: schemaRef('OnchainRequest') } } },
    responses: {
      200: reply('The text.', 'OnchainMessage'),
      ...problems(
        ...(['invalid-request', 'sign-in-required', 'unknown-action', 'not-found'] as const),
        ...(['too-large', 'unsupported-media-type'] as const),
      ),
    },
  };
}

function makeClaim(): Json {
  const idempotencyKey = {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'The same key with the same body gets the first answer again, never a second claim. Each member has keys of their own for each action.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: String.raw`^[\x21-\x7E]+$` },
  };
  return {
    operationId: 'createClaim',
    tags: ['claims'],
    security: SECURITY,
    summary: 'Claims the action for a member',
    description: CLAIM_RULES,
    parameters: [idempotencyKey, ...LANGUAGES],
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: schemaRef('ClaimBody') },
        'application/x-www-form-urlencoded': {
          schema: {
            type: 'object',
            description:
              'A form without a script: memberId, the fields by their names, and in _return the page to go on to. Answered with 303, or with a page of the same status. Not taken where the action has a challenge.',
            additionalProperties: { type: 'string' },
          },
        },
      },
    },
    responses: alsoAsPages({
      201: reply('Granted: the grants are as the service echoed them.', 'Claim'),
      303: {
        description: 'A form goes on to the page that it named, with the outcome in `rewards`.',
        headers: headerRefs('Location'),
      },
      202: reply('Pending: the outcome is not known yet. Do not claim again; ask for the claim by its id.', 'Claim'),
      ...problems(
        ...([
          'invalid-request',
          'sign-in-required',
          'challenge-failed',
          'not-proved',
          'unknown-action',
          'already-claimed',
          'not-yet',
          'not-open',
        ] as const),
        ...(['closed', 'full', 'too-large', 'unsupported-media-type', 'refused', 'unreachable', 'throttled'] as const),
      ),
    }),
  };
}

const CLAIM_RULES = [
  '`already-claimed` also means that the member has as many points as one member can get in a period; `nextClaimAt` says when there are more.',
  '`full` means that no place is left, or that the budget pays no further claim.',
  '`throttled` means that the service is not called at the moment, or that very many are claiming: the claim is not used up, and `Retry-After` says when to try again with the same key. Where `errors` names `proof`, nobody could find out at the moment whether what the action rewards has happened, and the claim is worth repeating by itself.',
  '`not-proved` means that what the action rewards has not happened, as far as the proxy could find out: `reason` says why in the words of the owner, where there are any, `progress` how much is done, and `errors` names the fields with a wrong code or answer.',
  '`not-yet` means that it may still come: nothing is used up, and the claim is worth repeating, with another key, after `Retry-After` seconds. Where `errors` names `proof.onchain`, it is the chain that is waited for.',
  'Who was answered before, or has claimed already, is told so even then.',
].join(' ');

function showClaim(): Json {
  return {
    operationId: 'getClaim',
    tags: ['claims'],
    summary: 'The state of one claim',
    description:
      'For a claim that was answered with 202: ask again until it is no longer pending. The id is its only secret.',
    parameters: LANGUAGES,
    responses: { 200: reply('The claim.', 'Claim'), ...problems('unknown-claim') },
  };
}

function receiveEvent(): Json {
  return {
    operationId: 'receiveEvent',
    tags: ['events'],
    summary: "An event of one of the owner's own systems, signed",
    description: EVENT_RULES,
    requestBody: { required: true, content: { 'application/json': { schema: {} } } },
    responses: {
      200: reply('Settled: nothing more will come of sending it again.', 'EventReceipt'),
      202: reply(
        'Settled as far as the sender is concerned: it may have been given, which the owner has to find out.',
        'EventReceipt',
      ),
      ...problems('invalid-request', 'not-found', 'too-large', 'unsupported-media-type', 'throttled'),
    },
  };
}

const EVENT_RULES = [
  'The headers of its signature are those of the form that the config names for the source: Standard Webhooks, GitHub, Stripe, Shopify, Tally or Typeform.',
  'The same event gets the same answer however often it is sent, and is paid at most once.',
  '`outcome` is `granted`; `pending`; `not-given`, with the problem code in `reason`; or `ignored`, with what the config passes over in `reason`: `type`, `when`, `action` or `member`.',
  '`throttled` means that it should be sent again, after `Retry-After` seconds. `claim` is a reference for the owner.',
].join(' ');

function showHealth(): Json {
  return {
    operationId: 'getHealth',
    tags: ['proxy'],
    summary: 'Whether the proxy can record claims',
    description: 'It tries out what a claim needs, a durable write included.',
    responses: {
      200: reply('It can; where claims are refused all the same, `problems` says why.', 'Health'),
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
    description: 'As this proxy serves it, with the paths of its mount.',
    responses: { 200: { description: 'The document.', headers: headerRefs(), content }, ...problems() },
  };
}

function reply(description: string, schema: keyof typeof SCHEMAS): Json {
  return { description, headers: headerRefs(), content: { 'application/json': { schema: schemaRef(schema) } } };
}

/** Responses for these problems and those that may occur anywhere, by status. */
function problems(...codes: ProblemCode[]): Json {
  const byStatus = Map.groupBy(new Set([...codes, ...ANYWHERE]), (code) => PROBLEMS[code].status);
  return Object.fromEntries(Array.from(byStatus, ([status, sharing]) => [status, problemReply(status, sharing)]));
}

function problemReply(status: number, codes: ProblemCode[]): Json {
  const description = codes.map((code) => `${PROBLEMS[code].title} (\`${code}\`).`).join(' ');
  const schema = {
    allOf: [schemaRef('Problem'), { properties: { status: { const: status }, code: { enum: codes } } }],
  };
  const maySayWhen = status === 429 || status === 503 || codes.includes('not-yet');
  const more = status === 405 ? ['Allow'] : maySayWhen ? ['Retry-After'] : [];
  return { description, headers: headerRefs(...more), content: { 'application/problem+json': { schema } } };
}

const HEADERS: Record<string, Json> = {
  'X-Request-Id': {
    description: 'Quote it to the site owner: the log has the same.',
    schema: { type: 'string', format: 'uuid' },
  },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 0 } },
  'RateLimit-Policy': {
    description: 'What the client may ask for: `q` in `w` seconds (draft-ietf-httpapi-ratelimit-headers).',
    schema: { type: 'string' },
  },
  RateLimit: { description: 'What is left of that, `r`, and for how many seconds, `t`.', schema: { type: 'string' } },
  Location: { description: 'The page to go on to.', schema: { type: 'string', format: 'uri-reference' } },
  Allow: { description: 'The methods that the address takes.', schema: { type: 'string' } },
};

function headerRefs(...more: string[]): Json {
  const names = ['X-Request-Id', 'RateLimit-Policy', 'RateLimit', ...more];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function pathParameter(name: string, description: string): Json {
  return { name, in: 'path', required: true, description, schema: { type: 'string' } };
}

function schemaRef(name: keyof typeof SCHEMAS): Json {
  return { $ref: `#/components/schemas/${name}` };
}

function schemas(): Json {
  const all = Object.entries(SCHEMAS).map(([name, schema]): [string, Json] => {
    const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
      io: name === 'ClaimBody' || name === 'SignInCode' ? 'input' : 'output',
    });
    return [name, rest];
  });
  return Object.fromEntries(all.map(([name, schema]) => [name, name === 'ActionView' ? withOwnViews(schema) : schema]));
}

/** Widgets take what is asked for in a form of a later version, too; this proxy has these. */
function withOwnViews(action: Json): Json {
  const challenge = { anyOf: [schemaRef('ChallengeView'), { type: 'null' }] };
  const views = { challenge, onchain: schemaRef('OnchainView'), ticket: { type: 'string' } };
  return { ...action, properties: { ...Object(action['properties']), ...views } };
}
