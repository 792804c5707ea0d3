import type { Ledger } from '../../../ledger/index.ts';
import type { Logger } from '../../monitoring/logger.ts';
import { type ProblemReply, RequestProblem } from '../../http/problem.ts';
import { type Answer, redirectTo } from '../../http/respond.ts';
import type { Secrets } from '../../monitoring/secrets.ts';
import type { MemberIds } from '../member-ids.ts';
import type { Cookie } from './cookies.ts';
import { PENDING_SIGN_IN, type PendingSignIn, CODE, type Member } from './kinds.ts';
import { memberIn } from './member.ts';
import { type Memberships, NOT_IN_COMMUNITY } from './memberships.ts';
import { isNavigation } from './navigation.ts';
import { loggingRefusal } from './logging-refusal.ts';
import { passingPage, questionPage, windowPage } from './pages.ts';
import { PlatformError, problemFor } from './platform-error.ts';
import type { LoadProvider, SignedIn } from './provider.ts';
import { withCode } from './return-code.ts';
import type { ReturnPages } from './return-pages.ts';
import type { SealedTokens } from './sealed-tokens.ts';
import { USED } from './session-requests.ts';
import type { Sessions } from './sessions.ts';
import type { Platform } from './settings.ts';
import { isOwnRequest, type SignInRequest, readSignInRequest } from './sign-in-request.ts';
import type { Incoming } from '../../http/incoming.ts';

export interface SignInContext {
  platform: Platform;
  provider: LoadProvider;
  ids: MemberIds;
  sealedTokens: SealedTokens;
  sessions: Sessions;
  memberships: Memberships;
  cookies: { pending: Cookie };
  pages: ReturnPages;
  ledger: Pick<Ledger, 'useNonce'>;
  logger: Logger;
  secrets: Secrets;
  /** A member's name in the log. */
  names: (memberId: string) => string;
  now: () => number;
}

/** The way of a visitor to the platform and back. Throws `RequestProblem`, and what the owner must fix. */
export class SignIn {
  readonly #context: SignInContext;

  constructor(context: SignInContext) {
    this.#context = context;
  }

  /**
   * Sends the visitor to the platform, and stores in the browser what the return must match. If another site may have sent the visitor, they are
   * asked first. Only this browser can continue from there, because nobody else knows the state.
   */
  begin(request: Incoming, requestId: string): Promise<Answer> {
    return this.#loggingRefusal(requestId, () => this.#begin(request, requestId));
  }

  /** Called when the visitor comes back: signs them in, and sends them to the page that asked. */
  finish(request: Incoming, requestId: string): Promise<Answer> {
    return this.#loggingRefusal(requestId, () => this.#finish(request, requestId));
  }

  #loggingRefusal(requestId: string, run: () => Promise<Answer>): Promise<Answer> {
    return loggingRefusal({ logger: this.#context.logger, requestId }, 'a sign-in was refused', run);
  }

  async #begin(request: Incoming, requestId: string): Promise<Answer> {
    const { sealedTokens, cookies, pages } = this.#context;
    if (!isNavigation(request)) throw new RequestProblem(NO_WINDOW);
    const wanted = await readSignInRequest(request, pages);
    const provider = await this.#context.provider();
    const pending = { ...wanted, ...provider.begin() };
    const address = await this.#reporting(requestId, () => provider.authorizationUrl(pending));
    const answer = await this.#goOn(request, wanted, address);
    return {
      ...withOpener(answer),
      cookies: [cookies.pending.set(await sealedTokens.seal(PENDING_SIGN_IN, pending), PENDING_SIGN_IN.lifeSeconds)],
    };
  }

