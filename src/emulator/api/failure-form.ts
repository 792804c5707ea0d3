import * as z from 'zod/mini';
import { envelopeReply, jsonReply, type Reply, textReply } from './reply.ts';

/**
 * How a failure is written, which the service's document does not show (section 7):
 * - `envelope`: as a success is, with a code that is not 0.
 * - `code-alone`: an object with the code and nothing more.
 * - `nulls`: the envelope with null instead of all but the code.
 * - `text-code`: the code as text, the error under another name, and `ts` as a date.
 * - `word`: a word instead of the code, so that the result is not clear.
 * - `page`: HTML.
 */
export const FailureForm = z.enum(['envelope', 'code-alone', 'nulls', 'text-code', 'word', 'page']);
export type FailureForm = z.infer<typeof FailureForm>;

/** What a failure has to say. `ts` is in seconds. */
export interface Failure {
  code: number;
  error: string;
  ts: number;
}

const PAGE = '<!doctype html><title>Service</title><h1>Something went wrong</h1><p>Please try again later.</p>\n';

/** The failure as a reply in that form. */
export function failureReply(
  form: FailureForm,
  status: number,
  { code, error, ts }: Failure,
  headers: Record<string, string> = {},
): Reply {
  const json = (body: object): Reply => jsonReply(status, JSON.stringify(body), headers);
  switch (form) {
    case 'envelope':
      return envelopeReply(status, { code, error, data: {}, ts }, headers);
    case 'code-alone':
      return json({ code });
    case 'nulls':
      return json({ code, error: null, data: null, ts: null });
    case 'text-code':
      return json({ code: String(code), message: error, ts: new Date(ts * 1000).toISOString() });
    case 'word':
      return json({ code: 'FAILED', message: error });
    case 'page':
      return pageReply(status, headers);
  }
}

/** An error page, such as a reverse proxy in front of a service sends. */
export function pageReply(status: number, headers: Record<string, string> = {}): Reply {
  return textReply(status, 'text/html; charset=utf-8', PAGE, headers);
}
