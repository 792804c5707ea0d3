import { csvRow } from '../../desk/claims/csv.ts';
import type { ClaimRecord } from '../../ledger/index.ts';
import type { LapsedClaim } from './lapsed-claims.ts';
import { table } from './text.ts';
import { isoTime } from '../../common/iso-time.ts';

/** As a table. */
export function lapsedTable(found: readonly LapsedClaim[]): string {
  const rows = found.map(({ claim, address, unknown }) => [
    claim.id,
    claim.action,
    claim.memberId,
    address,
    rolesOf(claim)
      .map(({ roleName }) => roleName)
      .join(', '),
    unknown === null ? 'no' : `unknown: ${unknown}`,
  ]);
  return table(['CLAIM', 'ACTION', 'MEMBER', 'ADDRESS', 'ROLE', 'HOLDS'], rows);
}

/** As CSV. */
export async function* lapsedCsv(found: AsyncIterable<LapsedClaim>): AsyncGenerator<string> {
  yield csvRow([
    'claim',
    'made',
    'action',
    'member',
    'chain',
    'address',
    'role_id',
    'role_name',
    'holds',
    'why_unknown',
  ]);
  for await (const { claim, address, chainId, unknown } of found) {
    const { id, createdAt, action, memberId } = claim;
    const [role] = rolesOf(claim);
    const cells = [id, isoTime(createdAt), action, memberId, `eip155:${chainId}`, address];
    yield csvRow([
      ...cells,
      role?.roleId ?? null,
      role?.roleName ?? null,
      unknown === null ? 'no' : 'unknown',
      unknown,
    ]);
  }
}

/** As JSON, one object a line: the claim, and what is known of its holding. */
export async function* lapsedJson(found: AsyncIterable<LapsedClaim>): AsyncGenerator<string> {
  for await (const { claim, address, chainId, unknown } of found) {
    const holds = unknown === null ? 'no' : 'unknown';
    const holding = { chain: `eip155:${chainId}`, address, holds, ...(unknown !== null && { whyUnknown: unknown }) };
    yield `${JSON.stringify({ ...claim, holding })}\n`;
  }
}

/** The role that the claim gave, as the service named it. */
function rolesOf({ grants }: ClaimRecord): { roleId: string; roleName: string }[] {
  return grants.flatMap(({ echo, order }) => {
    const given = echo ?? order;
    return given.kind === 'role' ? [given] : [];
  });
}
