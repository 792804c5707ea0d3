/** A cookie that only this proxy's own host gets, and no script can read. */
export interface Cookie {
  readonly name: string;
  /** Its text in a request, or null. */
  of(request: Request): string | null;
  /** The `Set-Cookie` header that sets it for so many seconds. */
  set(value: string, seconds: number): string;
  /** The `Set-Cookie` header that takes it away. */
  clear(): string;
}

/**
 * A cookie of the proxy at an origin. With https its name begins with `__Host-`, by which browsers hold it to that host. On
 * this machine, without https, it is a plain one: not every browser keeps secure cookies there.
 *
 * It is `Lax`: a browser sends it along when it opens a page, as a platform does that sends the visitor back, and never with
 * what a page of another site asks for.
 */
export function cookieAt(origin: string, plainName: string): Cookie {
  const secure = origin.startsWith('https:');
  const name = secure ? `__Host-${plainName}` : plainName;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return {
    name,
    of({ headers }) {
      const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
      return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
    },
    set: (value, seconds) => `${name}=${value}; Max-Age=${seconds}; ${attributes}`,
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
  };
}
