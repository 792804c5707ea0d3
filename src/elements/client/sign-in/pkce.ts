import { ofDocument } from '../own-document.ts';

/** What shows that a sign-in was begun here: a text that stays, and its hash, which goes along (as in PKCE, RFC 7636). */
export interface PkcePair {
  verifier: string;
  challenge: string;
}

const KEY = 'rewards-elements:sign-in-begun';
/** Where the proxy puts the code: see `return-code.ts` there. */
const CODE = /(?:^#|[?&])rewards-sign-in=([\w.-]+)$/;

/** Undefined where the page came without https, since browsers hash nothing there. */
export async function newPkcePair(): Promise<PkcePair | undefined> {
  if (!isSecureContext) return undefined;
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return { verifier, challenge: base64url(new Uint8Array(digest)) };
}

/** Keeps the text for the page that the visitor comes back to, in whatever tab that is. */
export function keepVerifier({ verifier }: PkcePair): void {
  try {
    localStorage.setItem(KEY, verifier);
  } catch {
    // Without it the visitor is asked to sign in again.
  }
}

/** Drops the text that was kept. */
export function dropVerifier(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Then there is none.
  }
}

/** What the fragment of this page says of a sign-in, with the text that was kept for it. It is taken out of the address. */
export function takeReturn(): { code: string; verifier: string } | undefined {
  const { href, hash } = location;
  const [found = '', code] = CODE.exec(hash) ?? [];
  if (code === undefined) return undefined;
  history.replaceState(history.state, '', href.slice(0, -found.length));
  goToFragment();
  try {
    const verifier = localStorage.getItem(KEY);
    return verifier === null ? undefined : { code, verifier };
  } catch {
    return undefined;
  } finally {
    dropVerifier();
  }
}

/** Shows what the fragment names, which the browser did not find with the code behind it. */
function goToFragment(): void {
  try {
    const id = decodeURIComponent(location.hash.slice(1));
    ofDocument('getElementById')?.call(document, id)?.scrollIntoView();
  } catch {
    // It names nothing.
  }
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
