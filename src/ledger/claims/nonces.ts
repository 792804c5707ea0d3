import { all, first, type Operation, Overtaken, text } from '../operation.ts';
import type { LostClaim } from '../keeping/keeping.ts';
import type { Ledger, Nonce } from '../port.ts';
import { marks, namesOf } from '../members/pseudonym.ts';

/** How much longer than it is good what was used is remembered, as clocks differ. */
const GRACE_MS = 24 * 3_600_000;

/** See `Ledger.useNonce`. */
export function* useNonce(use: Nonce): Operation<boolean> {
  return yield* take(use, '');
}

/** See `Ledger.usedBefore`. */
export function* usedBefore({ memberId, uses }: Parameters<Ledger['usedBefore']>[0]): Operation<string | null> {
  const names = yield* namesOf(memberId);
  return yield* firstUsed(uses, (holder) => mayComeBack(holder, names));
}

/** The id of the first that was used before, but for `claimId`, where that is to be taken up again; null where all of them are good. */
export function findUsed(uses: readonly Nonce[], claimId: string | null): Operation<string | null> {
  return firstUsed(uses, (holder) => isFree(holder, claimId));
}

/** `hasReturned` says of a claim whether what made it is good again, if it returns at all. */
function* firstUsed(
  uses: readonly Nonce[],
  hasReturned: (holder: string) => Operation<boolean>,
): Operation<string | null> {
  if (uses.length === 0) return null;
  const ids = uses.map(({ id }) => id);
  const rows = yield* all(`SELECT id, holder FROM nonces WHERE id IN (${marks(ids)}) ORDER BY id`, ...ids);
  for (const row of rows) {
    const id = text(row, 'id');
    const returns = uses.some((use) => use.id === id && use.returns);
    if (!returns || !(yield* hasReturned(text(row, 'holder')))) return id;
  }
  return null;
}

/** That claim gave nothing, and may not have; or it is the one to be taken up again. One that gave a part is paid for, on other days and by other actions too. */
const FREE = '(claims.holds = 0 OR claims.id = ?)';

function* isFree(holder: string, claimId: string | null): Operation<boolean> {
  const claim = yield* first(`SELECT id FROM claims WHERE id = ? AND ${FREE}`, holder, claimId);
  return claim !== undefined;
}

/** The same before it is known which claim is to be taken up again: what a member was given in part can be, by that member alone. */
function* mayComeBack(holder: string, names: readonly string[]): Operation<boolean> {
  const claim = yield* first(
    `SELECT id FROM claims WHERE id = ? AND (state = 'refused' OR state = 'released') AND (holds = 0 OR member_id IN (${marks(names)}))`,
    holder,
    ...names,
  );
  return claim !== undefined;
}

/** Uses all of them up for the claim, after `findUsed` found none. In one order, so that no two transactions wait for each other. */
export function* useUp(uses: readonly Nonce[], claimId: string): Operation<void> {
  for (const use of uses.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    if (yield* take(use, claimId)) continue;
    if (!use.returns || !(yield* reassign(use, claimId))) throw new Overtaken();
  }
}

/** Has what lost claims used up be used. What is used here already stays so. */
export function* bringBackUses(claims: readonly LostClaim[]): Operation<void> {
  const uses = claims.flatMap(({ id, uses: own = [] }) => own.map((use) => ({ use, claimId: id })));
  for (const { use, claimId } of uses.toSorted((one, other) => (one.use.id < other.use.id ? -1 : 1))) {
    yield* take(use, claimId);
  }
}

function* take({ id, expiresAt }: Nonce, holder: string): Operation<boolean> {
  const taken = yield* first(
    'INSERT INTO nonces (id, holder, expires_at) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING RETURNING id',
    id,
    holder,
    expiresAt,
  );
  return taken !== undefined;
}

/** Takes what came back from a claim that came to nothing. A caller that waited here for another to do the same looks at what the other one made of it. */
function* reassign({ id, expiresAt }: Nonce, holder: string): Operation<boolean> {
  const taken = yield* first(
    `UPDATE nonces SET holder = ?, expires_at = ? WHERE id = ?
       AND EXISTS (SELECT 1 FROM claims WHERE claims.id = nonces.holder AND ${FREE})
     RETURNING id`,
    holder,
    expiresAt,
    id,
    holder,
  );
  return taken !== undefined;
}

/** Forgets what has expired for long. */
export function* forgetExpired(now: number): Operation<void> {
  yield* all('DELETE FROM nonces WHERE expires_at < ?', now - GRACE_MS);
}
