/** Where a site keeps who was rewarded for what. */
export type LedgerKind = 'sqlite' | 'postgres';

/** How a proxy's module opens its ledger. */
export interface LedgerCode {
  /** Its imports, as lines. */
  imports: string;
  /** What its owner must know, in a comment. */
  comment: string;
  /** The ledger, as an expression. */
  open: string;
}

/** What is to be opened, and whether by processes that sleep between requests. */
export interface OpenedLedger {
  ledger: LedgerKind;
  sleeps?: boolean;
}

const SQLITE: LedgerCode = {
  imports: "import { sqliteLedger } from 'rewards-proxy/ledger/sqlite';",
  comment: 'This file knows who was rewarded for what. Back it up: what it forgets can be claimed again.',
  open: "sqliteLedger(process.env['REWARDS_DB'] ?? 'rewards.db')",
};

const POSTGRES: LedgerCode = {
  imports: "import { Pool } from 'pg';\nimport { postgresLedger } from 'rewards-proxy/ledger/postgres';",
  comment: 'The database knows who was rewarded for what. Back it up: what it forgets can be claimed again.',
  open: "postgresLedger(new Pool({ connectionString: process.env['REWARDS_DB'], keepAlive: true }))",
};

/** Few connections, and none for long: there may be many such processes, and one that sleeps lets go of nothing. */
const ASLEEP: LedgerCode = {
  ...POSTGRES,
  open: "postgresLedger(new Pool({ connectionString: process.env['REWARDS_DB'], max: 3, idleTimeoutMillis: 1_000 }))",
};

/** How a proxy's module opens the ledger. */
export function ledgerCode({ ledger, sleeps = false }: OpenedLedger): LedgerCode {
  if (ledger === 'sqlite') return SQLITE;
  return sleeps ? ASLEEP : POSTGRES;
}

/** What `.env` says of a ledger on PostgreSQL. */
export const POSTGRES_ENV = `
# The ledger, which knows who was rewarded for what: the address of an empty database. It is made once, with
#   npx rewards ledger create --env .env
REWARDS_DB=postgres://user:password@127.0.0.1:5432/rewards
`;
