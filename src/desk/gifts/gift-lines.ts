import type { Gift } from '../../proxy/index.ts';
import { changedBySpreadsheet, isShortened, roundedIds } from './spreadsheet.ts';
import { type LineIssues, readRows, withoutEmptyEnd } from './rows.ts';

/** A gift, and the line of the file that it stands in, from 1 up. */
export interface GiftLine {
  line: number;
  gift: Gift;
}

export interface GiftFile {
  lines: readonly GiftLine[];
  badLines: LineIssues[];
}

const COLUMNS = ['memberId', 'points', 'role', 'remark', 'key'] as const;
type Column = (typeof COLUMNS)[number];

const NAMES = new Map<string, Column>(COLUMNS.map((name) => [name.toLowerCase(), name]));
const HEAD = 'the first line must name the columns: memberId, points or role or both, key, and remark if you like';
/** Of a name that is not known, in characters. */
const MAX_QUOTED = 40;
/** What looks like nothing, or like a blank. */
const UNSEEN = /(?! )[\p{C}\p{Z}]/gu;

/**
 * Reads a CSV of gifts (RFC 4180; commas, semicolons or tabs), and all that is wrong with it: no line of it should be given before there is
 * nothing. `same` is what all lines have in common; `check` says what is wrong with a gift.
 */
export function readGiftLines(
  text: string,
  same: Pick<Gift, 'by' | 'why' | 'service'>,
  check: (gift: Gift) => readonly string[],
): GiftFile {
  const read = readRows(text);
  if ('issues' in read) return { lines: [], badLines: [read] };
  const [head, ...rest] = read.rows;
  const names = withoutEmptyEnd(head?.cells ?? []);
  const headIssues = issuesOfHead(names);
  if (headIssues.length > 0)
    return { lines: [], badLines: [{ line: head?.line ?? 1, issues: [`${HEAD}; ${headIssues.join('; ')}`] }] };
  const columns = names.map(columnNamed);
  const lines: GiftLine[] = [];
  const badLines: LineIssues[] = [];
  const keys = new Map<string, number>();
  const cellIn = (cells: readonly string[], column: Column) => cells[columns.indexOf(column)] ?? '';
  const isRounded = roundedIds(rest.map(({ cells }) => cellIn(cells, 'memberId')));
  for (const { line, cells } of rest) {
    const cellOf = (column: Column): string => cellIn(cells, column);
    const gift = { ...giftOf(cellOf), ...same };
    const issues = [...issuesOf(cells, columns), ...check(gift).map((issue) => explained(issue, cellOf))];
    issues.push(...changedBySpreadsheet(cellOf, isRounded));
    const first = keys.get(gift.key);
    if (gift.key !== '' && first !== undefined) issues.push(`key is that of line ${first}, too`);
    else keys.set(gift.key, line);
    if (issues.length > 0) badLines.push({ line, issues });
    else lines.push({ line, gift });
  }
  if (rest.length === 0) badLines.push({ line: 1, issues: ['there is no line below the first'] });
  return { lines, badLines };
}

function columnNamed(cell: string): Column | undefined {
  return NAMES.get(cell.toLowerCase().replaceAll(/[\s_-]/g, ''));
}

/** What is wrong with the names of the columns: one is missing, not known, or there twice. */
function issuesOfHead(cells: readonly string[]): string[] {
  const columns = cells.map(columnNamed);
  // What stands there without names is a member's data, which no message needs.
  if (columns.every((column) => column === undefined)) return ['it names none'];
  const missing = [
    ...(['memberId', 'key'] as const).filter((name) => !columns.includes(name)),
    ...(columns.includes('points') || columns.includes('role') ? [] : ['points or role']),
  ];
  const unknown = cells.filter((_, place) => columns[place] === undefined);
  const twice = COLUMNS.filter((name) => columns.indexOf(name) !== columns.lastIndexOf(name));
  return [
    ...(missing.length > 0 ? [`it lacks ${missing.join(' and ')}`] : []),
    ...(unknown.length > 0 ? [`it has a column that is not known: ${unknown.map(quoted).join(', ')}`] : []),
    ...(twice.length > 0 ? [`it has ${twice.join(' and ')} twice`] : []),
  ];
}

/** The text as it is, with what looks like nothing as `\\u200b`. */
function quoted(cell: string): string {
  const text = cell.length > MAX_QUOTED ? `${cell.slice(0, MAX_QUOTED)}…` : cell;
  return JSON.stringify(text).replaceAll(UNSEEN, (found) =>
    Array.from({ length: found.length }, (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`).join(
      '',
    ),
  );
}

type CellOf = (column: Column) => string;

function giftOf(cellOf: CellOf): Pick<Gift, 'memberId' | 'key'> & Partial<Gift> {
  const [points, role, remark] = [cellOf('points'), cellOf('role'), cellOf('remark')];
  return {
    memberId: cellOf('memberId'),
    key: cellOf('key'),
    ...(points !== '' && { points: /^\d+$/.test(points) ? Number(points) : Number.NaN }),
    ...(role !== '' && { role }),
    ...(remark !== '' && { remark }),
  };
}

function issuesOf(cells: readonly string[], columns: readonly (Column | undefined)[]): string[] {
  const { length } = withoutEmptyEnd(cells);
  if (length <= columns.length) return [];
  return [`there are ${length} cells, and ${columns.length} columns: put what has a separator in it in quotes`];
}

/** With what stands in the file, which may not be what it looks like. */
function explained(issue: string, cellOf: CellOf): string {
  const column = (['memberId', 'points', 'key'] as const).find((name) => issue.startsWith(`${name} must be`));
  if (column === undefined) return issue;
  const cell = cellOf(column);
  if (column !== 'points' && isShortened(cell)) return issue;
  return cell === '' ? `${issue}: the cell is empty` : `${issue}: the cell has ${quoted(cell)}`;
}
