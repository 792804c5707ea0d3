import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import { choicePage } from './choice-page.ts';
import { type Application, createOAuthServer } from './oauth-server.ts';

/** Who can sign in. */
export interface PlatformMember {
  id: string;
  name: string;
}

export interface PlatformOptions {
  /** Its own address, without a slash at the end. */
  url: string;
  application: Application;
  /** The community that its members belong to. */
  community: { id: string; name: string };
  members: () => readonly PlatformMember[];
  /** A page where one signs in with it. It is shown to whoever opens the platform's own address. */
  page?: string;
}

/** The addresses that a config names. */
export function endpointsOf(url: string): { authorization: string; token: string; user: string } {
  return { authorization: `${url}/auth`, token: `${url}/token`, user: `${url}/users/@me` };
}

/** A chat platform as far as signing in goes: an OAuth server, a page to choose a member, and an API to read the own profile. */
export async function createPlatformListener(options: PlatformOptions): Promise<RequestListener> {
  const { url, application, community, members, page } = options;
  const memberWith = (wanted: unknown) => members().find(({ id }) => id === wanted);
  const server = await createOAuthServer(url, application, (id) => memberWith(id)?.name);
  const answer = server.callback();

  return (request, response) => {
    const { pathname } = new URL(request.url ?? '/', url);
    if (pathname === '/favicon.ico') {
      response.writeHead(204).end();
      return;
    }
    if (pathname === '/' && page !== undefined) {
      response.writeHead(302, { location: page }).end();
      return;
    }
    // Nobody stays signed in here: a visitor can choose anew.
    if (pathname === '/auth') delete request.headers.cookie;
    const handle = pathname.startsWith('/choose/') ? choose : pathname.startsWith('/users/') ? profile : answer;
    void Promise.resolve(handle(request, response)).catch(() => fail(response));
  };

  async function choose(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { uid } = await server.interactionDetails(request, response);
    if (request.method !== 'POST') {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.setHeader(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      );
      response.end(await choicePage(`/choose/${uid}`, community.name, members()));
      return;
    }
    const chosen = new URLSearchParams(await textOf(request)).get('member');
    const result = memberWith(chosen)
      ? { login: { accountId: chosen, remember: false } }
      : { error: 'access_denied', error_description: 'The visitor chose nobody.' };
    await server.interactionFinished(request, response, result);
  }

  /** The profile, and the membership in the one community that there is. */
  async function profile(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const member = await memberOf(request, server);
    const { pathname } = new URL(request.url ?? '/', url);
    const known = memberWith(member?.accountId);
    if (!member) send(response, 401, { message: 'Unauthorized' });
    else if (pathname === '/users/@me') {
      send(response, 200, { id: member.accountId, username: 'member', global_name: known?.name ?? null });
    } else if (!member.scope?.split(' ').includes('guilds.members.read')) {
      send(response, 403, { message: 'Missing access' });
    } else if (known && pathname === `/users/@me/guilds/${community.id}/member`) {
      send(response, 200, { nick: known.name });
    } else send(response, 404, { message: 'Unknown guild' });
  }
}

async function memberOf({ headers }: IncomingMessage, server: Provider) {
  const token = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1];
  return token === undefined ? undefined : server.AccessToken.find(token);
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function fail(response: ServerResponse): void {
  if (!response.headersSent) response.writeHead(400, { 'content-type': 'text/plain' });
  response.end('This sign-in is over. Please begin anew.');
}
