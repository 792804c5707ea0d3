import type { ChallengeView } from '../../../contract/challenge.ts';
import { readChallengeView } from '../../../contract/read-challenge.ts';
import type { ClaimFlow } from '../claim-flow.ts';
import { loadPart } from '../load-part.ts';
import { failureOf } from '../failure.ts';
import { type ChallengeHooks, type Solved, UNSOLVED } from './solver.ts';

/** How long a solution is kept: a minute less than it is valid, or than the token with the shortest life is. */
const FRESH_MS: Record<ChallengeView['type'], number> = { altcha: 240_000, turnstile: 240_000, hcaptcha: 60_000 };

interface Work {
  /** The action and member that it is for. */
  purpose: string;
  /** In the time of `performance.now()`. */
  startedAt: number;
  solved: Promise<Solved>;
  stop: AbortController;
}

/**
 * Solves the challenge of a widget's action, if there is one: ahead of time if possible, and each solution for one claim. Keeps the first ticket,
 * which says since when the page has been open, if the action needs one: later tickets say that it was opened later.
 */
export class Prover {
  readonly #flow: ClaimFlow;
  readonly #hooks: ChallengeHooks;
  #work: Work | undefined;
  /** The first ticket for the action that was not dropped, the latest one, and the action. */
  #ticket: unknown;
  #lastTicket: unknown;
  #action = '';

  constructor(flow: ClaimFlow, hooks: ChallengeHooks) {
    this.#flow = flow;
    this.#hooks = hooks;
  }

  /** Call with the ticket of each load of the action. */
  keepTicket(action: string, ticket: unknown): void {
    if (action !== this.#action) this.#ticket = undefined;
    this.#action = action;
    if (ticket === this.#lastTicket) return;
    this.#lastTicket = ticket;
    this.#ticket ??= ticket;
  }

  /** Call if the ticket was used, or is not valid. */
  dropTicket(): void {
    this.#ticket = undefined;
  }

  /** Begins ahead of time, unless that would show a puzzle to a visitor who has asked for nothing yet, or has to sign in first. */
  prepare(memberId: string): void {
    const view = this.#view;
    const { identity, member } = this.#flow.view ?? {};
    const isKnown = identity !== 'platform' || member;
    if (view && isKnown && view.type !== 'hcaptcha') this.#begin(view, memberId);
  }

  /** The proof that the claim is not from a bot, and the ticket. */
  async prove(memberId: string): Promise<Solved> {
    const solved = this.#flow.view?.challenge ? await this.#answer(memberId) : { proof: {} };
    const ticket = this.#ticket;
    if (!('proof' in solved) || typeof ticket !== 'string') return solved;
    return { proof: { ...solved.proof, ticket } };
  }

  async #answer(memberId: string): Promise<Solved> {
    const view = this.#view;
    if (!view) return UNSOLVED;
    const work = this.#begin(view, memberId);
    const solved = await work.solved;
    this.#drop(work);
    return solved;
  }

  /** The action's challenge, unless only a newer version knows its type. */
  get #view(): ChallengeView | undefined {
    return readChallengeView(this.#flow.view?.challenge);
  }

  #begin(view: ChallengeView, memberId: string): Work {
    const purpose = JSON.stringify([view, this.#flow.site.action, memberId]);
    const now = performance.now();
    const underWay = this.#work;
    if (underWay?.purpose === purpose && now - underWay.startedAt < FRESH_MS[view.type]) return underWay;
    underWay?.stop.abort();
    const stop = new AbortController();
    const work = { purpose, startedAt: now, solved: this.#solve(view, memberId, stop.signal), stop };
    void this.#dropFailed(work);
    return (this.#work = work);
  }

  /** A failure ahead of time does not count when the visitor presses: they may have signed in by then. */
  async #dropFailed(work: Work): Promise<void> {
    if ('failure' in (await work.solved)) this.#drop(work);
  }

  #drop(work: Work): void {
    if (this.#work === work) this.#work = undefined;
  }

  async #solve(view: ChallengeView, memberId: string, signal: AbortSignal): Promise<Solved> {
    try {
      if (view.type === 'altcha') {
        const { solveAltcha } = await loadPart(() => import('./altcha.ts'));
        return await solveAltcha(this.#flow, this.#hooks, view, memberId, signal);
      }
      const { solveByService } = await loadPart(() => import('./service.ts'));
      return await solveByService(this.#flow, this.#hooks, view, memberId, signal);
    } catch {
      // The script could not be loaded.
      return { failure: failureOf({}) };
    }
  }
}
