import { randomUUID } from 'node:crypto';
import { signMemberToken } from '../src/proxy/identity/member-token.ts';
import type { Handler } from '../src/proxy/index.ts';

const COOKIE = 'harbour';

/** A member of the site, which knows its members' ids in the community. */
export interface SiteMember {
  id: string;
  name: string;
}

/** The site's own server, as far as it matters here. */
export interface SiteBackend extends Handler {
  /** Who is logged in on the site, by the request's cookie; null for nobody. What `identity: 'session'` asks for. */
  member(request: Request): string | null;
}

/**
 * A site with a login of its own, which takes everybody at their word, and a route that signs a token for the person who is logged
 * in, which is what `identity: 'signed'` asks for. It is told of claims, too, and does nothing with it.
 */
export function createSiteBackend(members: () => readonly SiteMember[], secret: string): SiteBackend {
  const sessions = new Map<string, string>();

  function member({ headers }: Request): string | null {
    const session = new RegExp(`(?:^|; )${COOKIE}=([\\w-]+)`).exec(headers.get('cookie') ?? '')?.[1];
    return sessions.get(session ?? '') ?? null;
  }

  async function logIn(request: Request): Promise<Response> {
    const { member: wanted }: { member?: unknown } = await request.json();
    const known = members().find(({ id }) => id === wanted);
    const session = known ? randomUUID() : '';
    if (known) sessions.set(session, known.id);
    const cookie = `${COOKIE}=${session}; Path=/; HttpOnly; SameSite=Strict`;
    return Response.json({ member: known ?? null }, { headers: { 'set-cookie': cookie } });
  }

  async function signToken(request: Request): Promise<Response> {
    const memberId = member(request);
    return Response.json({ token: memberId === null ? null : await signMemberToken({ memberId, secret }) });
  }

  return {
    member,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      const known = members().find(({ id }) => id === member(request));
      switch (`${request.method} ${pathname}`) {
        case 'GET /site/login':
          return Response.json({ member: known ?? null, members: members().map(({ id, name }) => ({ id, name })) });
        case 'POST /site/login':
          return logIn(request);
        case 'POST /site/told':
          return new Response(null, { status: 204 });
        case 'GET /site/member-token':
          return signToken(request);
        default:
          return Response.json({ error: 'There is nothing at this address.' }, { status: 404 });
      }
    },
  };
}
