const TITLES = {
  400: 'The request is not valid',
  403: 'This site may not change the emulator',
  404: 'There is nothing at this address',
  409: 'The state does not allow this now',
  413: 'The request is too large',
} as const;

/** A problem document (RFC 9457). `detail` says what is wrong and how to fix it; `field` is the path of the value at fault. */
export function problem(status: keyof typeof TITLES, detail: string, field: string | null = null): Response {
  const body = { type: 'about:blank', title: TITLES[status], status, detail, ...(field === null ? {} : { field }) };
  return Response.json(body, { status, headers: { 'content-type': 'application/problem+json' } });
}
