import type { Period } from './period.ts';

/** Which slot of a member is looked at. */
export interface SlotQuery {
  action: string;
  /** What claims of the member stand under: see `namesOf`. */
  names: readonly string[];
  period: Period;
  /** Whether claims of the action were made under other rules than that of the period. */
  changed: boolean;
  /** Least milliseconds between two claims of the action by the member. */
  minimumGapMs?: number;
  /** Epoch milliseconds. */
  now: number;
}
