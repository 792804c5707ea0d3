import type { ReactiveController } from 'lit';
import type { ClaimController, WidgetAction } from '../claim-controller.ts';
import type { Answer } from '../http.ts';
import { authorizationOf } from './member-token.ts';

/** Has a widget look with the token of the member whom the site has signed in, so that it shows where that one stands. */
export class TokenLook implements ReactiveController {
  readonly #claims: ClaimController;
  readonly #look: ClaimController['look'];
  readonly #refresh: () => void;
  #looks = false;

  /** `refresh` has the widget look again. */
  constructor(claims: ClaimController, refresh: () => void) {
    this.#claims = claims;
    this.#look = claims.look.bind(claims);
    this.#refresh = refresh;
    claims.look = (signal) => this.#lookAsMember(signal);
  }

  /** The first look of all is made before this is there, or while it is being loaded. */
  hostUpdated(): void {
    const { state, view } = this.#claims;
    if (this.#looks || state !== 'ready') return;
    this.#looks = true;
    if (isSigned(view)) this.#refresh();
  }

  async #lookAsMember(signal: AbortSignal): Promise<Answer> {
    const claims = this.#claims;
    this.#looks = true;
    // A token that is too old to tell anything is no reason to show nothing.
    if (isSigned(claims.view)) return (await this.#shown(signal)) ?? this.#look(signal);
    const answer = await this.#look(signal);
    return isSigned(claims.read(answer)) ? ((await this.#shown(signal)) ?? answer) : answer;
  }

  /** What the proxy answers to the token, if that tells anything. */
  async #shown(signal: AbortSignal): Promise<Answer | undefined> {
    const claims = this.#claims;
    const { authorization } = await authorizationOf(claims.host);
    if (!authorization || signal.aborted) return undefined;
    const answer = await claims.ask(claims.actionPath, { signal, headers: { authorization } });
    return answer.response?.ok ? answer : undefined;
  }
}

/** Whether the member is known by a token of the site's alone. */
const isSigned = (view: WidgetAction | undefined): boolean => view?.identity === 'signed';
