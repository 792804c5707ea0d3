/** How long the ledger waits for what, so that a database which is silent or locked is told as an outage. All in milliseconds. */
export interface PostgresLimits {
  /** For a connection: one of the pool's, or a new one. 10,000 if left out. */
  connectTimeoutMs: number;
  /**
   * For one statement, after which the server gives it up; where nothing is heard of that for another second, the connection is
   * given up. 6,000 if left out. What nobody waits for, such as retention, may take as long as it takes.
   */
  statementTimeoutMs: number;
  /** For what other transactions have locked. 4,000 if left out. */
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

/** What holds a transaction to limits, and how long the answer to one of its statements is waited for. */
export interface Bounds {
  /** A statement that sets them for the transaction. */
  settings: string;
  statementMs: number;
  /** Its statements come again and again. */
  recurs: boolean;
}

/** The largest that PostgreSQL takes. */
const MAX_MS = 2 ** 31 - 1;
const UNHURRIED_MS = 600_000;
/** How much longer than the server may take for a statement its answer is waited for. */
export const SLACK_MS = 1_000;

/** The limits, the usual ones where there are none among the options. Throws `RangeError`. */
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
 * What is set for statements that somebody waits for. Each goes by an index, which a server would not do by itself that
 * has planned it while the table was small.
 */
const BY_INDEX = { enable_seqscan: 'off', jit: 'off', plan_cache_mode: 'force_generic_plan' };

/**
 * Has a commit wait for the server's disk, where the session does not: a neighbour on a pooler's connection may have turned that off, and
 * a server that crashes forgets what was committed so. What else the server's owner has chosen stays.
 */
export const DURABLE = `set_config('synchronous_commit', replace(current_setting('synchronous_commit'), 'off', 'on'), true)`;

/** What the limits are to a transaction: one that somebody waits for, or an `unhurried` one. */
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
  return { settings: `SELECT ${calls.join(', ')}`, statementMs: ms + SLACK_MS, recurs: !unhurried };
}
