import { TimeoutError, within } from '../common/within.ts';
import { TransportError } from './transport.ts';

/** Where the API key comes from. It is called before every call to the service, so a key can be changed without a restart. */
export type ApiKeySource = () => string | Promise<string>;

/**
 * The API key without surrounding white space: keys read from files end in a newline. Throws `TransportError` with `written: false` if there is no
 * key that a header can carry. The error repeats nothing that the source returned or threw, because that may contain the key.
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
  const problem = apiKeyProblem(key);
  if (problem !== null) throw unusable(problem);
  return key;
}

/** Says why no call can carry the key, or null if one can. White space around a key does no harm. */
export function apiKeyProblem(key: string): string | null {
  if (key.trim() === '') return 'is empty: give one that /api-key create made';
  return fitsHeader(key.trim()) ? null : 'holds characters that a header cannot carry: copy it again';
}

/** Whether a header can carry the key. Keys copied from a text editor or a web page may contain other characters. */
export function fitsHeader(key: string): boolean {
  return /^[\x20-\x7E]+$/.test(key);
}

function unusable(problem: string): TransportError {
  return new TransportError(`the API key ${problem}`, { written: false });
}
