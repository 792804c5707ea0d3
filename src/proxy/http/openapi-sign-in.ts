import { isRecord } from '../../contract/guard.ts';
import type { ProblemCode } from '../../contract/index.ts';
import { headerRefs, type Json, problems, reply, schemaRef } from './openapi-parts.ts';

/** The paths of a sign-in with the platform. If the config names no platform, they answer `not-found`. */
export function signInPaths(base: string): Json {
  return {
    [`${base}/sign-in`]: { get: begin(), post: beginByForm() },
    [`${base}/sign-in/callback`]: { get: finish() },
    [`${base}/sign-in/token`]: { post: redeem() },
    [`${base}/sign-out`]: { post: signOut() },
  };
}

/** The parameters of a sign-in request, in its query or its form. */
const SIGN_IN_REQUEST: Readonly<Record<string, string>> = {
  return: 'The page to come back to: one of `platform.pages` in the config.',
  challenge: 'The SHA-256, in base64url, of a text that the widget keeps; without it there is no code.',
  popup: 'Present if a window was opened for the sign-in. It then tells its opener.',
};

function begin(): Json {
  return {
    operationId: 'beginSignIn',
    tags: ['sign-in'],
    summary: 'Asks a visitor whether to go to the platform to sign in; for a window, not for a script or a frame',
    description: 'The page names the site that would then know who the visitor is, and has a link that goes on.',
    parameters: Object.entries(SIGN_IN_REQUEST).map(([name, description]) => ({
      name,
      in: 'query',
      description,
      required: name === 'return',
      schema: { type: 'string' },
    })),
    responses: {
      ...begun('A page that asks first, since another site may have sent the visitor.'),
      303: {
        description: 'On to the platform, from a page of the proxy’s own origin.',
        headers: headerRefs('Location'),
      },
    },
  };
}

function beginByForm(): Json {
  const properties = Object.entries(SIGN_IN_REQUEST).map(([name, description]) => [
    name,
    { description, type: 'string' },
  ]);
  const schema = { type: 'object', properties: Object.fromEntries(properties), required: ['return'] };
  return {
    operationId: 'beginSignInByForm',
    tags: ['sign-in'],
    summary: 'Sends a visitor to the platform to sign in, from a form of the page that they come back to',
    description: 'With PKCE and a state that is good once. Only a page on a site of the config can ask for it.',
    requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema } } },
    responses: begun(
      'A page that goes on to the platform by itself, or asks first where it is not known which page wants it.',
      'too-large',
      'unsupported-media-type',
    ),
  };
}

function begun(description: string, ...more: ProblemCode[]): Json {
  return {
    200: { description, headers: headerRefs(), content: PAGE },
    ...pages('invalid-request', 'origin-not-allowed', 'unreachable', 'not-found', ...more),
  };
}

function finish(): Json {
  const headers = headerRefs();
  return {
    operationId: 'finishSignIn',
    tags: ['sign-in'],
    summary: 'Where the platform sends the visitor back to',
    description:
      'It ends in a session, in the cookie or by a code for a widget on another origin, and leads back to the page.',
    responses: {
      200: { description: 'Signed in, or not, in a window that tells its opener and closes.', headers, content: PAGE },
      303: {
        description:
          'Back to the page that asked. If there was a challenge, and the page is not of the proxy’s own origin, its fragment ends with the code, as `rewards-sign-in=…`.',
        headers,
      },
      ...pages('sign-in-required', 'unreachable', 'not-found'),
    },
  };
}

function redeem(): Json {
  return {
    operationId: 'redeemSignIn',
    tags: ['sign-in'],
    summary: "Gives a widget on another origin a token for its sign-in's code, once",
    description: 'The token is good for an hour, on the site that the sign-in began on.',
    requestBody: { required: true, content: { 'application/json': { schema: schemaRef('SignInCode') } } },
    responses: {
      200: reply('The token.', 'SignInToken'),
      ...problems('invalid-request', 'sign-in-required', 'too-large', 'unsupported-media-type', 'not-found'),
    },
  };
}

function signOut(): Json {
  return {
    operationId: 'signOut',
    tags: ['sign-in'],
    summary: 'Ends the session that the cookie or the token shows, on the server and in the browser',
    description: 'It answers the same where there was none.',
    responses: { 200: reply('It is over, if there was one.', 'SignedOut'), ...problems('not-found') },
  };
}

/** A response that is a page. */
export const PAGE: Json = { 'text/html': { schema: { type: 'string' } } };

/** The responses, of which a form without a script gets pages. */
export function alsoAsPages(responses: Json): Json {
  const withPages = Object.entries(responses).map(([status, response]) => {
    if (!isRecord(response) || !isRecord(response['content'])) return [status, response];
    return [status, { ...response, content: { ...response['content'], ...PAGE } }];
  });
  return Object.fromEntries(withPages);
}

/** The problems for a window or a frame, which gets a page. A script gets the problem document. */
export function pages(...codes: ProblemCode[]): Json {
  return alsoAsPages(problems(...codes));
}
