import type { ChallengeView } from '../../../contract/challenge.ts';
import { readChallengeView } from '../../../contract/read-challenge.ts';
import type { ClaimFlow } from '../claim-flow.ts';
import { loadPart } from '../load-part.ts';
import { failureOf } from '../failure.ts';
import { type ChallengeHooks, type Solved, UNSOLVED } from './solver.ts';

/** How long a solution is worth keeping: a minute less than it is good, or than the shortest-lived token is. */
const FRESH_MS: Record<ChallengeView['type'], number> = { altcha: 240_000, turnstile: 240_000, hcaptcha: 60_000 };

interface Work {
  /** What it is for. */
  purpose: string;
  /** As `performance.now()`. */
  startedAt: number;
  solved: Promise<Solved>;
  stop: AbortController;
}

/**
 * Has the challenge of a widget's action solved, where it has one: ahead of time if possible, and each solution for one claim. Keeps the ticket
 * that says since when the page has been open, where the action asks for that: those that come later say that it was opened later.
 */
export class Prover {
  readonly #flow: ClaimFlow;
  readonly #hooks: ChallengeHooks;
  #work: Work | undefined;
  /** The first ticket that came for the action and was not dropped, the last that came, and the action. */
  #ticket: unknown;
  #lastTicket: unknown;
  #action = '';

  constructor(flow: ClaimFlow, hooks: ChallengeHooks) {
    this.#flow = flow;
    this.#hooks = hooks;
  }

  /** Takes note of what a load has brought for the action. */
  keepTicket(action: string, ticket: unknown): void {
    if (action !== this.#action) this.#ticket = undefined;
    this.#action = action;
    if (ticket === this.#lastTicket) return;
    this.#lastTicket = ticket;
    this.#ticket ??= ticket;
  }

  /** It was used, or does not count. */
  dropTicket(): void {
    this.#ticket = undefined;
  }

  /** Begins ahead of time, unless that would put a puzzle before a visitor who has asked for nothing yet, or has to sign in first. */
  prepare(memberId: string): void {
    const view = this.#view;
    const { identity, member } = this.#flow.view ?? {};
    const isKnown = identity !== 'platform' || member;
    if (view && isKnown && view.type !== 'hcaptcha') this.#begin(view, memberId);
  }

  /** What shows that no bot makes the claim, and since when the page has been open. */
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

  /** What the action asks for, unless it is something that only a newer version knows. */
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

  /** What failed ahead of time says nothing of how it goes when the visitor presses: they may have signed in by then. */
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
