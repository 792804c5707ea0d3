import { all, first, number, type Operation, Overtaken, text } from '../operation.ts';
import type { BroughtBack, Strays } from '../keeping/keeping.ts';
import { holds } from './machine.ts';
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
  const { used } = yield* findUsed(uses, yield* namesOf(memberId));
  return used;
}

interface Found {
  /** The id of the first that was used before; null where all of them are good. */
  used: string | null;
  /** Of those that are good: the claims that gave the member a part for them. They are good for what is missing there, and for nothing else. */
  inPart: readonly { claimId: string; id: string }[];
}

/** Looks which of them are good for the member. */
export function* findUsed(uses: readonly Nonce[], names: readonly string[]): Operation<Found> {
  const inPart: { claimId: string; id: string }[] = [];
  if (uses.length === 0) return { used: null, inPart };
  const ids = uses.map(({ id }) => id);
  const rows = yield* all(`SELECT id, holder FROM nonces WHERE id IN (${marks(ids)}) ORDER BY id`, ...ids);
  for (const row of rows) {
    const [id, claimId] = [text(row, 'id'), text(row, 'holder')];
    const returns = uses.some((use) => use.id === id && use.returns);
    const gave = returns ? yield* whatGave(claimId, names) : 'all';
    if (gave === 'all') return { used: id, inPart };
    if (gave === 'a part') inPart.push({ claimId, id });
  }
  return { used: null, inPart };
}

/** What the claim gave, or may have given; of a part that another member got that is all that can be said. */
function* whatGave(claimId: string, names: readonly string[]): Operation<'all' | 'a part' | 'nothing'> {
  const claim = yield* first(
    `SELECT holds FROM claims WHERE id = ? AND (state = 'refused' OR state = 'released') AND (holds = 0 OR member_id IN (${marks(names)}))`,
    claimId,
    ...names,
  );
  if (!claim) return 'all';
  return number(claim, 'holds') === 0 ? 'nothing' : 'a part';
}

/** Uses all of them up for the claim, after `findUsed` found none. In one order, so that no two transactions wait for each other. */
export function* useUp(uses: readonly Nonce[], claimId: string): Operation<void> {
  for (const use of uses.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    if (yield* take(use, claimId)) continue;
    if (!use.returns || !(yield* reassign(use, claimId))) throw new Overtaken();
  }
}

/**
 * Has what lost claims used up be used, and come back only where that claim comes to nothing, be it here: another that has it here may have
 * waited in vain, though it has its role. Where both may have been paid for it, it is used for good, and so it is where the claim is none of this ledger's.
 */
export function* bringBackUses(brought: readonly BroughtBack[], strays: Strays): Operation<void> {
  const lost = brought.flatMap(({ claim: { uses = [], grants }, as }) => {
    const isGiven = grants.some(({ state }) => state === 'granted');
    const keeper = isGiven ? as : null;
    const after = grants.some(({ state }) => holds(state)) ? (keeper ?? '') : null;
    return uses.map((use) => ({ use, holder: as ?? '', after }));
  });
  const whole = [...lost, ...strays.uses.map((use) => ({ use, holder: '', after: '' }))];
  for (const { use, holder, after } of whole.toSorted((one, other) => (one.use.id < other.use.id ? -1 : 1))) {
    if ((yield* take(use, holder)) || (yield* reassign(use, holder)) || after === null) continue;
    yield* all(
      `UPDATE nonces SET holder = ? WHERE id = ? AND holder <> ?
         AND NOT EXISTS (SELECT 1 FROM grants WHERE grants.claim_id = nonces.holder AND grants.kind = 'points' AND grants.state = 'granted')
         AND NOT EXISTS (SELECT 1 FROM claims WHERE claims.id = ? AND claims.holds = 0)`,
      after,
      use.id,
      holder,
      holder,
    );
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

/** Takes what came back from a claim that came to nothing, or that is taken up again. A caller that waited here for another to do the same looks at what the other one made of it. */
function* reassign({ id, expiresAt }: Nonce, holder: string): Operation<boolean> {
  const taken = yield* first(
    `UPDATE nonces SET holder = ?, expires_at = ? WHERE id = ?
       AND EXISTS (SELECT 1 FROM claims WHERE claims.id = nonces.holder AND (claims.holds = 0 OR claims.id = ?))
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
