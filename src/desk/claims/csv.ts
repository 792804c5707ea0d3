import type { ClaimRecord, GrantRecord } from '../../ledger/index.ts';
import { isoTime } from '../../common/iso-time.ts';

export type Cell = string | number | boolean | null;

const FORMULA = /(^|[;\t\r\n])(?=[^\S\t\r\n]*[=+\-@＝＋－＠])|^(?=[\t\r])/g;

const COLUMNS = [
  'claim',
  'made',
  'action',
  'period',
  'member',
  'state',
  'points',
  'points_state',
  'role_id',
  'role_name',
  'role_state',
  'streak',
  'next',
  'service',
];

/** The first line of an export (RFC 4180), with a column for each field that visitors filled in. */
export function csvHead(fields: readonly string[]): string {
  return csvRow([...COLUMNS, ...fields.map((name) => `field.${name}`)]);
}

/** One claim as a line. Times are ISO 8601 in UTC. */
export function csvLine(claim: ClaimRecord, fields: readonly string[]): string {
  const { id, createdAt, action, period, memberId, state, grants, streak, nextClaimAt, service } = claim;
  const points = grants.find(({ order }) => order.kind === 'points');
  const role = grants.find(({ order }) => order.kind === 'role');
  return csvRow([
    id,
    isoTime(createdAt),
    action,
    period,
    memberId,
    state,
    ...pointsCells(points),
    ...roleCells(role),
    streak,
    nextClaimAt === null ? null : isoTime(nextClaimAt),
    service,
    ...fields.map((name) => claim.fields?.[name] ?? null),
  ]);
}

function pointsCells(grant: GrantRecord | undefined): Cell[] {
  const given = grant?.echo ?? grant?.order;
  return given?.kind === 'points' ? [given.points, grant?.state ?? null] : [null, null];
}

function roleCells(grant: GrantRecord | undefined): Cell[] {
  const given = grant?.echo ?? grant?.order;
  return given?.kind === 'role' ? [given.roleId, given.roleName, grant?.state ?? null] : [null, null, null];
}

/** Cells as a line of CSV. */
export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

/**
 * Text that a spreadsheet would run as a formula is made text by an apostrophe before it (OWASP, CSV injection), also where one that
 * takes semicolons or tabs for separators would begin a cell, or a row, in the middle of it.
 */
function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = cell.replace(FORMULA, "$1'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
