import { establish } from './keeping/identity.ts';
import { all, type Operation } from './operation.ts';
import { missingSteps } from './schema.ts';

/**
 * Brings a store up to date that has applied the first `applied` steps, and gives a new ledger its id and key. All of it has to happen in
 * one transaction. `note` is the statement that records a step by its number, in a store that keeps them in a table. Throws `LedgerError`
 * where more steps were applied than there are.
 */
export function* migrate(steps: string[][], applied: number, note: string | null): Operation<void> {
  for (const [index, statements] of missingSteps(steps, applied).entries()) {
    for (const sql of statements) yield* all(sql);
    if (note !== null) yield* all(note, applied + index + 1);
  }
  yield* establish(Date.now());
}

/** Records a step in the table `migrations`. */
export const NOTE_STEP = 'INSERT INTO migrations (step) VALUES (?)';
