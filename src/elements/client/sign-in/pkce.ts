import { ofDocument } from '../own-document.ts';

/** Proves that a sign-in began here: a text that stays here, and its hash, which is sent (as in PKCE, RFC 7636). */
export interface PkcePair {
  verifier: string;
  challenge: string;
}

const KEY = 'rewards-elements:sign-in-begun';
/** How the proxy appends the code: see `return-code.ts` there. */
const CODE = /(?:^#|[?&])rewards-sign-in=([\w.-]+)$/;

/** Undefined on pages without https, where browsers cannot hash. */
export async function newPkcePair(): Promise<PkcePair | undefined> {
  if (!isSecureContext) return undefined;
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return { verifier, challenge: base64url(new Uint8Array(digest)) };
}

/** Keeps the text for the page that the visitor returns to, in whichever tab. */
export function keepVerifier({ verifier }: PkcePair): void {
  try {
    localStorage.setItem(KEY, verifier);
  } catch {
    // Without it the visitor is asked to sign in again.
  }
}

/** Removes the kept text. */
export function dropVerifier(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Then there is none.
  }
}

/** The result of a sign-in in the page's fragment, with the text that was kept for it. It is removed from the address. */
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

/** Scrolls to the target of the fragment, which the browser could not find while the code was behind it. */
function goToFragment(): void {
  try {
    const id = decodeURIComponent(location.hash.slice(1));
    ofDocument('getElementById')?.call(document, id)?.scrollIntoView();
  } catch {
    // The fragment has no target.
  }
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
