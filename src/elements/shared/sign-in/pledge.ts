/** What shows that a sign-in was begun here: a text that stays, and its hash, which goes along (as in PKCE, RFC 7636). */
export interface Pledge {
  verifier: string;
  challenge: string;
}

const KEY = 'rewards-elements:sign-in-begun';
const PARAMETER = 'rewards-sign-in';

/** Undefined where the page came without https, since browsers hash nothing there. */
export async function newPledge(): Promise<Pledge | undefined> {
  if (!isSecureContext) return undefined;
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return { verifier, challenge: base64url(new Uint8Array(digest)) };
}

/** Keeps the text for the page that the visitor comes back to, in whatever tab that is. */
export function keepPledge({ verifier }: Pledge): void {
  try {
    localStorage.setItem(KEY, verifier);
  } catch {
    // Without it the visitor is asked to sign in again.
  }
}

/** Drops the text that was kept. */
export function dropPledge(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Then there is none.
  }
}

/** What the address of this page says of a sign-in, with the text that was kept for it. It is taken out of the address. */
export function takeReturn(): { code: string; verifier: string } | undefined {
  const url = new URL(location.href);
  const code = url.searchParams.get(PARAMETER);
  if (code === null) return undefined;
  url.searchParams.delete(PARAMETER);
  history.replaceState(history.state, '', url);
  try {
    const verifier = localStorage.getItem(KEY);
    return verifier === null ? undefined : { code, verifier };
  } catch {
    return undefined;
  } finally {
    dropPledge();
  }
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
