import { first, number, type Operation } from '../operation.ts';
import type { Exclusion } from '../port.ts';
import { marks } from '../members/pseudonym.ts';

/** Claims of an action that stand under these names of a member. Each holds its slot, which the index by member asks for. */
export function* claimsHeld(names: readonly string[], action: string): Operation<{ granted: number; open: number }> {
  const row = yield* first(
    `SELECT COUNT(*) AS held, COUNT(CASE WHEN state = 'granted' THEN 1 END) AS granted
     FROM claims WHERE member_id IN (${marks(names)}) AND action = ? AND holds = 1`,
    ...names,
    action,
  );
  const [held, granted] = row ? [number(row, 'held'), number(row, 'granted')] : [0, 0];
  return { granted, open: held - granted };
}

/** The action of the first of them that is in the way; null where none is. */
export function* findExclusion(excludes: readonly Exclusion[], names: readonly string[]): Operation<string | null> {
  for (const { action, claims } of excludes) {
    const { granted, open } = yield* claimsHeld(names, action);
    if (granted + open >= claims) return action;
  }
  return null;
}
