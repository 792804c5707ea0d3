import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Value } from '../operation.ts';

/** SQL as PostgreSQL has it. */
export interface Sql {
  text: string;
  /** What it is prepared under: made from the text, so that on any connection this name stands for this text alone. */
  name: string;
  /** Whether its answer tells anything. What it does not matter to can be asked along with what follows. */
  isAnswered: boolean;
  writes: boolean;
}

/** A statement of a transaction. */
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
