import { readText } from '../common/read-text.ts';
import { DeskError } from './problem.ts';

const SAFE = new Set(['GET', 'HEAD']);
const MAX_BODY_BYTES = 64 * 1024;

/**
 * Refuses requests that another site makes with the owner's browser (CSRF), and lets through those of the desk's own page and of
 * programs. `Sec-Fetch-Site`, or at least `Origin`, says where a browser's request comes from; a request that changes something
 * needs one of them. Throws `DeskError`.
 */
export function refuseCrossSite(request: Request): void {
  const { headers, method, url } = request;
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  const isOwnSite = site === 'same-origin' || (site === 'none' && SAFE.has(method));
  const isOwnOrigin = origin !== null && URL.parse(origin)?.host === new URL(url).host;
  const isForeign = (site !== null && !isOwnSite) || (origin !== null && !isOwnOrigin);
  const isSilent = site === null && origin === null;
  if (isForeign || (isSilent && !SAFE.has(method))) {
    throw new DeskError('foreign', 'The desk answers its own page alone: open it by its own address.');
  }
}

/** The JSON that the page posted. Forms of other sites can post no such type. Throws `DeskError`. */
export async function readJson(request: Request, maxBytes: number = MAX_BODY_BYTES): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(?:;|$)/i.test(type)) {
    throw new DeskError('invalid-request', 'The body must be JSON, with content-type application/json.');
  }
  const text = await readText(request, maxBytes);
  if (text === null) throw new DeskError('invalid-request', 'The body is too long.');
  try {
    return JSON.parse(text);
  } catch {
    throw new DeskError('invalid-request', 'The body is no JSON.');
  }
}