  async #finish(request: Incoming, requestId: string): Promise<Answer> {
    const { cookies, ids, logger, memberships, names, platform, sessions } = this.#context;
    const provider = await this.#context.provider();
    const query = new URL(request.url).searchParams;
    const pending = await this.#pending(request, query.get('state'));
    const signedIn = await this.#reporting(requestId, async () => {
      try {
        return await provider.signedIn(query, pending);
      } catch (error) {
        if (error instanceof PlatformError && error.code === 'denied') return null;
        throw error;
      }
    });
    const returnTo = new URL(pending.returnTo);
    if (!signedIn) {
      logger.info({ requestId }, 'a visitor did not sign in');
      return this.#sendBack(pending, returnTo, null, [cookies.pending.clear()]);
    }
    const member = memberIn(signedIn.profile, platform, ids);
    if (!(await this.#reporting(requestId, () => memberships.has(signedIn))))
      throw new RequestProblem(NOT_IN_COMMUNITY);
    logger.info({ requestId, member: names(member.id), site: returnTo.origin }, 'a member signed in');
    return this.#signIn(request, { member: sessions.memberOf(member), signedIn, pending });
  }

  /** Continues to the platform at that address. */
  async #goOn(request: Incoming, wanted: SignInRequest, address: URL): Promise<Answer> {
    const { name, origin } = this.#context.platform;
    if (!isOwnRequest(request, wanted, origin)) return questionPage(address, wanted, name);
    return request.method === 'POST' ? passingPage(address, name) : redirectTo(address);
  }

  /** The sign-in that this browser began with that state. It can be used once. */
  async #pending(request: Incoming, state: string | null): Promise<PendingSignIn> {
    const { sealedTokens, cookies, ledger, now } = this.#context;
    const sealed = cookies.pending.of(request);
    const pending = sealed === null ? null : await sealedTokens.open(PENDING_SIGN_IN, sealed);
    if (!pending || pending.state !== state) throw new RequestProblem(NOT_STARTED);
    const expiresAt = now() + PENDING_SIGN_IN.lifeSeconds * 1000;
    if (!(await ledger.useNonce({ id: `sign-in ${pending.state}`, expiresAt }))) throw new RequestProblem(USED);
    return pending;
  }

  /** Sets a session for pages of the proxy's own origin, and makes a code for widgets on other origins. */
  async #signIn(
    request: Incoming,
    { member, signedIn, pending }: { member: Member; signedIn: SignedIn; pending: PendingSignIn },
  ): Promise<Answer> {
    const { accessToken } = signedIn;
    const { cookies, memberships, platform, sealedTokens, sessions, now } = this.#context;
    const { challenge } = pending;
    const returnTo = new URL(pending.returnTo);
    const { origin } = returnTo;
    const set = [cookies.pending.clear()];
    if (origin === platform.origin) {
      await sessions.endFormer(request);
      const session = { ...member, seenAt: now(), accessToken: memberships.matter ? accessToken : null };
      set.push(await sessions.keep(session));
    }
    const content = challenge === null ? null : { ...member, jti: crypto.randomUUID(), origin, challenge };
    return this.#sendBack(pending, returnTo, content && (await sealedTokens.seal(CODE, content)), set);
  }

  async #sendBack({ challenge, popup }: PendingSignIn, page: URL, code: string | null, set: string[]): Promise<Answer> {
    // Pages of the proxy's own origin have the cookie.
    const returnTo = code === null || page.origin === this.#context.platform.origin ? page : withCode(page, code);
    const answer = popup && challenge !== null ? await windowPage(returnTo, challenge, code) : redirectTo(returnTo);
    return { ...withOpener(answer), cookies: set };
  }

  /** Runs `ask`. If the platform fails, logs why for the owner, and throws a problem for the visitor. */
  async #reporting<T>(requestId: string, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof PlatformError) || error.code === 'unusable') throw error;
      const { logger, secrets, platform } = this.#context;
      logger.warn({ requestId, error: secrets.describe(error) }, 'a sign-in with the platform failed');
      throw new RequestProblem(problemFor(error, platform.name));
    }
  }
}

/**
 * With an explicit policy: Django and Helmet add `same-origin` to answers without one, and the browser would then separate the window from the page
 * that opened it.
 */
function withOpener(answer: Answer): Answer {
  return { ...answer, headers: { ...answer.headers, 'cross-origin-opener-policy': 'unsafe-none' } };
}

const NO_WINDOW: ProblemReply = {
  code: 'origin-not-allowed',
  detail: 'A sign-in needs a window of its own: use a link or a form, not a frame or a script.',
};
const NOT_STARTED: ProblemReply = {
  code: 'sign-in-required',
  detail: 'This sign-in was not started in this browser, or took too long.',
};
