import { charge } from './caps.ts';
import { catchUp, grantsBehind } from './catch-up.ts';
import { jsonOrNull, pointsOf, record } from './journal.ts';
import type { Adopted, BroughtBack, Decision, LostClaim, Strays } from '../keeping/keeping.ts';
import { holds } from './machine.ts';
import { bringBackUses } from './nonces.ts';
import { bringBackLinks, lockLinks } from '../members/links.ts';
import { all, lock, type Operation } from '../operation.ts';
import { type ClaimRecord, LedgerError } from '../port.ts';
import { isPseudonym, keyOfPseudonyms, pseudonym, pseudonymWith, saltOfPseudonyms } from '../members/pseudonym.ts';
import { bringBackRules } from '../periods/rules.ts';
import { freePeriod, moveTo } from '../periods/slot.ts';
import { claimById } from './records.ts';
import { PERSONAL } from '../schema.ts';
import { holderOf, isHolding } from './slot-holder.ts';
import { standIn } from './stand-in.ts';
import { eventOf, tell } from '../deliveries/tell.ts';
import { isTrace, openTrace } from '../members/trace.ts';

/** See `LedgerKeeping.adopt`. */
export function* adopt(
  claims: readonly LostClaim[],
  by: Decision,
  now: number,
  strays: Strays = { uses: [], links: [] },
): Operation<Adopted> {
  const adopted: Adopted = { added: [], known: [], decided: [], twice: [] };
  const key = claims.some(({ memberId }) => isTrace(memberId)) ? yield* keyOfPseudonyms() : null;
  const known = key === null ? claims : claims.map((claim) => named(claim, key));
  // All locks before the first change of a claim: what is waited for later could wait for this. A reservation has that of the pseudonym, too.
  for (const memberId of [...new Set(known.map((claim) => claim.memberId))].toSorted()) {
    yield* lock(`member ${memberId}`);
  }
  yield* bringBackRules(known);
  yield* lockLinks([...known, strays]);
  // From now on members are looked for under their pseudonyms.
  if (key !== null) yield* saltOfPseudonyms();
  const brought: BroughtBack[] = [];
  for (const claim of known) {
    const { became, as } = yield* adoptOne(claim, by, now);
    adopted[became].push(claim.id);
    brought.push({ claim, as });
  }
  yield* bringBackUses(brought, strays);
  yield* bringBackLinks(brought, strays);
  yield* bringBackKeys(brought);
  return adopted;
}

/** Has what named a lost claim name it here, unless its details were purged here. */
function* bringBackKeys(brought: readonly BroughtBack[]): Operation<void> {
  for (const { claim, as } of brought) {
    for (const { key, fingerprint } of claim.idempotencyKeys ?? []) {
      yield* all(
        `INSERT INTO idempotency_keys (idempotency_key, fingerprint, claim_id)
         SELECT CAST(? AS TEXT), CAST(? AS TEXT), id FROM claims WHERE id = ? AND personal = ${PERSONAL.all}
         ON CONFLICT (idempotency_key, claim_id) DO NOTHING`,
        key,
        fingerprint,
        as,
      );
    }
  }
}

/** The claim with the pseudonym of its member, where only a trace of the member is known. */
function named(claim: LostClaim, key: string): LostClaim {
  const hash = openTrace(claim.memberId, claim.id, key);
  return hash === null ? claim : { ...claim, memberId: pseudonym(hash) };
}

/** What became of a lost claim, and the claim here that it is; null where that of its slot is another one. */
interface Became {
  became: keyof Adopted;
  as: string | null;
}

function* adoptOne(given: LostClaim, by: Decision, now: number): Operation<Became> {
  const there = yield* claimById(given.id);
  if (there) yield* requireSameMember(there, given);
  const behind = there ? yield* grantsBehind(there, given) : [];
  if (there && behind.length === 0) return { became: 'known', as: there.id };
  const holder = isHolding(given) ? yield* holderOf(given) : null;
  if (!holder || holder.id === there?.id) {
    const claim = there ?? given;
    const period = isHolding(given) && !isHolding(there) ? yield* freePeriod(claim) : claim.period;
    if (!there) {
      yield* insert({ ...given, period }, by, now);
      return { became: 'added', as: given.id };
    }
    if (period !== there.period) yield* moveTo(period, there.id);
    yield* catchUp({ ...there, period }, behind, by, now);
    return { became: 'decided', as: there.id };
  }
  const became = yield* standIn(holder, given, by, now);
  return { became, as: became === 'twice' ? null : holder.id };
}

/** A pseudonym that is another member's was made with another key. */
function* requireSameMember(there: ClaimRecord, claim: ClaimRecord): Operation<void> {
  if (!isPseudonym(claim.memberId) || isPseudonym(there.memberId)) return;
  if (there.memberId.startsWith('purged:')) return;
  if (pseudonymWith(there.memberId, yield* saltOfPseudonyms()) === claim.memberId) return;
  throw new LedgerError(`claim ${claim.id} was another member's: what is to be brought back is of another ledger`, {
    code: 'another-ledger',
  });
}

function* insert(claim: ClaimRecord, { who, why }: Decision, now: number): Operation<void> {
  const { id, action, memberId, service, period, nextClaimAt, state, streak, fields, createdAt, grants } = claim;
  const held = grants.filter((grant) => holds(grant.state));
  const points = held.reduce((sum, { order }) => sum + pointsOf(order), 0);
  const claims = held.length > 0 ? 1 : 0;
  yield* charge({ action, names: [memberId] }, {}, { claims, points });
  yield* all(
    `INSERT INTO claims (id, action, member_id, service, period, next_claim_at, state, holds, streak, fields, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    action,
    memberId,
    service,
    period,
    nextClaimAt,
    state,
    claims,
    streak,
    jsonOrNull(fields),
    createdAt,
    now,
  );
  for (const { index, order, state: to, attempts, deadline, echo, evidence } of grants) {
    yield* all(
      'INSERT INTO grants (claim_id, idx, kind, points, ask, state, attempts, deadline, echo, evidence) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      id,
      index,
      order.kind,
      pointsOf(order),
      JSON.stringify(order),
      to,
      attempts,
      deadline,
      jsonOrNull(echo),
      jsonOrNull(evidence),
    );
    yield* record(id, index, null, { to, cause: 'operator', note: `${who}: ${why}; brought back`, now });
  }
  const event = eventOf('pending', claim);
  if (event !== null) yield* tell(event, claim, now);
}
