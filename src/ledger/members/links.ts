import { all, first, lock, number, type Operation, type Row, text } from '../operation.ts';
import type { BroughtBack, LostClaim, Strays } from '../keeping/keeping.ts';
import type { KeptLink, Link, LinkConflict, LinkFilter } from '../port.ts';
import { marks, namesOf, pseudonymOf } from './pseudonym.ts';

/**
 * Links of claims that came to nothing do not bind: else a member who mistyped their id could never claim again. But other claims may have
 * been made with the link before that was known.
 */
const BINDS = `(claims.id IS NULL OR claims.holds = 1 OR claims.state = 'pending' OR EXISTS (
  SELECT 1 FROM link_bonds JOIN claims AS others ON others.id = link_bonds.also_id
  WHERE link_bonds.claim_id = links.claim_id AND (others.holds = 1 OR others.state = 'pending')))`;
/** Whether the link's claim may still come to nothing, or has. */
const IS_OPEN = `CASE WHEN claims.state = 'pending' OR claims.holds = 0 THEN 1 ELSE 0 END`;
/** Whether points of the claim wait for an operator's decision, and were never sent. */
const WAITS = `EXISTS (SELECT 1 FROM grants WHERE grants.claim_id = claims.id AND grants.kind = 'points' AND grants.state = 'unknown' AND grants.attempts = 0)`;
const WITH_CLAIM = 'links LEFT JOIN claims ON claims.id = links.claim_id';

/**
 * Why the member cannot take these links; null if they can. Locks each link, so that `takeLinks` may follow. The caller holds the member's
 * lock.
 */
export function* findConflict(links: readonly Link[], memberId: string): Operation<LinkConflict | null> {
  for (const { family, value } of inOrder(links)) yield* lock(nameOf(family, value));
  if (links.length === 0) return null;
  // Not before the locks: the operation that held them may have forgotten a member for the first time.
  const names = yield* namesOf(memberId);
  for (const { family, value, isOnly } of links) {
    const values = yield* namesOf(value);
    const [holder] = yield* all(
      `SELECT links.member_id FROM ${WITH_CLAIM} WHERE family = ? AND value IN (${marks(values)}) AND ${BINDS}`,
      family,
      ...values,
    );
    if (holder && !names.includes(text(holder, 'member_id'))) return { family, isOf: 'another-member' };
    const others = yield* all(
      `SELECT value FROM ${WITH_CLAIM} WHERE family = ? AND links.member_id IN (${marks(names)}) AND value NOT IN (${marks(values)}) AND ${BINDS}`,
      family,
      ...names,
      ...values,
    );
    if (isOnly && others.length > 0) return { family, isOf: 'the-member-has-another' };
  }
  return null;
}

/** Takes the links for the claim's member, after `findConflict` found nothing. */
export function* takeLinks(
  links: readonly Link[],
  { memberId, claimId, now }: { memberId: string; claimId: string; now: number },
): Operation<void> {
  for (const { family, value } of inOrder(links)) {
    const values = yield* namesOf(value);
    const [kept] = yield* all(
      `SELECT links.claim_id, ${IS_OPEN} AS is_open FROM ${WITH_CLAIM} WHERE family = ? AND value IN (${marks(values)}) AND ${BINDS}`,
      family,
      ...values,
    );
    const bond = kept ? text(kept, 'claim_id') : claimId;
    if (kept?.['is_open'] === 1) yield* bindAlso(bond, claimId);
    yield* all(`DELETE FROM links WHERE family = ? AND value IN (${marks(values)})`, family, ...values);
    yield* all(
      'INSERT INTO links (family, value, member_id, claim_id, used_at, personal) VALUES (?, ?, ?, ?, ?, 1)',
      family,
      value,
      memberId,
      bond,
      now,
    );
  }
}

/** Has the links of a claim that may come to nothing bind as long as another claim counts. */
function* bindAlso(claimId: string, alsoId: string): Operation<void> {
  yield* all('INSERT INTO link_bonds (claim_id, also_id) VALUES (?, ?) ON CONFLICT DO NOTHING', claimId, alsoId);
}

/** Locks the links of lost claims, so that they can be brought back. The caller holds their members' locks. */
export function* lockLinks(claims: readonly Pick<LostClaim, 'links'>[]): Operation<void> {
  const names = claims.flatMap(({ links = [] }) => links.map(({ family, value }) => nameOf(family, value)));
  for (const name of [...new Set(names)].toSorted()) yield* lock(name);
}

/**
 * Brings back the links of lost claims, after `lockLinks`. A link that a member has here already stays with that member, unless its claim
 * waits with nothing given, and the lost claim was granted.
 */
