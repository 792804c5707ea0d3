import { type ClaimEvent, type ClaimRecord, type Order } from '../../ledger/index.ts';

/** Claims as a table: one line each, the columns as wide as what is in them. */
export function claimsTable(claims: readonly ClaimRecord[]): string {
  const head = ['CLAIM', 'MADE', 'ACTION', 'MEMBER', 'STATE', 'GRANTS'];
  const rows = claims.map((claim) => [
    claim.id,
    time(claim.createdAt),
    claim.action,
    claim.memberId,
    claim.state,
    claim.grants.map(({ order, state }) => `${orderText(order)} ${state}`).join(', '),
  ]);
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  return [head, ...rows]
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
    ['made', time(claim.createdAt)],
    ['next', claim.nextClaimAt === null ? 'never' : time(claim.nextClaimAt)],
    ['fields', claim.fields === null ? 'none' : JSON.stringify(claim.fields)],
  ];
  const grants = claim.grants.flatMap(({ order, state, attempts, evidence }) => [
    `  ${orderText(order)}: ${state}, sent ${attempts === 1 ? 'once' : `${attempts} times`}`,
    ...(evidence === null ? [] : [`    ${JSON.stringify(evidence)}`]),
  ]);
  const events = history.map(({ at, grant, from, to, cause }) => {
    const order = claim.grants[grant]?.order;
    return `  ${time(at)}  ${order ? orderText(order) : grant}: ${from ?? 'nothing'} -> ${to}  (${cause})`;
  });
  const lines = facts.map(([name, value]) => `${`${name}:`.padEnd(9)}${value}`);
  return [...lines, 'grants:', ...grants, 'history:', ...events].join('\n');
}

function orderText(order: Order): string {
  return order.kind === 'points' ? `${order.points} points` : `role ${order.roleName}`;
}

function time(at: number): string {
  return new Date(at).toISOString();
}
