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

/** How a transaction is begun that is held to limits, and how long the answer to one of its statements is waited for. */
export interface Bounds {
  settings: string;
  statementMs: number;
}

/** The largest that PostgreSQL takes. */
const MAX_MS = 2 ** 31 - 1;
const UNHURRIED_MS = 600_000;
const SLACK_MS = 1_000;

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

/** What the limits are to a transaction: one that somebody waits for, or an `unhurried` one. */
export function boundsOf(limits: PostgresLimits, unhurried: boolean): Bounds {
  const { statementTimeoutMs, lockTimeoutMs, idleInTransactionTimeoutMs } = limits;
  const ms = unhurried ? Math.max(UNHURRIED_MS, statementTimeoutMs) : statementTimeoutMs;
  return {
    settings: [
      `SET LOCAL statement_timeout = ${ms}`,
      `SET LOCAL lock_timeout = ${lockTimeoutMs}`,
      `SET LOCAL idle_in_transaction_session_timeout = ${idleInTransactionTimeoutMs}`,
    ].join('; '),
    statementMs: ms + SLACK_MS,
  };
}