export function* bringBackLinks(brought: readonly BroughtBack[], strays: Strays): Operation<void> {
  const links = brought.flatMap(({ claim: { id, grants, links: own = [] }, as }) => {
    const isGranted = grants.some(({ state }) => state === 'granted');
    return own.map((link) => ({ ...link, claimId: as ?? id, isGranted }));
  });
  for (const link of [...links, ...strays.links.map((stray) => ({ ...stray, isGranted: true }))]) {
    const { family, value, memberId, claimId, usedAt, isGranted, isPseudonym: isHidden } = link;
    const values = yield* namesOf(value);
    const kept = yield* first(
      `SELECT links.claim_id, links.member_id, ${IS_OPEN} AS is_open, CASE WHEN ${WAITS} THEN 1 ELSE 0 END AS waits
       FROM ${WITH_CLAIM} WHERE family = ? AND value IN (${marks(values)}) AND ${BINDS}`,
      family,
      ...values,
    );
    if (kept && !(isGranted && kept['waits'] === 1)) {
      if (kept['is_open'] === 1 && text(kept, 'member_id') === memberId)
        yield* bindAlso(text(kept, 'claim_id'), claimId);
      continue;
    }
    yield* all(`DELETE FROM links WHERE family = ? AND value IN (${marks(values)})`, family, ...values);
    yield* all(
      'INSERT INTO links (family, value, member_id, claim_id, used_at, personal) VALUES (?, ?, ?, ?, ?, ?)',
      family,
      value,
      memberId,
      claimId,
      usedAt,
      isHidden ? 0 : 1,
    );
  }
}

/** See `Ledger.links`. */
export function* linksOf(of: LinkFilter): Operation<KeptLink[]> {
  const [column, names] =
    'memberId' in of
      ? (['member_id', yield* namesOf(of.memberId)] as const)
      : (['value', yield* namesOf(of.value)] as const);
  const rows = yield* all(
    `SELECT links.* FROM ${WITH_CLAIM} WHERE links.${column} IN (${marks(names)}) AND ${BINDS} ORDER BY family, value`,
    ...names,
  );
  return rows.map(keptLink);
}

function keptLink(row: Row): KeptLink {
  return {
    family: text(row, 'family'),
    value: text(row, 'value'),
    memberId: text(row, 'member_id'),
    usedAt: number(row, 'used_at'),
  };
}

/** See `Ledger.releaseLink`. */
export function* releaseLink({ family, value }: Pick<Link, 'family' | 'value'>): Operation<boolean> {
  yield* lock(nameOf(family, value));
  const values = yield* namesOf(value);
  const released = yield* all(
    `DELETE FROM links WHERE family = ? AND value IN (${marks(values)}) RETURNING value`,
    family,
    ...values,
  );
  return released.length > 0;
}

/** Puts pseudonyms in the place of value and member in the member's links. See `Ledger.forget`. */
export function* forgetLinks(memberId: string): Operation<void> {
  yield* lock(`member ${memberId}`);
  const rows = yield* all('SELECT family, value FROM links WHERE member_id = ? AND personal = 1', memberId);
  yield* pseudonymise(rows.map((row) => ({ family: text(row, 'family'), value: text(row, 'value') })));
}

/** The same for links that were last used before that time (epoch milliseconds), of at most `limit`; returns how many there were. */
export function* purgeLinks({ before, limit }: { before: number; limit: number }): Operation<number> {
  const rows = yield* all(
    'SELECT family, value, member_id FROM links WHERE personal = 1 AND used_at < ? ORDER BY family, value LIMIT ?',
    before,
    limit,
  );
  const members = new Set(rows.map((row) => text(row, 'member_id')));
  for (const memberId of [...members].toSorted()) yield* lock(`member ${memberId}`);
  yield* pseudonymise(rows.map((row) => ({ family: text(row, 'family'), value: text(row, 'value') })));
  return rows.length;
}

function* pseudonymise(found: readonly Pick<Link, 'family' | 'value'>[]): Operation<void> {
  for (const { family, value } of inOrder(found)) yield* lock(nameOf(family, value));
  for (const { family, value } of found) {
    const row = yield* first(
      `SELECT links.member_id, CASE WHEN ${BINDS} THEN 1 ELSE 0 END AS binds FROM ${WITH_CLAIM}
       WHERE family = ? AND value = ? AND links.personal = 1`,
      family,
      value,
    );
    if (!row) continue;
    const memberId = text(row, 'member_id');
    const hidden = yield* pseudonymOf(value);
    // The link may have been brought back under its pseudonym already.
    const existing = yield* first('SELECT 1 AS found FROM links WHERE family = ? AND value = ?', family, hidden);
    const isStale = existing !== undefined && row['binds'] !== 1;
    if (existing) yield* all('DELETE FROM links WHERE family = ? AND value = ?', family, isStale ? value : hidden);
    if (isStale) continue;
    yield* all(
      'UPDATE links SET value = ?, member_id = ?, personal = 0 WHERE family = ? AND value = ?',
      hidden,
      yield* pseudonymOf(memberId),
      family,
      value,
    );
  }
}

function nameOf(family: string, value: string): string {
  return `link ${family} ${value}`;
}

/** In one order for all, so that no two transactions wait for each other (deadlock). */
function inOrder<One extends Pick<Link, 'family' | 'value'>>(some: readonly One[]): One[] {
  return some.toSorted((one, other) => (nameOf(one.family, one.value) < nameOf(other.family, other.value) ? -1 : 1));
}
