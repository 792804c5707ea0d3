import type { Halt } from './keeping.ts';
import { noteHistory } from './ledger-history.ts';
import { first, type Operation } from '../operation.ts';

/** Where an operator reads what to do about claims that are missing. */
export const SEE_RESTORED =
  'see rewards ledger restored --help (on another database: the method restored of the ledger)';

const FIX = `No claims are made until you have said what became of those: ${SEE_RESTORED}`;

/** What the operator is told. */
export function haltText(halted: Halt): string {
  const at = isoTime(halted.at);
  if (halted.reason === 'backup')
    return `the ledger is a backup of ${at}, and what was claimed since is not in it. ${FIX}`;
  const missing = halted.missing === null ? '' : `, such as one of ${isoTime(halted.missing)}`;
  return `the ledger is an older one than was in use at ${at}: claims that were there are missing${missing}. ${FIX}`;
}

/** Reads what the column `halted` holds. */
export function readHalt(halted: string): Halt {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this folder alone writes it
  return JSON.parse(halted) as Halt;
}

/** Stops claims in every process on this ledger, also in those that start later. If they are stopped already, that reason stays. */
export function* halt(ledger: string, reason: Halt): Operation<void> {
  const halted = yield* first(
    'UPDATE ledger SET halted = ? WHERE id = ? AND halted IS NULL RETURNING id',
    JSON.stringify(reason),
    ledger,
  );
  if (halted) yield* noteHistory({ at: reason.at, what: 'halted', details: reason });
}

function isoTime(at: number): string {
  return new Date(at).toISOString();
}
