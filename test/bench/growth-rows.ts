import { DAY } from '../../src/ledger/conformance/requests.ts';

/** The first instant of the first day. */
export const START = Date.UTC(2026, 0, 1);
/** Claims that are made together. */
export const GROUP = 64;

const DAYS = 100;
/** A prime: members come in another order than that of their ids. */
const STRIDE = 7919;

/** A store on which each of so many members has claimed on so many days in a row. */
export interface Shape {
  members: number;
  days: number;
}

/** About so many claims. Members come in whole groups, so that no group lies across two days. */
export function shapeOf(size: number): Shape {
  const members = Math.max(1, Math.round(size / DAYS / GROUP)) * GROUP;
  return { members, days: Math.round(size / members) };
}

/** The id of the member who comes as the so-manieth each day, as long as real ids are. */
export function memberId(place: number, { members }: Shape): string {
  return String(100_000_000_000_000_000n + BigInt((place * STRIDE) % members) * 1_000_003n);
}

/** How a store spells what the rows need. */
export interface Spelling {
  schema: string;
  /** The numbers from 0 on, as a table `series` with the column `n`. */
  series: (count: number) => string;
  randomHex: string;
  date: (ms: string) => string;
}

export const SQLITE: Spelling = {
  schema: '',
  series: (count) =>
    `WITH RECURSIVE series (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM series WHERE n < ${count - 1})`,
  randomHex: 'lower(hex(randomblob(10)))',
  date: (ms) => `date(${ms} / 1000, 'unixepoch')`,
};

export const POSTGRES: Spelling = {
  schema: 'rewards.',
  series: (count) => `WITH series AS (SELECT n FROM generate_series(0::bigint, ${count - 1}) AS n)`,
  randomHex: 'substr(md5(random()::text), 1, 20)',
  date: (ms) => `to_char(to_timestamp(${ms} / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD')`,
};

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

/** The ten digits of a time with which an id begins. */
function timePrefix(ms: string): string {
  const shifts = [45, 40, 35, 30, 25, 20, 15, 10, 5, 0];
  return shifts.map((bits) => `substr('${DIGITS}', CAST(((${ms}) >> ${bits}) & 31 AS INTEGER) + 1, 1)`).join(' || ');
}

/** Statements that fill an empty store with granted daily claims, as the ledger itself would have left them. */
export function rowsSql({ members, days }: Shape, { schema, series, randomHex, date }: Spelling): string[] {
  const perMember = Math.floor(DAY / members);
  const order = `{"kind":"points","points":10,"remark":"Daily check-in"}`;
  const evidence = `{"status":200,"code":0,"error":"","ts":1700000000,"durationMs":12}`;
  const claims = members * days;
  return [
    `INSERT INTO ${schema}claims (id, action, member_id, service, period, next_claim_at, state, holds, streak, created_at, updated_at)
     ${series(claims)}, timed AS (SELECT n / ${members} AS day, n % ${members} AS place FROM series),
     made AS (SELECT day, place, ${START} + day * ${DAY} + place * ${perMember} AS at FROM timed)
     SELECT ${timePrefix('at')} || ${randomHex}, 'daily', CAST(100000000000000000 + (place * ${STRIDE}) % ${members} * 1000003 AS TEXT), 'default',
       ${date('at')}, ${START} + (day + 1) * ${DAY}, 'granted', 1, day + 1, at, at FROM made`,
    `INSERT INTO ${schema}grants (claim_id, idx, kind, points, ask, state, attempts, deadline, echo, evidence)
     SELECT id, 0, 'points', 10, '${order}', 'granted', 1, created_at + 15000, '${order}', '${evidence}' FROM ${schema}claims`,
    `INSERT INTO ${schema}events (claim_id, seq, at, idx, from_state, to_state, cause, evidence)
     SELECT id, 0, created_at, 0, NULL, 'sent', 'reserve', NULL FROM ${schema}claims`,
    `INSERT INTO ${schema}events (claim_id, seq, at, idx, from_state, to_state, cause, evidence)
     SELECT id, 1, created_at, 0, 'sent', 'granted', 'reply', '${evidence}' FROM ${schema}claims`,
    `INSERT INTO ${schema}idempotency_keys (idempotency_key, fingerprint, claim_id)
     SELECT ${randomHex} || ${randomHex}, ${randomHex} || ${randomHex}, id FROM ${schema}claims`,
    `INSERT INTO ${schema}tallies (action, claims, points) VALUES ('daily', ${claims}, ${claims * 10})`,
  ];
}
