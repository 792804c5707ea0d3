import type { ClaimLine } from '../api-types.ts';

/** Claims that were lost so close together that they may have one cause; or one alone. */
export interface Group {
  claims: ClaimLine[];
  from: number;
  until: number;
}

/** Between two lost answers of one outage there is less. */
const GAP_MS = 15 * 60_000;

/** Claims, which come oldest first, in groups. */
export function groupsOf(claims: readonly ClaimLine[]): Group[] {
  const groups: Group[] = [];
  for (const claim of claims) {
    const last = groups.at(-1);
    if (last && claim.createdAt - last.until < GAP_MS) {
      last.claims.push(claim);
      last.until = claim.createdAt;
    } else groups.push({ claims: [claim], from: claim.createdAt, until: claim.createdAt });
  }
  return groups;
}
