import { SignInCode } from '../../../contract/index.ts';
import type { Ledger } from '../../../ledger/index.ts';
import type { Logger } from '../../monitoring/logger.ts';
import { invalidRequest, type ProblemReply, RequestProblem } from '../../http/problem.ts';
import { readJson } from '../../http/request-body.ts';
import { type Answer, json } from '../../http/respond.ts';
import { unknownPage } from '../browser-page.ts';
import { CODE, TOKEN } from './kinds.ts';
import { loggingRefusal } from './logging-refusal.ts';
import type { SealedTokens } from './sealed-tokens.ts';
import type { Sessions } from './sessions.ts';
import type { Incoming } from '../../http/incoming.ts';
import { isoTime } from '../../../common/iso-time.ts';

export interface SessionRequestsContext {
  sessions: Sessions;
  sealedTokens: SealedTokens;
  ledger: Pick<Ledger, 'useNonce'>;
  logger: Logger;
  /** A member's name in the log. */
  names: (memberId: string) => string;
  now: () => number;
}

export const USED: ProblemReply = { code: 'sign-in-required', detail: 'This sign-in was already used.' };

const NOT_YOURS: ProblemReply = {
  code: 'sign-in-required',
  detail: 'This sign-in was started elsewhere, or took too long. Please try again.',
};

/** What scripts can do with sessions: exchange a sign-in's code for a token, and sign out. Throws `RequestProblem`. */
export class SessionRequests {
  readonly #context: SessionRequestsContext;

  constructor(context: SessionRequestsContext) {
    this.#context = context;
  }

  /** Exchanges a code for a token, once, for the widget that asked for the sign-in. */
  redeem(request: Incoming, requestId: string): Promise<Answer> {
    const { logger } = this.#context;
    return loggingRefusal({ logger, requestId }, 'the code of a sign-in was refused', () => this.#redeem(request));
  }

  /** Ends the request's session, and everything from its sign-in, here and in the browser. */
  signOut(request: Incoming, requestId: string): Promise<Answer> {
    const { logger } = this.#context;
    return loggingRefusal({ logger, requestId }, 'a sign-out was refused', () => this.#signOut(request, requestId));
  }

  async #redeem(request: Incoming): Promise<Answer> {
    const { sessions, sealedTokens, ledger, now } = this.#context;
    const parsed = SignInCode.safeParse(await readJson(request));
    if (!parsed.success) throw new RequestProblem(invalidRequest('The request must be { "code": …, "verifier": … }.'));
    const { code: sealed, verifier } = parsed.data;
    const code = await sealedTokens.open(CODE, sealed);
    const { calculatePKCECodeChallenge } = await import('openid-client');
    const asked = code && code.origin === request.headers.get('origin');
    if (!asked || code.challenge !== (await calculatePKCECodeChallenge(verifier))) throw new RequestProblem(NOT_YOURS);
    if (await sessions.isOver(code)) throw new RequestProblem(NOT_YOURS);
    const expiresAt = now() + CODE.lifeSeconds * 1000;
    if (!(await ledger.useNonce({ id: `sign-in code ${code.jti}`, expiresAt }))) throw new RequestProblem(USED);
    const { challenge: _challenge, jti: _jti, ...content } = code;
    const token = await sealedTokens.seal(TOKEN, content);
    return json(200, { token, expiresAt: isoTime(now() + TOKEN.lifeSeconds * 1000) });
  }

  async #signOut(request: Incoming, requestId: string): Promise<Answer> {
    const { sessions, logger, names } = this.#context;
    const stranger = unknownPage(request);
    if (stranger) throw new RequestProblem(stranger);
    const shown = await sessions.shownBy(request);
    if (shown) {
      const member = 'token' in shown ? shown.token : shown.session;
      await sessions.end(member);
      logger.info({ requestId, member: names(member.sub) }, 'a member signed out');
    }
    return { ...json(200, { signedOut: true }), cookies: [sessions.forget()] };
  }
}
