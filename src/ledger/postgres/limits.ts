/** Time limits, so that a database that does not answer or is locked becomes an outage. All in milliseconds. */
export interface PostgresLimits {
  /** For a connection: one of the pool's, or a new one. 10,000 if left out. */
  connectTimeoutMs: number;
  /**
   * For one statement, after which the server cancels it; if nothing is heard for another second, the connection is given up. 6,000 if left
   * out. Work that nobody waits for, such as retention, has ten minutes at least.
   */
  statementTimeoutMs: number;
  /** For locks that other transactions hold. 4,000 if left out. */
  lockTimeoutMs: number;
  /** For the next statement of a transaction, after which the server ends it, so that a process which was suspended keeps no others waiting. 6,000 if left out. */
  idleInTransactionTimeoutMs: number;
}

const DEFAULTS: PostgresLimits = {
  connectTimeoutMs: 10_000,
  statementTimeoutMs: 6_000,
  lockTimeoutMs: 4_000,
  idleInTransactionTimeoutMs: 6_000,
};

/** The limits of one transaction. */
export interface Bounds {
  /** A statement that sets them in the transaction. */
  settings: string;
  statementMs: number;
  /** Whether its statements recur, so that preparing them pays. */
  recurs: boolean;
}

/** The largest that PostgreSQL takes. */
const MAX_MS = 2 ** 31 - 1;
const UNHURRIED_MS = 600_000;
/** How much longer an answer is waited for than the server may take. */
export const SLACK_MS = 1_000;

/** The limits, with defaults for those that are left out. Throws `RangeError`. */
export function limitsOf(options: Partial<PostgresLimits>): PostgresLimits {
  const limit = (name: keyof PostgresLimits): number => {
    const ms = options[name] ?? DEFAULTS[name];
    if (Number.isSafeInteger(ms) && ms >= 1 && ms <= MAX_MS) return ms;
    throw new RangeError(`${name} must be a whole number of milliseconds from 1 up, not ${ms}`);
  };
  return {
    connectTimeoutMs: limit('connectTimeoutMs'),
    statementTimeoutMs: limit('statementTimeoutMs'),
    lockTimeoutMs: limit('lockTimeoutMs'),
    idleInTransactionTimeoutMs: limit('idleInTransactionTimeoutMs'),
  };
}

/** The schema of the ledger's tables. */
export const SCHEMA = 'rewards';

/**
 * Settings for statements that somebody waits for. Each has to use an index, which a server that planned it while the table was small would
 * not do by itself.
 */
const BY_INDEX = { enable_seqscan: 'off', jit: 'off', plan_cache_mode: 'force_generic_plan' };

/**
 * Makes a commit wait for the server's disk: another user of a pooler's connection may have turned that off, and a server that crashes then
 * loses commits. Any other value that the server's owner has set stays.
 */
export const DURABLE = `set_config('synchronous_commit', replace(current_setting('synchronous_commit'), 'off', 'on'), true)`;

/**
 * Opens a transaction, by itself or with `READ ONLY` after it. The role's or the database's default may be a stricter level, by which a
 * transaction sees nothing that was committed while it waited for a lock.
 */
export const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED';

/**
 * Takes the limit of a whole transaction away, which servers have since PostgreSQL 17: the role's may be shorter than a transaction that
 * waits its turn for a member, or than retention. Each statement, and each pause between two, has a limit here.
 */
const AS_LONG_AS_ITS_STATEMENTS = `CASE WHEN current_setting('server_version_num')::int >= 170000 THEN set_config('transaction_timeout', '0', true) END`;

/** The limits of a transaction that somebody waits for, or of an `unhurried` one. */
export function boundsOf(limits: PostgresLimits, unhurried: boolean): Bounds {
  const ms = unhurried ? Math.max(UNHURRIED_MS, limits.statementTimeoutMs) : limits.statementTimeoutMs;
  const settings = {
    search_path: SCHEMA,
    statement_timeout: ms,
    lock_timeout: limits.lockTimeoutMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionTimeoutMs,
    ...(unhurried ? {} : BY_INDEX),
  };
  const calls = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', true)`);
  return {
    settings: `SELECT ${[...calls, AS_LONG_AS_ITS_STATEMENTS].join(', ')}`,
    statementMs: ms + SLACK_MS,
    recurs: !unhurried,
  };
}
