import type { ActionFacts, SumsView } from '../api.ts';
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
export function actionsOf(days: readonly SumsView['days'][number][], { desk }: Model): ActionFacts[] {
  const configured = desk?.actions ?? [];
  const known = new Set(configured.map(({ name }) => name));
  const names = new Set(days.flatMap(({ sums }) => sums.map(({ action }) => action)));
  const former = [...names].filter((name) => !known.has(name)).toSorted();
  const nothingMore = { capacity: null, budget: null, hasCode: false };
  return [...configured, ...former.map((name) => ({ name, title: titleOfFormer(name), ...nothingMore }))];
}
