import { parse, serialize } from 'hono/utils/cookie';
import type { Incoming } from '../../http/incoming.ts';

/** A cookie that only this proxy's own host receives, and that scripts cannot read. */
export interface Cookie {
  readonly name: string;
  /** Its value in a request, or null. */
  of(request: Incoming): string | null;
  /** The `Set-Cookie` header that sets it for so many seconds. */
  set(value: string, seconds: number): string;
  /** The `Set-Cookie` header that removes it. */
  clear(): string;
}

/**
 * A cookie of the proxy at an origin. With https its name begins with `__Host-`, which makes browsers restrict it to that host. On this machine,
 * without https, it has a plain name, because not every browser keeps secure cookies there.
 *
 * It is `Lax`: a browser sends it when it opens a page, for example when a platform sends the visitor back, and never with requests of another site's
 * page.
 */
export function cookieAt(origin: string, plainName: string): Cookie {
  const secure = origin.startsWith('https:');
  const name = secure ? `__Host-${plainName}` : plainName;
  const set = (value: string, maxAge: number): string =>
    serialize(name, value, { maxAge, path: '/', httpOnly: true, secure, sameSite: 'Lax' });
  return {
    name,
    of: ({ headers }) => parse(headers.get('cookie') ?? '', name)[name] ?? null,
    set,
    clear: () => set('', 0),
  };
}
