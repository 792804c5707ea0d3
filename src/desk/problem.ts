import type { DeskProblem } from './api-types.ts';

const STATUS: Record<DeskProblem['code'], number> = {
  'not-signed-in': 401,
  'link-used': 403,
  'link-unknown': 403,
  foreign: 403,
  'invalid-request': 400,
  'not-found': 404,
  'too-soon': 429,
  'ledger-failed': 503,
  internal: 500,
};

/** A request that is not carried out, and why. */
export class DeskError extends Error {
  override readonly name = 'DeskError';
  readonly code: DeskProblem['code'];

  constructor(code: DeskProblem['code'], detail: string) {
    super(detail);
    this.code = code;
  }
}

/** What every answer of the desk has: it is kept nowhere, framed by nobody, and read by no other site. */
export const DESK_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...DESK_HEADERS, 'content-type': 'application/json', ...headers },
  });
}

export function problemReply({ code, message }: DeskError): Response {
  return json(STATUS[code], { code, detail: message } satisfies DeskProblem);
}
