import { PROBLEMS } from '../../contract/index.ts';
import { problemDocument, problemHeaders, type ProblemReply } from './problem.ts';

const encoder = new TextEncoder();
/** Text with as many bytes in UTF-8 as characters. */
const ASCII = /^[\0-\x7F]*$/;

/** The default headers of every response: do not store it, do not frame it, do not guess its type, and send no referrer from it. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** The content security policy of responses that are not pages. `default-src` does not cover the last three directives. */
export const NO_CONTENT = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The answer to a request. It becomes a `Response` when all of its headers are known, because to change the headers of a `Response` costs more than
 * to make one. Names of headers are in lower case.
 */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** `Set-Cookie` headers. */
  readonly cookies?: readonly string[];
}

/** The answer as a `Response`. */
export function responseOf({ status, headers, body, cookies = [] }: Answer): Response {
  const response = new Response(body, { status, headers });
  for (const cookie of cookies) response.headers.append('set-cookie', cookie);
  return response;
}

/** A JSON reply. Its length is stated, so that adapters need not send it in chunks. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return jsonText(status, JSON.stringify(body), headers);
}

/** The same for text that is JSON already. */
export function jsonText(status: number, text: string, headers: Record<string, string> = {}): Answer {
  return textAnswer(status, text, { 'content-type': 'application/json', ...headers });
}

/** A text. `headers` contains its type. */
export function textAnswer(status: number, text: string, headers: Record<string, string>): Answer {
  const length = ASCII.test(text) ? text.length : encoder.encode(text).byteLength;
  return { status, headers: { 'content-length': String(length), ...headers }, body: text };
}

/** A redirect to another address, with GET. */
export function redirectTo(address: URL): Answer {
  return { status: 303, headers: { location: address.href, 'content-length': '0' }, body: null };
}

/** A page that loads nothing else. */
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
