import { LedgerError } from './port.ts';

/**
 * Where stores differ in the SQL of the schema. `table` ends a `CREATE TABLE` whose primary key orders the rows. `byBytes` are statements
 * after which all text is compared by its bytes, where a store does not do so by itself: ids have to sort by time, not by the rules of a
 * language.
 */
export interface Dialect {
  integer: string;
  table: string;
  byBytes?: readonly string[];
}

/** For SQLite, wherever it runs. */
export const SQLITE: Dialect = { integer: 'INTEGER', table: 'STRICT, WITHOUT ROWID' };

const ALL_TABLES =
  'audit claims deliveries ended_sessions events grants idempotency_keys ledger ledger_history link_bonds links nonces over_sessions rate_limits receivers rules salts set_aside tallies trials'
    .split(' ')
    .map((name) => `'${name}'`)
    .join(', ');

/**
 * PostgreSQL cannot change a column that one of the owner's views uses. Then no table is changed: columns that sort differently could not
 * be compared through an index.
 */
const COLLATE_ALL = `DO $$ DECLARE one RECORD; BEGIN
  FOR one IN SELECT table_name, string_agg(format('ALTER COLUMN %I TYPE TEXT COLLATE "C"', column_name), ', ') AS changes
    FROM information_schema.columns WHERE table_schema = current_schema() AND data_type = 'text'
      AND table_name IN (${ALL_TABLES}) GROUP BY table_name ORDER BY table_name
  LOOP EXECUTE format('ALTER TABLE %I %s', one.table_name, one.changes); END LOOP;
EXCEPTION WHEN feature_not_supported THEN NULL; END $$`;

/** For PostgreSQL, and databases that speak its SQL. */
export const POSTGRES: Dialect = { integer: 'BIGINT', table: '', byBytes: [COLLATE_ALL] };

/** How much personal data a claim has: all of it, the member's id or pseudonym alone, or none that retention could take away. */
export const PERSONAL = { all: 2, memberId: 1, none: 0 };

/** What the keys of rolling periods begin with, and the condition for them, which a query must spell as its index does. */
export const ROLLING = 'rolling-';
export const IS_ROLLING = `period LIKE '${ROLLING}%'`;

const SPAN_MS = 24 * 3_600_000;

/** The span of time that a claim was made in, by its column `created_at`. */
export const spanOf = (createdAt: string): string => `${createdAt} / ${SPAN_MS}`;

/**
 * For rules that look at a member's claims over all periods. Not part of the schema: its entries come in no order, so it costs each claim
 * more the more claims there are. It is created when such a rule is first used.
 */
export const MEMBER_INDEX = `CREATE INDEX IF NOT EXISTS claims_of_member ON claims (member_id, action, created_at) WHERE holds = 1`;

/**
 * The schema's migrations, oldest first; a store applies those that it lacks, each in one transaction. Steps that shipped never change. Ids
 * begin with the time, and the primary keys order the rows, so that a new claim is written at the end however many there are; an index in
 * another order has at least a beginning that the claims of one time share.
 */
