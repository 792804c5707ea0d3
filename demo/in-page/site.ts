import type { Emulator } from '../../src/emulator/index.ts';
import { HARBOUR_LIGHTS } from '../../src/emulator/index.ts';
import { signMemberToken } from '../../src/proxy/identity/member-token.ts';
import type { Login } from '../page/site-login.ts';

/** What the site's server knows, where the page itself is that server: nothing outlives the page. */
export interface Site {
  /** The proxy has it, too. */
  readonly secret: string;
  /** The id of the person who is logged in. */
  loggedIn: string | null;
}

/** Answers as `npm start` has the site's server answer: see `site-backend.ts` beside this folder. */
export async function answerForSite(request: Request, site: Site, { state }: Emulator): Promise<Response> {
  const members = state.server(HARBOUR_LIGHTS.id).members.map(({ id, name }) => ({ id, name }));
  const memberWith = (wanted: unknown) => members.find(({ id }) => id === wanted) ?? null;
  const { pathname } = new URL(request.url);
  switch (`${request.method} ${pathname}`) {
    case 'GET /site/login':
      return Response.json({ member: memberWith(site.loggedIn), members } satisfies Login);
    case 'POST /site/login': {
      const { member }: { member?: unknown } = await request.json();
      site.loggedIn = memberWith(member)?.id ?? null;
      return Response.json({ member: memberWith(site.loggedIn) });
    }
    case 'GET /site/member-token': {
      const { loggedIn: memberId, secret } = site;
      return Response.json({ token: memberId === null ? null : await signMemberToken({ memberId, secret }) });
    }
    default:
      return Response.json({ error: 'There is nothing at this address.' }, { status: 404 });
  }
}
