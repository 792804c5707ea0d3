import { errorCode } from './error-code.ts';

/** An error's message and those of its causes, in one line. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : messageOf(error.cause);
  const message = (error.message || (errorCode(error) ?? '')).split('\n')[0] ?? '';
  return cause && !message.includes(cause) ? `${message}: ${cause}` : message;
}
