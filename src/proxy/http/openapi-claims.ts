import { MAX_BATCH } from './batch.ts';
import { headerRefs, type Json, pathParameter, problems, reply, schemaRef } from './openapi-parts.ts';
import { alsoAsPages } from './openapi-sign-in.ts';

/** The paths at which actions are shown and claimed. */
export function claimPaths(base: string): Json {
  return {
    [`${base}/actions/{action}`]: { parameters: [ACTION], get: showAction() },
    [`${base}/actions/{action}/challenge`]: { parameters: [ACTION], get: issueChallenge() },
    [`${base}/actions/{action}/onchain`]: { parameters: [ACTION], post: issueOnchain() },
    [`${base}/actions/{action}/claims`]: { parameters: [ACTION], post: makeClaim() },
    [`${base}/batch`]: { get: answerBatch() },
    [`${base}/claims/{id}`]: { parameters: [pathParameter('id', 'The id of the claim.')], get: showClaim() },
  };
}

/** With a token or a session, or without: it depends on the action which of them is accepted. */
const SECURITY = [{}, { memberToken: [] }, { platformToken: [] }, { platformSession: [] }];

const MEMBER_ID = 'an id as `memberIds` of the config says, by default 5 to 20 digits';

/** The parameter for the name of an action. */
export const ACTION = pathParameter('action', 'The name of the action, as in the config.');

const LANGUAGES: Json[] = [
  {
    name: 'lang',
    in: 'query',
    description: "The language of the config's texts, as a tag. If there is no text in it, the first one is returned.",
    schema: { type: 'string' },
  },
  { name: 'Accept-Language', in: 'header', description: 'The same; `lang` comes first.', schema: { type: 'string' } },
];

function memberId(description: string): Json {
  return { name: 'memberId', in: 'query', description, schema: { type: 'string' } };
}

function showAction(): Json {
  return {
    operationId: 'getAction',
    tags: ['claims'],
    security: SECURITY,
    summary: 'What a widget needs to draw itself',
    description:
      'If `challenge` is not null, it is a `ChallengeView`, and claims need the `proof` for it. `onchain`, if present, is an `OnchainView`, and `proof.onchain` must have the text that a wallet signed. `ticket`, if present, is a text that says since when the page has been open, for `proof.ticket` of one claim.',
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
      'The answers are in the order of the paths. Each path is answered as if it were a request of its own, and counts as one request for the limits.',
    parameters: [paths],
    responses: { 200: reply('The answers: status and body of each.', 'Batch'), ...problems('invalid-request') },
  };
}

function issueChallenge(): Json {
  return {
    operationId: 'getChallenge',
    tags: ['claims'],
    security: SECURITY,
    summary: 'A proof of work for a claim',
    description:
      'For actions whose `challenge` is of type `altcha`. It is good for five minutes and one claim of the same member. Send it with its solution in `proof.altcha` of the claim.',
    parameters: [memberId(`The member, if nothing else says who they are: ${MEMBER_ID}.`)],
    responses: {
      200: reply('The challenge.', 'AltchaChallenge'),
      ...problems('invalid-request', 'sign-in-required', 'unknown-action', 'not-found', 'unreachable'),
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
      'For actions with `onchain`. The text (EIP-4361) names the site, the action, the member, the address and the chain. It is good for an hour and one claim. Send it with its signature in `proof.onchain` of the claim.',
    requestBody: { required: true, content: { 'application/json': { schema: schemaRef('OnchainRequest') } } },
    responses: {
      200: reply('The text.', 'OnchainMessage'),
      ...problems(
        ...(['invalid-request', 'sign-in-required', 'unknown-action', 'not-found'] as const),
        ...(['too-large', 'unsupported-media-type', 'unreachable'] as const),
      ),
    },
  };
}

function makeClaim(): Json {
  const idempotencyKey = {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'The same key with the same body gets the first answer again, never a second claim. Keys belong to one member and action.',
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
              'A form without a script: memberId, the fields by their names, and in _return the page to go to. The answer is 303, or a page with the same status. Refused if the action has a challenge.',
            additionalProperties: { type: 'string' },
          },
        },
      },
    },
    responses: alsoAsPages({
      201: reply('Granted: the grants are as the service echoed them.', 'Claim'),
      303: {
        description: 'For a form: go to the page in _return, with the outcome in `rewards`.',
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
  '`already-claimed` also means that the member has reached the maximum of points in a period. `nextClaimAt` is the next possible time.',
  '`full` means that no place is left, or that the budget is used up.',
  '`throttled` means that the service is not called now, or that very many are claiming. Nothing was given: try again with another key after `Retry-After` seconds, because the same key may get this answer again. If `errors` names `proof`, nobody could find out whether the proof holds; repeat the claim by itself.',
  '`not-proved` means that the proof does not hold, as far as the proxy could find out. `reason` is the text of the owner, if there is one, `progress` says how much is done, and `errors` names the fields with a wrong code or answer.',
  '`not-yet` means that it may still happen. Nothing is used up: repeat the claim with another key after `Retry-After` seconds. If `errors` names `proof.onchain`, the chain has to confirm first.',
  'A repeated request gets its first answer, and a member who has already claimed gets `already-claimed`, even then.',
].join(' ');

function showClaim(): Json {
  return {
    operationId: 'getClaim',
    tags: ['claims'],
    summary: 'The state of one claim',
    description:
      'For a claim that was answered with 202: ask again until it is no longer pending. Anyone who knows the id can see it.',
    parameters: LANGUAGES,
    responses: { 200: reply('The claim.', 'Claim'), ...problems('unknown-claim') },
  };
}
