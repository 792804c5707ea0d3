export const number = new Intl.NumberFormat('en');

/** `1 point`, `1,250 points`. */
export function pointsText(points: number): string {
  return `${number.format(points)} ${unitOf(points)}`;
}

export function unitOf(points: number): string {
  return Math.abs(points) === 1 ? 'point' : 'points';
}
