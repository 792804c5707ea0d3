/** The one in the middle. */
export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5);

/** The number below which that part of them lies. NaN where there are none. */
export function quantile(numbers: readonly number[], part: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * part)] ?? Number.NaN;
}

/** The one in the middle, and the smallest and the largest: `0.29 (0.27–0.31)`. */
export function spread(numbers: readonly number[], digits: number): string {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  return `${median(numbers).toFixed(digits)} (${least.toFixed(digits)}–${most.toFixed(digits)})`;
}
