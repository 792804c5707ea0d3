import { memberPoints } from './caps.ts';
import { CLAIM_ID_LENGTH, claimTime, timePrefix } from './claim-id.ts';
import { claimsHeld } from './exclusions.ts';
import { isOfMember } from '../members/of-member.ts';
import { all, first, number, type Operation, type Row, text, type Value, word } from '../operation.ts';
import {
  CLAIM_STATES,
  type ClaimEvent,
  type ClaimFilter,
  type ClaimRecord,
  type ClaimSum,
  GRANT_STATES,
  type Ledger,
  type Standing,
} from '../port.ts';
import { namesOf, namesWith, PSEUDONYM, SALT } from '../members/pseudonym.ts';
import { claimsIn } from './records.ts';
import { RULES, rulesOf } from '../periods/rules.ts';
import { findSlot } from '../periods/slot.ts';

/** See `Ledger.standing`. */
export function* standing(query: Parameters<Ledger['standing']>[0]): Operation<Standing> {
  const row = yield* first(`SELECT ${SALT} AS salt, ${RULES}`, ...rulesOf(query));
  const names = namesWith(query.memberId, row?.['salt']);
  const slot = yield* findSlot({ ...query, names, changed: Number(row?.['others']) > 0 });
  const { holder } = slot;
  return {
    claim: holder,
    nextClaimAt: holder ? holder.nextClaimAt : slot.opensAt,
    streak: holder ? holder.streak : slot.streak === null ? null : slot.streak - 1,
    streakIfClaimed: holder ? holder.streak : slot.streakOnceOpen,
  };
}

/** See `Ledger.pointsHeld`. */
export function* pointsHeld(by: { action?: string } | { memberId: string; since: number }): Operation<number> {
  if ('memberId' in by) return yield* memberPoints(yield* namesOf(by.memberId), by);
  const row =
    by.action === undefined
      ? yield* first('SELECT COALESCE(SUM(points), 0) AS points FROM tallies')
      : yield* first('SELECT points FROM tallies WHERE action = ?', by.action);
  return row ? number(row, 'points') : 0;
}

/** See `Ledger.grantedTo`. */
export function* grantedTo({
  action,
  memberId,
}: {
  action: string;
  memberId: string;
}): Operation<{ granted: number; open: number }> {
  return yield* claimsHeld(yield* namesOf(memberId), action);
}

/** See `Ledger.unknown`. */
export function* unknown(): Operation<{ count: number; oldestAt: number | null }> {
  const row = yield* first(
    "SELECT COUNT(DISTINCT claim_id) AS count, MIN(claim_id) AS oldest FROM grants WHERE state = 'unknown'",
  );
  const oldest = row?.['oldest'];
  return {
    count: row ? number(row, 'count') : 0,
    oldestAt: typeof oldest === 'string' ? claimTime(oldest) : null,
  };
}

const RETRY_BATCH = 20;

/** See `Ledger.retryable`. A claim that was brought back from a log has a pseudonym, which the service does not know. */
export function* retryable(maxAttempts: number, service?: string): Operation<ClaimRecord[]> {
  return yield* claimsIn(
    `SELECT * FROM claims WHERE id IN (SELECT claim_id FROM grants WHERE state = 'unknown' AND kind = 'role' AND attempts < ?)
     AND member_id NOT LIKE '${PSEUDONYM}%'${service === undefined ? '' : ' AND service = ?'} ORDER BY id LIMIT ${RETRY_BATCH}`,
    maxAttempts,
    ...(service === undefined ? [] : [service]),
  );
}

/** Of claims that were not set aside: by the time of those nothing was claimed. */
export const COUNTS = 'NOT EXISTS (SELECT 1 FROM set_aside WHERE claims.id >= first_id AND claims.id <= last_id)';

