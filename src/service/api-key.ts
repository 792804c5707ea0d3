import { TimeoutError, within } from '../common/within.ts';
import { TransportError } from './transport.ts';

/** Where the API key comes from. It is asked for every call, so a key can be changed without a restart. */
export type ApiKeySource = () => string | Promise<string>;

/**
 * The API key, without the white space around it, as keys read from files end in a newline.
 * Throws `TransportError` with `written: false` where there is none that a header can carry; nothing of what the source
 * gave or threw is repeated, because it may hold the key.
 */
export async function readApiKey(source: ApiKeySource, limitMs: number): Promise<string> {
  let key: string;
  try {
    const given = source();
    key = (typeof given === 'string' ? given : await within(limitMs, given, 'what gives it')).trim();
  } catch (error) {
    const isLate = error instanceof TimeoutError;
    throw unusable(isLate ? 'did not come in time: see to what gives it' : 'could not be read: see to what gives it');
  }
  if (key === '') throw unusable('is empty: give one that /api-key create made');
  if (!fitsHeader(key)) throw unusable('holds characters that a header cannot carry: copy it again');
  return key;
}

/** Whether a header can carry the key: other characters come along where a text editor or a page was copied from. */
export function fitsHeader(key: string): boolean {
  return /^[\x20-\x7E]+$/.test(key);
}

function unusable(problem: string): TransportError {
  return new TransportError(`the API key ${problem}`, { written: false });
}
