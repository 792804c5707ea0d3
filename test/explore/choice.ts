/** Something that can happen next. */
export interface Choice {
  name: string;
  /** What it depends on or changes: two that have none of it in common come to the same in either order. */
  touches: readonly string[];
}

/** What everything depends on. */
export const EVERYTHING = '*';

/** Whether it may matter which of the two happens first. */
export function conflict(one: Choice, other: Choice): boolean {
  return (
    [one, other].some(({ touches }) => touches.includes(EVERYTHING)) ||
    one.touches.some((each) => other.touches.includes(each))
  );
}