/** See `Ledger.list`. */
export function* list(filter: ClaimFilter): Operation<ClaimRecord[]> {
  const { idPrefix } = filter;
  const names = filter.memberId === undefined ? undefined : [filter.memberId].flat();
  const wanted: [string, Value | readonly Value[] | undefined][] = [
    ['claims.id >= ?', idPrefix],
    ['claims.id <= ?', idPrefix?.padEnd(CLAIM_ID_LENGTH, 'z')],
    ['claims.action = ?', filter.action],
    [isOfMember(names ?? []), names],
    ['claims.id >= ?', filter.since === undefined ? undefined : timePrefix(filter.since)],
    ['claims.id < ?', filter.until === undefined ? undefined : timePrefix(filter.until)],
    [filter.newestFirst ? 'claims.id < ?' : 'claims.id > ?', filter.after],
    [stateCondition(filter.state), filter.state],
  ];
  const used = wanted.filter((entry): entry is [string, Value | readonly Value[]] => entry[1] !== undefined);
  const where = [...used.map(([condition]) => condition), filter.counting ? COUNTS : '1 = 1'].join(' AND ');
  const found = yield* claimsIn(
    `SELECT * FROM claims WHERE ${where} ORDER BY claims.id ${filter.newestFirst ? 'DESC' : 'ASC'} LIMIT ?`,
    ...used.flatMap(([, value]) => value),
    filter.limit ?? 100,
  );
  return filter.newestFirst ? found.toReversed() : found;
}

const WITH_UNKNOWN = "SELECT claim_id FROM grants WHERE state = 'unknown'";
const IN_FLIGHT = "SELECT claim_id FROM grants WHERE (state = 'reserved' OR state = 'sent')";

/** Of what is not settled there is little, and an index for it, which a query must spell as the index does. */
function stateCondition(state: ClaimFilter['state']): string {
  if (state === 'pending') return `claims.id IN (${WITH_UNKNOWN} UNION ${IN_FLIGHT}) AND claims.state = ?`;
  if (state === 'unknown') return `claims.id IN (${WITH_UNKNOWN} AND state = ?)`;
  if (state === 'reserved' || state === 'sent') return `claims.id IN (${IN_FLIGHT} AND state = ?)`;
  return CLAIM_STATES.some((claimState) => claimState === state)
    ? 'claims.state = ?'
    : 'EXISTS (SELECT 1 FROM grants WHERE grants.claim_id = claims.id AND grants.state = ?)';
}

/** What a claim gave, by its grants. Its own row says that of what is granted as a whole, unless `adopt` or an older version wrote it. */
const POINTS_OF_GRANTS =
  "SELECT CAST(SUM(grants.points) AS BIGINT) FROM grants WHERE grants.claim_id = claims.id AND grants.state = 'granted'";

/** See `Ledger.sums`. The grants of all claims would cost PostgreSQL eight times as much processor time. */
export function* sums({ since, until }: { since: number; until: number }): Operation<ClaimSum[]> {
  const rows = yield* all(
    `SELECT action, state, COUNT(*) AS claims, SUM(COALESCE(points, (${POINTS_OF_GRANTS}), 0)) AS points
     FROM claims WHERE id >= ? AND id < ? GROUP BY action, state ORDER BY action, state`,
    timePrefix(since),
    timePrefix(until),
  );
  return rows.map((row) => ({
    action: text(row, 'action'),
    state: word(row, 'state', CLAIM_STATES),
    claims: number(row, 'claims'),
    points: number(row, 'points'),
  }));
}

/** See `Ledger.history`. */
export function* history(claimId: string): Operation<ClaimEvent[]> {
  const rows = yield* all('SELECT * FROM events WHERE claim_id = ? ORDER BY seq', claimId);
  return rows.map(claimEvent);
}

function claimEvent(row: Row): ClaimEvent {
  const evidence = row['evidence'];
  return {
    at: number(row, 'at'),
    grant: number(row, 'idx'),
    from: row['from_state'] === null ? null : word(row, 'from_state', GRANT_STATES),
    to: word(row, 'to_state', GRANT_STATES),
    cause: text(row, 'cause'),
    evidence: typeof evidence === 'string' ? JSON.parse(evidence) : null,
  };
}
