import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Value } from '../operation.ts';

/** SQL for PostgreSQL. */
export interface Sql {
  text: string;
  /** The name of the prepared statement, made from the text, so that on any connection it stands for this text alone. */
  name: string;
  /** Whether its answer matters. If not, it is sent together with the next statement. */
  isAnswered: boolean;
  writes: boolean;
}

/** A statement with its values. */
export interface Asked {
  sql: Sql;
  values: readonly Value[];
}

const NAME_LENGTH = 32;
const WITHOUT_ROWS = /^\s*(?:INSERT|UPDATE|DELETE)\b(?![^]*\bRETURNING\b)/;
const READING = /^\s*(?:SELECT|WITH)\b/;

const known = new Map<string, Sql>();

/** The SQL of an operation, with `$1`, `$2`, … for its question marks. */
export function sqlOf(given: string): Sql {
  let sql = known.get(given);
  if (sql === undefined) {
    let count = 0;
    sql = asSql(given.replaceAll('?', () => `$${(count += 1)}`));
    known.set(given, sql);
  }
  return sql;
}

function asSql(text: string): Sql {
  const name = `rewards_${bytesToHex(sha256(utf8ToBytes(text))).slice(0, NAME_LENGTH)}`;
  return { text, name, isAnswered: !WITHOUT_ROWS.test(text), writes: !READING.test(text) };
}

export const COMMIT: Asked = { sql: sqlOf('COMMIT'), values: [] };