export function migrations({ integer, table, byBytes = [] }: Dialect): string[][] {
  return [
    [
      `CREATE TABLE claims (
         id TEXT NOT NULL PRIMARY KEY, action TEXT NOT NULL, member_id TEXT NOT NULL, service TEXT NOT NULL, period TEXT NOT NULL,
         next_claim_at ${integer}, state TEXT NOT NULL, holds ${integer} NOT NULL, streak ${integer}, fields TEXT,
         created_at ${integer} NOT NULL, updated_at ${integer} NOT NULL
       ) ${table}`,
      `CREATE UNIQUE INDEX claims_slot ON claims (member_id, action, period) WHERE holds = 1`,
      `CREATE TABLE grants (
         claim_id TEXT NOT NULL REFERENCES claims (id), idx ${integer} NOT NULL, kind TEXT NOT NULL, points ${integer} NOT NULL,
         ask TEXT NOT NULL, state TEXT NOT NULL, attempts ${integer} NOT NULL, deadline ${integer} NOT NULL, echo TEXT, evidence TEXT,
         PRIMARY KEY (claim_id, idx)
       ) ${table}`,
      `CREATE INDEX grants_in_flight ON grants (deadline) WHERE state = 'reserved' OR state = 'sent'`,
      `CREATE INDEX grants_unknown ON grants (claim_id) WHERE state = 'unknown'`,
      `CREATE TABLE events (
         claim_id TEXT NOT NULL REFERENCES claims (id), seq ${integer} NOT NULL, at ${integer} NOT NULL, idx ${integer} NOT NULL,
         from_state TEXT, to_state TEXT NOT NULL, cause TEXT NOT NULL, evidence TEXT,
         PRIMARY KEY (claim_id, seq)
       ) ${table}`,
      `CREATE TABLE presses (
         idempotency_key TEXT NOT NULL PRIMARY KEY, fingerprint TEXT NOT NULL, claim_id TEXT NOT NULL REFERENCES claims (id)
       ) ${table}`,
      `CREATE TABLE tallies (action TEXT NOT NULL PRIMARY KEY, claims ${integer} NOT NULL, points ${integer} NOT NULL) ${table}`,
    ],
    [
      `ALTER TABLE claims ADD COLUMN personal ${integer} NOT NULL DEFAULT ${PERSONAL.all}`,
      `CREATE INDEX claims_with_details ON claims (id) WHERE personal = ${PERSONAL.all}`,
      `CREATE INDEX claims_with_member ON claims (next_claim_at) WHERE personal = ${PERSONAL.memberId} AND next_claim_at IS NOT NULL`,
      `CREATE INDEX presses_of_claim ON presses (claim_id)`,
      `CREATE TABLE one_time (id TEXT NOT NULL PRIMARY KEY, holder TEXT NOT NULL, expires_at ${integer} NOT NULL) ${table}`,
      `CREATE INDEX one_time_expiry ON one_time (expires_at)`,
    ],
    [
      `DROP INDEX claims_slot`,
      `CREATE UNIQUE INDEX claims_slot ON claims (period, action, member_id) WHERE holds = 1`,
      `CREATE INDEX claims_rolling ON claims (member_id, action, period) WHERE holds = 1 AND ${IS_ROLLING}`,
    ],
    [
      `CREATE TABLE salts (purpose TEXT NOT NULL PRIMARY KEY, salt TEXT NOT NULL) ${table}`,
      `CREATE INDEX claims_for_ever ON claims (id) WHERE personal = ${PERSONAL.memberId} AND next_claim_at IS NULL`,
    ],
    [
      `CREATE TABLE allowances (id TEXT NOT NULL PRIMARY KEY, whole_at ${integer} NOT NULL) ${table}`,
      `CREATE INDEX allowances_whole ON allowances (whole_at)`,
    ],
    [
      `CREATE TABLE ended_sessions (member TEXT NOT NULL PRIMARY KEY, at ${integer} NOT NULL, expires_at ${integer} NOT NULL) ${table}`,
      `CREATE INDEX ended_sessions_expiry ON ended_sessions (expires_at)`,
    ],
    [
      `CREATE TABLE keyed_presses (
         idempotency_key TEXT NOT NULL, fingerprint TEXT NOT NULL, claim_id TEXT NOT NULL REFERENCES claims (id),
         PRIMARY KEY (idempotency_key, claim_id)
       ) ${table}`,
      `INSERT INTO keyed_presses (idempotency_key, fingerprint, claim_id) SELECT idempotency_key, fingerprint, claim_id FROM presses`,
      `DROP TABLE presses`,
      `ALTER TABLE keyed_presses RENAME TO presses`,
      `CREATE INDEX presses_of_claim ON presses (claim_id)`,
    ],
    [
      `CREATE TABLE rules (action TEXT NOT NULL, rule TEXT NOT NULL, since ${integer} NOT NULL, PRIMARY KEY (action, rule)) ${table}`,
    ],
    [
      `CREATE TABLE ledger (
         id TEXT NOT NULL PRIMARY KEY, made_at ${integer} NOT NULL, epoch ${integer} NOT NULL, halted TEXT,
         gap_since ${integer}, gap_until ${integer}, backed_up_at ${integer}
       ) ${table}`,
      `CREATE TABLE ledger_history (
         seq ${integer} NOT NULL PRIMARY KEY, at ${integer} NOT NULL, what TEXT NOT NULL, who TEXT, why TEXT, details TEXT
       ) ${table}`,
      `CREATE TABLE trials (id TEXT NOT NULL PRIMARY KEY, written TEXT NOT NULL) ${table}`,
      `CREATE TABLE set_aside (first_id TEXT NOT NULL PRIMARY KEY, last_id TEXT NOT NULL) ${table}`,
      `CREATE INDEX events_of_gap ON events (claim_id) WHERE cause = 'gap'`,
    ],
    [
      `CREATE TABLE over_sessions (id TEXT NOT NULL PRIMARY KEY, expires_at ${integer} NOT NULL) ${table}`,
      `CREATE INDEX over_sessions_expiry ON over_sessions (expires_at)`,
    ],
    [
      `CREATE TABLE audit (
         seq ${integer} NOT NULL PRIMARY KEY, at ${integer} NOT NULL, who TEXT NOT NULL, what TEXT NOT NULL, claim_id TEXT, details TEXT
       ) ${table}`,
    ],
    [
      `CREATE TABLE receivers (name TEXT NOT NULL, type TEXT NOT NULL, stopped_at ${integer}, PRIMARY KEY (name, type)) ${table}`,
      `CREATE TABLE deliveries (
         claim_id TEXT NOT NULL REFERENCES claims (id), seq ${integer} NOT NULL, receiver TEXT NOT NULL, type TEXT NOT NULL, at ${integer} NOT NULL,
         claim TEXT NOT NULL, state TEXT NOT NULL, attempts ${integer} NOT NULL, base ${integer} NOT NULL, due_at ${integer}, outcome TEXT,
         ended_at ${integer}, expires_at ${integer}, PRIMARY KEY (claim_id, seq, receiver)
       ) ${table}`,
      `CREATE INDEX deliveries_due ON deliveries (receiver, due_at) WHERE state = 'waiting'`,
      `CREATE INDEX deliveries_failed ON deliveries (receiver, claim_id) WHERE state = 'failed'`,
      `CREATE INDEX deliveries_expiry ON deliveries (expires_at)`,
    ],
    [
      `CREATE TABLE links (
         family TEXT NOT NULL, value TEXT NOT NULL, member_id TEXT NOT NULL, claim_id TEXT NOT NULL, used_at ${integer} NOT NULL,
         personal ${integer} NOT NULL, PRIMARY KEY (family, value)
       ) ${table}`,
      `CREATE INDEX links_of_member ON links (member_id)`,
      `CREATE INDEX links_of_value ON links (value)`,
      `CREATE INDEX links_personal ON links (used_at) WHERE personal = 1`,
    ],
    [
      `ALTER TABLE presses RENAME TO idempotency_keys`,
      `DROP INDEX presses_of_claim`,
      `CREATE INDEX idempotency_keys_of_claim ON idempotency_keys (claim_id)`,
      `ALTER TABLE one_time RENAME TO nonces`,
      `DROP INDEX one_time_expiry`,
      `CREATE INDEX nonces_expiry ON nonces (expires_at)`,
      `ALTER TABLE allowances RENAME TO rate_limits`,
      `ALTER TABLE rate_limits RENAME COLUMN whole_at TO tat`,
      `DROP INDEX allowances_whole`,
      `CREATE INDEX rate_limits_tat ON rate_limits (tat)`,
    ],
    [`CREATE INDEX claims_by_member ON claims (substr(id, 1, 4), member_id)`],
    [`DROP INDEX claims_by_member`, `CREATE INDEX claims_by_member ON claims ((${spanOf('created_at')}), member_id)`],
    [`ALTER TABLE claims ADD COLUMN points ${integer}`],
    [
      `CREATE TABLE link_bonds (claim_id TEXT NOT NULL, also_id TEXT NOT NULL, PRIMARY KEY (claim_id, also_id)) ${table}`,
    ],
    [...byBytes],
  ];
}

/** The steps that a store lacks which has applied so many. Throws `LedgerError` where it has more than there are, and `RangeError` for no count. */
export function missingSteps(steps: string[][], applied: number): string[][] {
  if (!Number.isInteger(applied) || applied < 0) throw new RangeError(`${applied} is no number of applied steps`);
  if (applied <= steps.length) return steps.slice(applied);
  throw new LedgerError(
    `the ledger was written by a newer version of rewards-elements (schema ${applied}, this one knows ${steps.length}): run that version here, too`,
    { code: 'newer-schema' },
  );
}
