import type { ProblemCode } from '../contract/index.ts';

export type Json = Record<string, unknown>;

/** What the paths are made from. */
export interface DocumentParts {
  reply: (description: string, schema: 'SignInToken' | 'SignedOut') => Json;
  problems: (...codes: ProblemCode[]) => Json;
  headerRefs: () => Json;
  schemaRef: (schema: 'SignInCode') => Json;
}

/** The addresses of a sign-in with the platform. Where the config names no platform, they answer `not-found`. */
export function signInPaths(base: string, parts: DocumentParts): Json {
  return {
    [`${base}/sign-in`]: { get: begin(parts) },
    [`${base}/sign-in/callback`]: { get: finish(parts) },
    [`${base}/sign-in/token`]: { post: redeem(parts) },
    [`${base}/sign-out`]: { post: signOut(parts) },
  };
}

function begin(parts: DocumentParts): Json {
  return {
    operationId: 'beginSignIn',
    summary: 'Sends a visitor to the platform to sign in; for a window, not for a script',
    parameters: [
      { ...inQuery('return', "The page to come back to, on one of the owner's sites."), required: true },
      inQuery('challenge', 'The SHA-256, in base64url, of a text that the widget keeps; without it there is no code.'),
      inQuery('popup', 'There where a window was opened for the sign-in, which then tells its opener.'),
    ],
    responses: {
      302: { description: 'On to the platform.', headers: parts.headerRefs() },
      ...pages(parts, 'invalid-request', 'unreachable', 'not-found'),
    },
  };
}

function inQuery(name: string, description: string): Json {
  return { name, in: 'query', description, schema: { type: 'string' } };
}

function finish(parts: DocumentParts): Json {
  const headers = parts.headerRefs();
  return {
    operationId: 'finishSignIn',
    summary: 'Where the platform sends the visitor back to',
    responses: {
      200: { description: 'Signed in, or not, in a window that tells its opener and closes.', headers, content: PAGE },
      302: {
        description: 'Back to the page that asked, with the code in `rewards-sign-in` if there was a challenge.',
        headers,
      },
      ...pages(parts, 'sign-in-required', 'unreachable', 'not-found'),
    },
  };
}

function redeem({ reply, problems, schemaRef }: DocumentParts): Json {
  return {
    operationId: 'redeemSignIn',
    summary: "Gives a widget on another origin a token for its sign-in's code, once",
    requestBody: { required: true, content: { 'application/json': { schema: schemaRef('SignInCode') } } },
    responses: {
      200: reply('The token.', 'SignInToken'),
      ...problems('invalid-request', 'sign-in-required', 'too-large', 'unsupported-media-type', 'not-found'),
    },
  };
}

function signOut({ reply, problems }: DocumentParts): Json {
  return {
    operationId: 'signOut',
    summary: 'Takes the session from the browser',
    responses: { 200: reply('It is gone.', 'SignedOut'), ...problems('not-found') },
  };
}

const PAGE: Json = { 'text/html': { schema: { type: 'string' } } };

/** The problems for a window, which gets a page in place of a document. */
function pages({ problems }: DocumentParts, ...codes: ProblemCode[]): Json {
  const documents = Object.entries(problems(...codes));
  return Object.fromEntries(documents.map(([status, response]) => [status, { ...Object(response), content: PAGE }]));
}
