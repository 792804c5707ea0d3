import { newClaimId } from '../claims/claim-id.ts';
import { type Clock, SEE_SET_ASIDE } from './clock.ts';
import type { Memory, Sight } from './memory.ts';
import { all, first, type Operation } from '../operation.ts';
import { NO_CALENDAR } from '../periods/period.ts';
import { LedgerError, type ReserveRequest } from '../port.ts';
import { reserve } from '../claims/reserve.ts';

/** How many bytes a trial writes: few while all is well, and more than a claim needs once a write has failed. */
const FEW_BYTES = 64;
const MANY_BYTES = 64 * 1024;

/** Thrown to have a trial rolled back, with what it saw of the store. */
export class RolledBack extends LedgerError {
  readonly sight: Sight;

  constructor(sight: Sight) {
    super('rolled back, as it was only a trial', { code: 'rolled-back' });
    this.sight = sight;
  }
}

/**
 * Writes something, to see whether it becomes durable. Returns whether the claim is there: the one that was seen may have been made by
 * another operation of the same transaction, which was then rolled back.
 */
export function* tryToWrite({ much, claim }: { much: boolean; claim: string | null }): Operation<boolean> {
  yield* all(
    "INSERT INTO trials (id, written) VALUES ('check', ?) ON CONFLICT (id) DO UPDATE SET written = excluded.written",
    'x'.repeat(much ? MANY_BYTES : FEW_BYTES),
  );
  return (yield* first('SELECT 1 AS found FROM claims WHERE id = ?', claim)) !== undefined;
}

/** Makes a claim that needs all that claims may need, and throws `RolledBack`. Throws another `LedgerError` where no claims are made. */
export function* tryToReserve(memory: Memory, clock: Clock, now: number): Operation<never> {
  const { reservation, sight } = yield* reserve(trialRequest(now), memory, clock);
  if (reservation.kind === 'clock-behind') {
    const seconds = Math.round(reservation.byMs / 1000);
    throw new LedgerError(
      `the clock is ${seconds} seconds behind the newest claim, so no claims are made: set it right, or if that claim was made by a clock that was ahead, ${SEE_SET_ASIDE}`,
      {
        code: 'clock-behind',
      },
    );
  }
  throw new RolledBack(sight);
}

function trialRequest(now: number): ReserveRequest {
  const name = 'a trial of the ledger';
  return {
    claimId: newClaimId(now),
    action: name,
    memberId: name,
    service: name,
    period: { ...NO_CALENDAR, key: name, rule: name },
    idempotency: { key: name, fingerprint: name },
    uses: [{ id: name, expiresAt: now }],
    links: [{ family: name, value: name, isOnly: true }],
    grants: [{ kind: 'points', points: 1, remark: name }],
    caps: {},
    fields: null,
    now,
    deadline: now,
  };
}
