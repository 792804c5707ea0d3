/**
 * For a ledger on another database that speaks the SQL of SQLite or PostgreSQL: a driver runs transactions, all rules of the ledger are here. Try it
 * with `ledger/conformance`.
 */
export { migrate, NOTE_STEP } from './migrate.ts';
export { driveSync, type Operation, Overtaken, type Row, type Statement, type Value } from './operation.ts';
export { type Ledger, LedgerError, InDoubtError } from './port.ts';
export { type Dialect, migrations, POSTGRES, SQLITE } from './schema.ts';
export type { StoreClock } from './keeping/clock.ts';
export type { HighWaterMark, Recalled, Sight } from './keeping/memory.ts';
export { type Batching, type LedgerOptions, type Pace, sqlLedger, type Store } from './sql-ledger.ts';
