import type { DeskUser } from './desk-user.ts';
import { toBase64 } from '../common/base64.ts';
import { isRecord, isString } from '../contract/guard.ts';
import { readJsonBody } from './json-body.ts';
import { DESK_HEADERS, DeskError } from './problem.ts';

/** How an unknown person signs in. Its answers come before `authorize`. */
export interface DeskSignIn {
  authorize(request: Request): DeskUser | null;
  /** Notes the name that a signed-in person gave last. */
  rememberName(request: Request, name: string): void;
  /** `POST api/session`, with the token of a link; `DELETE api/session` to leave; `POST api/link` to have a new link printed. */
  answer(request: Request, path: string): Promise<Response | null>;
}

export interface LinkSignInOptions {
  /** Shows a new link's token to a person who may come in, such as on the terminal where the desk was started. */
  show: (token: string) => void;
  /** Epoch milliseconds; default: the server's clock. */
  now?: () => number;
}

interface Session {
  alias: string;
  name: string | null;
  endsAt: number;
}

const TOKEN_BYTES = 32;
const LINK_MS = 60 * 60_000;
const SESSION_MS = 12 * 60 * 60_000;
const BETWEEN_LINKS_MS = 5_000;
const MAX_SESSIONS = 20;
const MAX_USED = 100;

/**
 * Signs in people with a link that was printed where the desk was started. Each link works once, for an hour, and starts a session of
 * twelve hours with a cookie that no script can read and no other site can send. Tokens are kept as hashes in memory: a restart
 * ends all sessions.
 */
export class LinkSignIn implements DeskSignIn {
  readonly #show: (token: string) => void;
  readonly #now: () => number;
  readonly #sessions = new Map<string, Session>();
  readonly #used = new Set<string>();
  #link: { hash: string; endsAt: number } | null = null;
  #shownAt = -Infinity;
  #count = 0;

  constructor({ show, now = Date.now }: LinkSignInOptions) {
    this.#show = show;
    this.#now = now;
  }

  /** Shows a new link. The one before stops working. */
  async renew(): Promise<void> {
    const token = newToken();
    if (this.#link) this.#useUp(this.#link.hash);
    this.#shownAt = this.#now();
    this.#link = { hash: await hashOf(token), endsAt: this.#shownAt + LINK_MS };
    this.#show(token);
  }

  authorize(request: Request): DeskUser | null {
    const session = this.#sessionOf(request);
    return session && { name: session.name, alias: session.alias };
  }

  rememberName(request: Request, name: string): void {
    const session = this.#sessionOf(request);
    if (session) session.name = name;
  }

  async answer(request: Request, path: string): Promise<Response | null> {
    if (path === '/api/session' && request.method === 'POST') return this.#signIn(request);
    if (path === '/api/session' && request.method === 'DELETE') return this.#signOut(request);
    if (path === '/api/link' && request.method === 'POST') return this.#showAnother();
    return null;
  }

  async #signIn(request: Request): Promise<Response> {
    const body = await readJsonBody(request);
    const token = isRecord(body) && isString(body['token']) ? body['token'] : '';
    const hash = await hashOf(token);
    if (this.#used.has(hash))
      throw new DeskError('link-used', 'This link was already used, or a newer one replaced it.');
    const link = this.#link;
    if (link?.hash !== hash || link.endsAt <= this.#now()) {
      throw new DeskError('link-unknown', 'This link no longer works.');
    }
    this.#link = null;
    this.#useUp(hash);
    const id = newToken();
    this.#count += 1;
    for (const [key, { endsAt }] of this.#sessions) if (endsAt <= this.#now()) this.#sessions.delete(key);
    const [oldest] = this.#sessions.keys();
    if (oldest !== undefined && this.#sessions.size >= MAX_SESSIONS) this.#sessions.delete(oldest);
    const session = { alias: `link ${this.#count}`, name: null, endsAt: this.#now() + SESSION_MS };
    this.#sessions.set(id, session);
    return new Response(null, { status: 204, headers: { ...DESK_HEADERS, 'set-cookie': cookie(request, id) } });
  }

  #signOut(request: Request): Response {
    this.#sessions.delete(cookieOf(request) ?? '');
    return new Response(null, { status: 204, headers: { ...DESK_HEADERS, 'set-cookie': cookie(request, null) } });
  }

  async #showAnother(): Promise<Response> {
    if (this.#now() - this.#shownAt < BETWEEN_LINKS_MS) {
      throw new DeskError('too-soon', 'A link was printed a moment ago: open that one.');
    }
    await this.renew();
    return new Response(null, { status: 204, headers: DESK_HEADERS });
  }

  #sessionOf(request: Request): Session | null {
    const session = this.#sessions.get(cookieOf(request) ?? '');
    return session && session.endsAt > this.#now() ? session : null;
  }

  #useUp(hash: string): void {
    const [oldest] = this.#used;
    if (oldest !== undefined && this.#used.size >= MAX_USED) this.#used.delete(oldest);
    this.#used.add(hash);
  }
}

/** With the port, since cookies of one host are shared by all of its ports. */
function cookieName(url: URL): string {
  return url.protocol === 'https:' ? '__Host-rewards-desk' : `rewards-desk-${url.port || '80'}`;
}

function cookie(request: Request, id: string | null): string {
  const url = new URL(request.url);
  const secure = url.protocol === 'https:' ? '; Secure' : '';
  const age = id === null ? 0 : SESSION_MS / 1000;
  return `${cookieName(url)}=${id ?? ''}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${age}${secure}`;
}

function cookieOf(request: Request): string | undefined {
  const start = `${cookieName(new URL(request.url))}=`;
  const pairs = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length);
}

function newToken(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)));
}

/** Only hashes are compared, so that how long that takes says nothing of a token. */
async function hashOf(token: string): Promise<string> {
  return base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))));
}

function base64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
