import { readText } from '../common/read-text.ts';
import { DeskError } from './problem.ts';

const SAFE = new Set(['GET', 'HEAD']);
const MAX_BODY_BYTES = 64 * 1024;

/**
 * Lets through what the desk's own page asks, and programs of who is signed in; throws `DeskError` for what another site has the owner's
 * browser ask (CSRF). A browser says by `Sec-Fetch-Site`, or at least by `Origin`, where a request comes from; what changes something
 * has to say it.
 */
export function refuseForeign(request: Request): void {
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
