import type { ActionFacts, SumsView } from '../api-types.ts';
import type { ClaimState, ClaimSum } from '../../ledger/index.ts';
import { titleOfFormer } from './former-title.ts';
import type { Model } from './model.ts';

/** How many claims came to that, of one action or of all; or how many points. */
export function total(
  sums: readonly ClaimSum[],
  { state, action, what = 'claims' }: { state?: ClaimState; action?: string; what?: 'claims' | 'points' },
): number {
  return sums
    .filter((sum) => (state === undefined || sum.state === state) && (action === undefined || sum.action === action))
    .reduce((all, sum) => all + sum[what], 0);
}

/** The actions of the config, and those of the claims that it has no more. */
export function actionsOf(days: readonly SumsView['days'][number][], { desk }: Pick<Model, 'desk'>): ActionFacts[] {
  const configured = desk?.actions ?? [];
  const known = new Set(configured.map(({ name }) => name));
  const names = new Set(days.flatMap(({ sums }) => sums.map(({ action }) => action)));
  const former = [...names].filter((name) => !known.has(name)).toSorted();
  const nothingMore = { capacity: null, budget: null, hasCode: false };
  return [...configured, ...former.map((name) => ({ name, title: titleOfFormer(name), ...nothingMore }))];
}

/** How many colours there are for actions. */
const COLOURS = 6;

/**
 * The colour of each action, by its name: the same in every span of days as far as can be, and never that of another which was granted in
 * these days, unless there are more of them than colours.
 */
export function coloursOf(days: readonly SumsView['days'][number][], model: Pick<Model, 'desk'>): Map<string, number> {
  const all = days.flatMap(({ sums }) => sums);
  const colours = new Map<string, number>();
  const taken = new Set<number>();
  for (const [index, { name }] of actionsOf(days, model).entries()) {
    const usual = index % COLOURS;
    if (total(all, { action: name, state: 'granted' }) + total(all, { action: name, what: 'points' }) === 0) {
      colours.set(name, usual);
      continue;
    }
    const ways = Array.from({ length: COLOURS }, (_, step) => (usual + step) % COLOURS);
    const colour = ways.find((one) => !taken.has(one)) ?? usual;
    colours.set(name, colour);
    taken.add(colour);
  }
  return colours;
}
