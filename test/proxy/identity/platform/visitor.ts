import { createHash, randomBytes } from 'node:crypto';
import type { Proxy } from '../../../../src/proxy/index.ts';
import { HOME, SITE } from './sign-in.ts';

/** What a widget asks for a sign-in with. */
export interface Wish {
  returnTo?: string;
  popup?: boolean;
  challenge?: string | null;
}

/** A text that only a widget knows, and what it may tell of it. */
export function newVerifier(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** A browser as far as signing in goes: it keeps cookies by host and path, and follows redirects when told to. */
export class Visitor {
  readonly #proxy: Proxy;
  readonly #cookies = new Map<string, { host: string; path: string; name: string; value: string }>();

  constructor(proxy: Proxy) {
    this.#proxy = proxy;
  }

  /** Opens an address as a window of the browser does, without following where it leads. */
  async open(address: string | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address);
    const headers = new Headers(init.headers);
    const cookie = this.cookieFor(url);
    if (cookie !== '') headers.set('cookie', cookie);
    headers.set('sec-fetch-dest', 'document');
    headers.set('sec-fetch-mode', 'navigate');
    if (!headers.has('sec-fetch-site')) headers.set('sec-fetch-site', 'cross-site');
    const request = new Request(url, { ...init, headers, redirect: 'manual' });
    const response = url.origin === HOME ? await this.#proxy.fetch(request) : await fetch(request);
    for (const text of response.headers.getSetCookie()) this.#keep(url, text);
    return response;
  }

  #keep({ hostname: host }: URL, text: string): void {
    const [pair = '', ...attributes] = text.split(/;\s*/);
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    const attribute = (wanted: string) =>
      attributes.find((one) => one.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1);
    const path = attribute('path') ?? '/';
    const ended = attribute('max-age') === '0' || Date.parse(attribute('expires') ?? '') < Date.now();
    const key = `${host} ${path} ${name}`;
    if (ended) this.#cookies.delete(key);
    else this.#cookies.set(key, { host, path, name, value });
  }

  cookieFor({ hostname, pathname }: URL): string {
    return Array.from(this.#cookies.values())
      .filter(({ host, path }) => host === hostname && pathname.startsWith(path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }

  /** Takes every cookie of another browser's, as a thief would. */
  steal(from: Visitor): void {
    for (const [key, cookie] of from.#cookies) this.#cookies.set(key, cookie);
  }

  /** Begins to sign in as the widget of a page does, and gives the address at the platform. */
  async begin(wish: Wish = {}): Promise<URL> {
    const address = new URL(signInAddress(wish));
    const { origin } = new URL(address.searchParams.get('return') ?? '');
    return locationOf(
      origin === HOME
        ? await this.open(address, { headers: { 'sec-fetch-site': 'same-origin' } })
        : await this.send(address.searchParams, origin),
    );
  }

  /** Sends a form that begins a sign-in, from a page of that origin. */
  send(wish: URLSearchParams, origin: string | null): Promise<Response> {
    const headers = origin === null ? {} : { origin };
    return this.open(`${HOME}/rewards/sign-in`, { method: 'POST', body: wish, headers });
  }

  /** Chooses a member at the platform, or nobody, and gives the address that the platform sends the visitor back to. */
  async choose(at: URL, member: string): Promise<URL> {
    const choice = new URL(locationOf(await this.open(at)), at);
    const body = new URLSearchParams({ member });
    const chosen = await this.open(choice, { method: 'POST', body });
    return locationOf(await this.open(new URL(locationOf(chosen), at)));
  }

  /** The whole way through the platform and back. */
  async signIn(member: string, wish: Wish = {}): Promise<Response> {
    return this.open(await this.choose(await this.begin(wish), member));
  }
}

export function signInAddress({
  returnTo = `${SITE}/page?x=1#top`,
  popup = false,
  challenge = null,
}: Wish = {}): string {
  const query = new URLSearchParams({ return: returnTo });
  if (popup) query.set('popup', '');
  if (challenge !== null) query.set('challenge', challenge);
  return `${HOME}/rewards/sign-in?${query}`;
}

/** Where the browser goes on to by itself. */
export function locationOf({ headers, status, url }: Response): URL {
  const location = headers.get('location') ?? headers.get('refresh')?.replace(/^0; url=/, '');
  if (location === undefined) throw new Error(`no redirect, but ${status}`);
  return new URL(location, url || HOME);
}

/** What the page in a window tells its opener, and which origin may hear it. */
export async function messageOf(
  response: Response,
): Promise<{ origin: string; challenge: string; code: string | null }> {
  const text = (await response.text()).replaceAll('&quot;', '"');
  const [, origin = '', message = '{}'] = /<script data-origin="(.*?)" data-message="(\{.*?\})">/.exec(text) ?? [];
  const { type, challenge, code = null } = JSON.parse(message);
  if (type !== 'rewards-sign-in') throw new Error(`no message in: ${text}`);
  return { origin, challenge, code };
}
