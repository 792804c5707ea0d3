import type { WaitingView } from '../api-types.ts';
import type { DeskClient } from './desk-client.ts';
import { type Group, groupsOf } from './groups.ts';
import type { ModelHost } from './model-host.ts';
import { count, fill, TEXTS } from './texts.ts';

export type Decision = 'granted' | 'released';
/** What became of each claim, by its id. */
export type Decisions = ReadonlyMap<string, Decision>;

/** The claims whose outcome nobody knows, and what is decided of them. */
export class WaitingModel {
  readonly #api: DeskClient;
  readonly #host: ModelHost;
  /** The same as `shown`, looked up later: a list that is being read does not move. */
  #newer: WaitingView | null = null;

  shown: WaitingView | null = null;
  /** What was answered so far, and is not recorded yet. */
  readonly answers = new Map<string, Decision>();

  constructor(api: DeskClient, host: ModelHost) {
    this.#api = api;
    this.#host = host;
  }

  /** How many waited when that was looked up last. */
  get count(): number {
    return (this.#newer ?? this.shown)?.count ?? 0;
  }

  /** Whether others wait now than are shown. */
  get hasNewer(): boolean {
    const ids = (view: WaitingView | null) => view?.claims.map(({ id }) => id).join();
    return this.#newer !== null && ids(this.#newer) !== ids(this.shown);
  }

  get groups(): Group[] {
    return groupsOf(this.shown?.claims ?? []);
  }

  async refresh(): Promise<void> {
    this.show(await this.#api.waiting());
  }

  show(view: WaitingView | null): void {
    this.shown = view;
    this.#newer = null;
  }

  /** Keeps for later what is newer than the list that is being read. */
  hold(view: WaitingView): void {
    this.#newer = view;
  }

  showNewer(): void {
    this.show(this.#newer ?? this.shown);
    this.#host.draw();
  }

  /** Says what became of the claims; null leaves that open. */
  answer(ids: readonly string[], answer: Decision | null): void {
    for (const id of ids) {
      if (answer === null) this.answers.delete(id);
      else this.answers.set(id, answer);
    }
    this.#host.draw();
  }

  /** Records the decisions. `by` is left out where the desk knows who decides. Resolves with what was done, in words. */
  async decide(decisions: Decisions, { by, why }: { by: string | undefined; why: string }): Promise<string> {
    let [decided, settled] = [0, 0];
    for (const state of ['granted', 'released'] as const) {
      const ids = Array.from(decisions.keys()).filter((id) => decisions.get(id) === state);
      if (ids.length === 0) continue;
      // oxlint-disable-next-line no-await-in-loop -- the first must not be lost with the second
      const { results } = await this.#api.decide({ ids, state, why, ...(by !== undefined && { by }) });
      decided += results.filter(({ outcome }) => outcome === 'decided').length;
      settled += results.filter(({ outcome }) => outcome === 'settled').length;
      for (const { id } of results) this.answers.delete(id);
    }
    const done = fill(TEXTS.decision.done, { decisions: count(decided, TEXTS.units.decision) });
    const said = decided === 0 ? TEXTS.decision.nothing : done;
    return settled === 0 ? said : `${said} ${count(settled, TEXTS.decision.settled)}`;
  }
}
