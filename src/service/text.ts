import { errorCode } from '../common/error-code.ts';
import { withoutSecret } from './without-secret.ts';

const MAX_LENGTH = 300;

/** Control characters, line separators, bidirectional overrides and halves of surrogate pairs: they could forge a log line. */
const UNSAFE = /[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu;

/**
 * Foreign text made safe for evidence: without the secret in any encoding, on one line, at most 300 characters. The secret is removed before the text
 * is cut, so that no part of it remains.
 */
export function evidenceText(text: string, secret: string): string {
  if (text === '') return text;
  const concealed = withoutSecret(text, secret, '[api key]');
  const short = concealed.length > MAX_LENGTH ? `${concealed.slice(0, MAX_LENGTH - 1)}…` : concealed;
  return short.replace(UNSAFE, '\uFFFD');
}

/** An error in one line: the messages of its innermost causes, because `fetch failed` alone explains nothing. */
export function describeError(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.map(describeError).join('; ');
  if (!(error instanceof Error)) return 'failed without an error';
  if (error.cause instanceof Error) return describeError(error.cause);
  const words = reasonOf(error) ?? (error.message || error.name);
  const code = errorCode(error) ?? '';
  return words.includes(code) ? words : `${words} (${code})`;
}

/** OpenSSL's own reason, because its message names a line of its source code. */
function reasonOf(error: Error): string | null {
  return 'library' in error && 'reason' in error && typeof error.reason === 'string' ? error.reason : null;
}
