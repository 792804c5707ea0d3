import { PROBLEMS } from '../../contract/index.ts';
import { problemDocument, problemHeaders, type ProblemReply } from './problem.ts';

const encoder = new TextEncoder();
/** As long in UTF-8 as it is. */
const ASCII = /^[\0-\x7F]*$/;

/** What every response has that says nothing else: it is kept and framed by nobody, is nothing but what it says, and tells no site where visitors come from. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** The content security policy of what is no page. No directive stands in for its last three. */
export const NO_CONTENT = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * What a request is answered with. It becomes a `Response` once all of its headers are known: to change those of one costs more than
 * to make it. Names of headers are in lower case.
 */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** `Set-Cookie` headers. */
  readonly cookies?: readonly string[];
}

/** The same as a `Response`. */
export function responseOf({ status, headers, body, cookies = [] }: Answer): Response {
  const response = new Response(body, { status, headers });
  for (const cookie of cookies) response.headers.append('set-cookie', cookie);
  return response;
}

/** A JSON reply. Its length is stated, so that no adapter needs to send it in chunks. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return jsonText(status, JSON.stringify(body), headers);
}

/** The same for what is JSON already. */
export function jsonText(status: number, text: string, headers: Record<string, string> = {}): Answer {
  return textAnswer(status, text, { 'content-type': 'application/json', ...headers });
}

/** A text. Its type is among the headers. */
export function textAnswer(status: number, text: string, headers: Record<string, string>): Answer {
  const length = ASCII.test(text) ? text.length : encoder.encode(text).byteLength;
  return { status, headers: { 'content-length': String(length), ...headers }, body: text };
}

/** On to another address, with GET. */
export function redirectTo(address: URL): Answer {
  return { status: 303, headers: { location: address.href, 'content-length': '0' }, body: null };
}

/** A page that needs nothing but itself. */
export function pageAnswer(status: number, text: string, headers: Record<string, string> = {}): Answer {
  return textAnswer(status, text, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ...headers,
  });
}

/** A problem document (RFC 9457), with the headers that the problem has. */
export function problemAnswer(problem: ProblemReply, requestId: string): Answer {
  return json(PROBLEMS[problem.code].status, problemDocument(problem, requestId), {
    'content-type': 'application/problem+json',
    ...problemHeaders(problem),
  });
}
