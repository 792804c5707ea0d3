import type { OpenLine, RunReport } from '../../desk/gifts/run.ts';
import type { Gift } from '../../proxy/index.ts';

const NUMBER = new Intl.NumberFormat('en');

/** What a gift is, in words. */
export function giftText({ points, role }: Pick<Gift, 'points' | 'role'>): string {
  return points === undefined ? `the role ${role}` : pointsText(points);
}

/** So many, and what. */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${NUMBER.format(count)} ${count === 1 ? one : many}`;
}

function pointsText(points: number): string {
  return countText(points, 'point');
}

/** How much is given, such as `5,000 points and 3 roles`. */
export function amountText({ points, roles }: { points: number; roles: number }): string {
  const parts = [
    ...(points > 0 || roles === 0 ? [pointsText(points)] : []),
    ...(roles > 0 ? [countText(roles, 'role')] : []),
  ];
  return parts.join(' and ');
}

/** What came of a run: how many lines of each kind, and the lines that need attention. */
export function reportText(report: RunReport): string {
  const { granted, alreadyGiven, refused, unknown, pending, left } = report;
  const amount = granted === 0 ? '' : ` (${amountText(report)})`;
  const rows: [string, string][] = [
    ['granted', NUMBER.format(granted) + amount],
    ['already given', NUMBER.format(alreadyGiven)],
    ['refused', NUMBER.format(refused.length)],
    ['unknown', NUMBER.format(unknown.length)],
    ['under way', NUMBER.format(pending.length)],
    ['not come to', NUMBER.format(left)],
  ];
  const lines = rows.map(([name, count]) => `${name.padEnd(14)} ${count}`);
  return [
    ...lines,
    ...openLines(
      'Refused: these lines gave nothing. What is mended needs a new key, unless a line says otherwise',
      refused,
    ),
    ...openLines('Unknown: look in the community, and decide with rewards claims resolve', unknown),
    ...openLines('Under way, or cut off while it was: give the file again in a minute', pending),
  ].join('\n');
}

function openLines(title: string, lines: readonly OpenLine[]): string[] {
  if (lines.length === 0) return [];
  const sorted = lines.toSorted((one, other) => one.line - other.line);
  return ['', `${title}:`, ...sorted.map(openLine)];
}

function openLine({ line, memberId, key, reason }: OpenLine): string {
  return `  line ${line}, member ${memberId}, key ${key}: ${reason}`;
}
