import { type ClaimEvent, type ClaimRecord, type Grant, saidTooLate } from '../../ledger/index.ts';
import { isRecord } from '../../contract/guard.ts';
import { visible } from '../output/visible.ts';
import { isoTime } from '../../common/iso-time.ts';

/** Claims as a table: one line each, the columns as wide as what is in them. */
export function claimsTable(claims: readonly ClaimRecord[]): string {
  const head = ['CLAIM', 'MADE', 'ACTION', 'MEMBER', 'STATE', 'GRANTS'];
  const rows = claims.map((claim) => [
    claim.id,
    isoTime(claim.createdAt),
    claim.action,
    claim.memberId,
    claim.state,
    claim.grants.map(({ order, state }) => `${grantText(order)} ${state}`).join(', '),
  ]);
  return table(head, rows);
}

/** Rows below their heads, the columns as wide as what is in them. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const shown = rows.map((row) => row.map(visible));
  const widths = head.map((title, column) => Math.max(title.length, ...shown.map((row) => row[column]?.length ?? 0)));
  return [head, ...shown]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** One claim with its grants, what is known of their calls, and its history. */
export function claimText(claim: ClaimRecord, history: readonly ClaimEvent[]): string {
  const facts: [string, string][] = [
    ['claim', claim.id],
    ['state', claim.state],
    ['action', `${claim.action}, ${claim.period}`],
    ['member', claim.memberId],
    ['made', isoTime(claim.createdAt)],
    ['next', claim.nextClaimAt === null ? 'never' : isoTime(claim.nextClaimAt)],
    ['fields', claim.fields === null ? 'none' : JSON.stringify(claim.fields)],
  ];
  const grants = claim.grants.flatMap(({ order, state, attempts, evidence }) => [
    `  ${grantText(order)}: ${state}, sent ${attempts === 1 ? 'once' : `${attempts} times`}`,
    ...(evidence === null ? [] : [`    ${JSON.stringify(evidence)}`]),
  ]);
  const nameOf = (grant: number): string => {
    const order = claim.grants.find(({ index }) => index === grant)?.order;
    return order ? grantText(order) : `grant ${grant}`;
  };
  const events = history.map(
    ({ at, grant, from, to, cause }) => `  ${isoTime(at)}  ${nameOf(grant)}: ${from ?? 'nothing'} -> ${to}  (${cause})`,
  );
  const late = history.flatMap((event): [string, string][] => {
    const said = saidTooLate(event);
    return said === null ? [] : [['late', `${nameOf(event.grant)}: ${contradiction(said, event.to)}`]];
  });
  const proved = history.flatMap(({ evidence }): [string, string][] =>
    isRecord(evidence) && Array.isArray(evidence['proofs']) ? [['proved', JSON.stringify(evidence['proofs'])]] : [],
  );
  const lines = [...facts, ...proved, ...late].map(([name, value]) => `${`${name}:`.padEnd(9)}${value}`);
  return [...lines, 'grants:', ...grants, 'history:', ...events].map(visible).join('\n');
}

function contradiction(said: string, recorded: string): string {
  return said === 'granted'
    ? `the service said that it gave this, when it was ${recorded} already: the member may be paid twice`
    : `the service did not give this (${said}), though it is called ${recorded}: the member may be owed it`;
}

/** `1 claim`, `12 claims`. */
export function claimCount(count: number): string {
  return count === 1 ? '1 claim' : `${count} claims`;
}

function grantText(grant: Grant): string {
  return grant.kind === 'points' ? `${grant.points} points` : `role ${grant.roleName}`;
}
