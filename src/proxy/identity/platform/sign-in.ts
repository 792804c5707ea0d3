import { calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import { SignInCode } from '../../../contract/index.ts';
import type { Ledger } from '../../../ledger/index.ts';
import type { Logger } from '../../logger.ts';
import type { Origins } from '../../origins.ts';
import { invalidRequest, isoTime, type ProblemReply, RequestProblem } from '../../problem.ts';
import { readJson } from '../../request-body.ts';
import { json } from '../../respond.ts';
import type { Secrets } from '../../secrets.ts';
import { unknownPage } from '../browser-page.ts';
import type { Cookie } from './cookies.ts';
import { BEGUN, type Begun, CODE, type Member, TOKEN } from './kinds.ts';
import { memberIn, type PlatformMember } from './member.ts';
import { windowPage } from './pages.ts';
import { PlatformError } from './platform-error.ts';
import type { Provider } from './provider.ts';
import type { Kind, Seals } from './seals.ts';
import type { Platform } from './settings.ts';

export interface SignInContext {
  platform: Platform;
  provider: Provider;
  seals: Seals;
  session: Kind<Member>;
  cookies: { begun: Cookie; session: Cookie };
  origins: Origins;
  ledger: Pick<Ledger, 'consume'>;
  logger: Logger;
  secrets: Secrets;
  now: () => number;
}

/** The query with which a page that asked for a sign-in gets its code, where that did not happen in a window of its own. */
export const CODE_PARAMETER = 'rewards-sign-in';

const LONGEST_ADDRESS = 2000;
const CHALLENGE = /^[\w-]{43}$/;

/** The way of a visitor to the platform and back. Throws `RequestProblem`, and what is the owner's to mend. */
export class SignIn {
  readonly #context: SignInContext;

  constructor(context: SignInContext) {
    this.#context = context;
  }

  /** Sends the visitor to the platform, and notes in the browser what the return must agree with. */
  async begin(request: Request, requestId: string): Promise<Response> {
    const { provider, seals, cookies } = this.#context;
    const wish = this.#wishOf(new URL(request.url).searchParams);
    const begun = { ...wish, state: randomState(), verifier: randomPKCECodeVerifier(), nonce: randomNonce() };
    const address = await this.#reporting(requestId, () => provider.authorizationUrl(begun));
    return redirect(address, [cookies.begun.set(await seals.seal(BEGUN, begun), BEGUN.lifeSeconds)]);
  }

  /** The visitor comes back: signs them in, and sends them on to the page that asked. */
  async finish(request: Request, requestId: string): Promise<Response> {
    const { provider, cookies } = this.#context;
    const query = new URL(request.url).searchParams;
    const begun = await this.#begun(request, query.get('state'));
    const signedIn = await this.#reporting(requestId, async () => {
      try {
        return await provider.signedIn(query, begun);
      } catch (error) {
        if (error instanceof PlatformError && error.code === 'denied') return null;
        throw error;
      }
    });
    const returnTo = new URL(begun.returnTo);
    if (!signedIn) return this.#sendBack(begun, returnTo, null, [cookies.begun.clear()]);
    const member = memberIn(signedIn.profile, this.#context.platform);
    if (!(await this.#reporting(requestId, () => this.#isMember(signedIn)))) throw new RequestProblem(NO_MEMBER);
    return this.#signIn(member, begun, returnTo);
  }

  /** Gives the widget that asked a token for its code, once. */
  async redeem(request: Request): Promise<Response> {
    const { seals, ledger, now } = this.#context;
    const parsed = SignInCode.safeParse(await readJson(request));
    if (!parsed.success) throw new RequestProblem(invalidRequest('The request must be { "code": …, "verifier": … }.'));
    const { code: sealed, verifier } = parsed.data;
    const code = await seals.open(CODE, sealed);
    const asked = code && code.origin === request.headers.get('origin');
    if (!asked || code.challenge !== (await calculatePKCECodeChallenge(verifier))) throw new RequestProblem(NOT_YOURS);
    const expiresAt = now() + CODE.lifeSeconds * 1000;
    const use = { id: `sign-in code ${code.jti}`, holder: crypto.randomUUID(), expiresAt };
    if (!(await ledger.consume(use))) throw new RequestProblem(USED);
    const { sub, name, signedInAt, origin } = code;
    const token = await seals.seal(TOKEN, { sub, name, signedInAt, origin });
    return json(200, { token, expiresAt: isoTime(now() + TOKEN.lifeSeconds * 1000) });
  }

  /** Ends the session of this browser. */
  async signOut(request: Request): Promise<Response> {
    const stranger = unknownPage(request);
    if (stranger) throw new RequestProblem(stranger);
    return json(200, { signedOut: true }, { 'set-cookie': this.#context.cookies.session.clear() });
  }

  #wishOf(query: URLSearchParams): Pick<Begun, 'returnTo' | 'challenge' | 'popup'> {
    const returnTo = this.#context.origins.ownAddress(query.get('return') ?? '');
    if (!returnTo || returnTo.username || returnTo.password || returnTo.href.length > LONGEST_ADDRESS) {
      throw new RequestProblem(
        invalidRequest('The address to return to must be one of this site, of 2000 characters at most.'),
      );
    }
    const challenge = query.get('challenge');
    const popup = query.has('popup');
    if (challenge === null ? popup : !CHALLENGE.test(challenge)) {
      throw new RequestProblem(invalidRequest('The challenge must be the SHA-256 of a text, in base64url.'));
    }
    return { returnTo: returnTo.href, challenge, popup };
  }

  /** What this browser began with that state, which is good for one return. */
  async #begun(request: Request, state: string | null): Promise<Begun> {
    const { seals, cookies, ledger, now } = this.#context;
    const sealed = cookies.begun.of(request);
    const begun = sealed === null ? null : await seals.open(BEGUN, sealed);
    if (!begun || begun.state !== state) throw new RequestProblem(NOT_BEGUN);
    const expiresAt = now() + BEGUN.lifeSeconds * 1000;
    const use = { id: `sign-in ${begun.state}`, holder: crypto.randomUUID(), expiresAt };
    if (!(await ledger.consume(use))) throw new RequestProblem(USED);
    return begun;
  }

  async #isMember({
    profile,
    accessToken,
  }: {
    profile: Record<string, unknown>;
    accessToken: string;
  }): Promise<boolean> {
    const { platform, provider } = this.#context;
    if (platform.serverId !== null && !(await provider.isInServer(platform.serverId, { profile, accessToken })))
      return false;
    return platform.isMember === null || platform.isMember(profile, accessToken);
  }

  /** With a session for pages of the proxy's own origin, and with a code for widgets anywhere. */
  async #signIn({ id, name }: PlatformMember, begun: Begun, returnTo: URL): Promise<Response> {
    const { platform, seals, session, cookies, now } = this.#context;
    const { challenge } = begun;
    const { origin } = returnTo;
    const member = { sub: id, name, signedInAt: now() };
    const set = [cookies.begun.clear()];
    if (origin === platform.origin)
      set.push(cookies.session.set(await seals.seal(session, member), session.lifeSeconds));
    const content = challenge === null ? null : { ...member, jti: crypto.randomUUID(), origin, challenge };
    return this.#sendBack(begun, returnTo, content && (await seals.seal(CODE, content)), set);
  }

  async #sendBack({ challenge, popup }: Begun, returnTo: URL, code: string | null, set: string[]): Promise<Response> {
    if (code !== null) returnTo.searchParams.set(CODE_PARAMETER, code);
    if (!popup || challenge === null) return redirect(returnTo, set);
    const response = await windowPage(returnTo, challenge, code);
    for (const cookie of set) response.headers.append('set-cookie', cookie);
    return response;
  }

  /** Tells the owner's log what the platform did not do, and the visitor what that means to them. */
  async #reporting<T>(requestId: string, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof PlatformError) || error.code === 'unusable') throw error;
      const { logger, secrets, platform } = this.#context;
      logger.warn({ requestId, error: secrets.describe(error) }, 'a sign-in with the platform failed');
      throw new RequestProblem(
        error.code === 'unreachable'
          ? { code: 'unreachable', detail: `${platform.name} does not answer at the moment.` }
          : { code: 'sign-in-required', detail: `${platform.name} did not confirm who you are.` },
      );
    }
  }
}

const NOT_BEGUN: ProblemReply = {
  code: 'sign-in-required',
  detail: 'This sign-in was not begun in this browser, or took too long.',
};
const USED: ProblemReply = { code: 'sign-in-required', detail: 'This sign-in was used already.' };
const NOT_YOURS: ProblemReply = {
  code: 'sign-in-required',
  detail: 'This sign-in was begun elsewhere, or took too long. Please try again.',
};
const NO_MEMBER: ProblemReply = {
  code: 'sign-in-required',
  detail: 'Your account is not in the community. Join it first, and then sign in again.',
};

function redirect(address: URL, cookies: readonly string[]): Response {
  const headers = new Headers({ location: address.href, 'content-length': '0', 'referrer-policy': 'no-referrer' });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return new Response(null, { status: 302, headers });
}
