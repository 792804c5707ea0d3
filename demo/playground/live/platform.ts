import type { RewardsConfig } from '../../../src/proxy/index.ts';
import { MEMBERS } from '../choices.ts';

const LIFE_MS = 3_600_000;

type Answer = (request: Request) => Promise<Response>;

/**
 * Plays what a proxy does to sign members in with a platform, as far as a widget can tell: a page has neither the platform nor a
 * server that it could send its visitor back to. Behind it is a proxy that takes the member for signed in on its site.
 */
export class PlatformStandIn {
  readonly #members = new Map<string, string>();
  readonly #signInPage: string;

  /** `signInPage` is the address where visitors choose who to be, in a window of its own. */
  constructor(signInPage: string) {
    this.#signInPage = signInPage;
  }

  standInFor(config: RewardsConfig): RewardsConfig {
    const actions = Object.entries(config.actions).map(([name, action]) => [name, { ...action, identity: 'session' }]);
    return { ...config, actions: Object.fromEntries(actions), identity: {} };
  }

  member({ headers }: Request): string | null {
    return this.#members.get(headers.get('authorization')?.replace(/^Bearer /, '') ?? '') ?? null;
  }

  async answer(request: Request, proxy: Answer): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith('/sign-in/token')) return this.#issueToken(request);
    if (pathname.endsWith('/sign-out')) return Response.json({});
    const member = this.member(request);
    const response = await proxy(request);
    if (request.method !== 'GET' || !response.ok || !/\/actions\/[^/]+$/.test(pathname)) return response;
    const view: object = await response.json();
    const name = MEMBERS.find(({ value }) => value === member)?.name ?? null;
    const signIn = { platform: 'Discord', url: this.#signInPage, member: name };
    return Response.json({ ...view, identity: 'platform', signIn });
  }

  /** The code is the member's id: the window that gave it is a page of this very site. */
  async #issueToken(request: Request): Promise<Response> {
    const { code }: { code: string } = await request.json();
    const token = crypto.randomUUID();
    this.#members.set(token, code);
    return Response.json({ token, expiresAt: new Date(Date.now() + LIFE_MS).toISOString() });
  }
}
