import { CsvError, parse } from 'csv-parse/sync';
import type { Gift } from '../../proxy/index.ts';

/** A gift, and the line of the file that it stands in, from 1 up. */
export interface GiftLine {
  line: number;
  gift: Gift;
}

/** What is wrong with a line, or with the file as a whole, where it is line 1. */
export interface LineIssues {
  line: number;
  issues: readonly string[];
}

export interface GiftFile {
  lines: readonly GiftLine[];
  badLines: LineIssues[];
}

const COLUMNS = ['memberId', 'points', 'role', 'remark', 'key'] as const;
type Column = (typeof COLUMNS)[number];

const NAMES = new Map<string, Column>(COLUMNS.map((name) => [name.toLowerCase(), name]));
/** In the order in which a first line is tried: what spreadsheets write in one country or another. */
const DELIMITERS = [',', ';', '\t'] as const;
const HEAD = 'the first line must name the columns: memberId, points or role or both, key, and remark if you like';
/** Of a name that is not known, in characters. */
const MAX_QUOTED = 40;
/** What a spreadsheet makes of an id that it takes for a number. */
const SHORTENED = /^\d(?:[.,]\d+)?E\+?\d+$/i;

interface Cells {
  line: number;
  cells: readonly string[];
}

/**
 * Reads a CSV of gifts (RFC 4180; commas, semicolons or tabs), and all that is wrong with it: no line of it should be given before there is
 * nothing. `same` is what all lines have in common; `check` says what is wrong with a gift.
 */
export function readGiftLines(
  text: string,
  same: Pick<Gift, 'by' | 'why' | 'service'>,
  check: (gift: Gift) => readonly string[],
): GiftFile {
  const read = readCells(text);
  if ('line' in read) return { lines: [], badLines: [read] };
  const [head, ...rest] = read.rows;
  const names = head?.cells ?? [];
  const headIssues = issuesOfHead(names);
  if (headIssues.length > 0)
    return { lines: [], badLines: [{ line: 1, issues: [`${HEAD}; ${headIssues.join('; ')}`] }] };
  const columns = names.map(columnNamed).filter((column) => column !== undefined);
  const lines: GiftLine[] = [];
  const badLines: LineIssues[] = [];
  const keys = new Map<string, number>();
  for (const { line, cells } of rest) {
    const gift = { ...giftOf(cells, columns), ...same };
    const issues = [...issuesOf(cells, columns), ...check(gift).map((issue) => explained(issue, gift))];
    const first = keys.get(gift.key);
    if (gift.key !== '' && first !== undefined) issues.push(`key is that of line ${first}, too`);
    else keys.set(gift.key, line);
    if (issues.length > 0) badLines.push({ line, issues });
    else lines.push({ line, gift });
  }
  if (rest.length === 0) badLines.push({ line: 1, issues: ['there is no line below the first'] });
  return { lines, badLines };
}

function readCells(text: string): { rows: Cells[] } | LineIssues {
  const [first = ''] = text.split(/\r?\n/, 1);
  const delimiter = DELIMITERS.find((candidate) => first.includes(candidate)) ?? ',';
  const rows: Cells[] = [];
  try {
    parse(text, {
      bom: true,
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      on_record: (cells: string[], { lines }) => {
        if (cells.some((cell) => cell !== '')) rows.push({ line: lines, cells });
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const at: unknown = error['lines'];
    return { line: typeof at === 'number' ? at : 1, issues: [`it is no CSV from here on: ${error.message}`] };
  }
  return { rows };
}

function columnNamed(cell: string): Column | undefined {
  return NAMES.get(cell.toLowerCase().replaceAll(/[ _-]/g, ''));
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

function quoted(cell: string): string {
  return JSON.stringify(cell.length > MAX_QUOTED ? `${cell.slice(0, MAX_QUOTED)}…` : cell);
}

function giftOf(cells: readonly string[], columns: readonly Column[]): Pick<Gift, 'memberId' | 'key'> & Partial<Gift> {
  const cellOf = (column: Column) => cells[columns.indexOf(column)] ?? '';
  const [points, role, remark] = [cellOf('points'), cellOf('role'), cellOf('remark')];
  return {
    memberId: cellOf('memberId'),
    key: cellOf('key'),
    ...(points !== '' && { points: /^\d+$/.test(points) ? Number(points) : Number.NaN }),
    ...(role !== '' && { role }),
    ...(remark !== '' && { remark }),
  };
}

function issuesOf(cells: readonly string[], columns: readonly Column[]): string[] {
  if (cells.length <= columns.length) return [];
  return [`there are ${cells.length} cells, and ${columns.length} columns: put what has a separator in it in quotes`];
}

function explained(issue: string, { memberId }: Gift): string {
  const isShortened = issue.startsWith('memberId') && SHORTENED.test(memberId);
  return isShortened ? `${issue}: a spreadsheet has shortened ${memberId}, so have it keep the column as text` : issue;
}
