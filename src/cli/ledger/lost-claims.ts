import { createReadStream, openSync, readSync, closeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import {
  CLAIM_STATES,
  type ClaimRecord,
  type Grant,
  GRANT_STATES,
  type LostClaim,
  type Strays,
  tracedMember,
} from '../../ledger/index.ts';
import { driveSync, number, type Row, type Statement, text, type Value } from '../../ledger/operation.ts';
import { claimsIn } from '../../ledger/claims/records.ts';
import { claimTime, timePrefix } from '../../ledger/claims/claim-id.ts';

const PAGE = 200;
const SQLITE = 'SQLite format 3\0';

const Time = z.int();
const Grant = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('points'), points: z.int(), remark: z.string() }),
  z.object({ kind: z.literal('role'), roleId: z.string(), roleName: z.string(), remark: z.string() }),
]);

/** A claim, as `rewards claims export --format json` writes it. */
const Exported = z.object({
  id: z.string().length(30),
  action: z.string(),
  memberId: z.string(),
  service: z.string(),
  period: z.string(),
  nextClaimAt: z.nullable(Time),
  state: z.enum(CLAIM_STATES),
  streak: z.nullable(z.int()),
  fields: z.nullable(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
  createdAt: Time,
  updatedAt: Time,
  grants: z.array(
    z.object({
      index: z.int(),
      order: Grant,
      state: z.enum(GRANT_STATES),
      attempts: z.int(),
      deadline: Time,
      echo: z.nullable(Grant),
      evidence: z.unknown(),
    }),
  ),
});

/** A claim, as the log of the proxy tells of it. */
const Logged = z.object({
  msg: z.literal('claim'),
  claim: z.string().length(30),
  action: z.string(),
  state: z.enum(CLAIM_STATES),
  service: z.string(),
  period: z.string(),
  nextClaimAt: z.nullable(Time),
  streak: z.nullable(z.int()),
  trace: z.string().regex(/^[0-9a-f]{64}$/),
  grants: z.array(
    z.object({
      kind: z.enum(['points', 'role']),
      state: z.enum(GRANT_STATES),
      points: z.optional(z.int()),
      role: z.optional(z.string()),
      status: z.optional(z.int()),
      code: z.optional(z.int()),
      attempts: z.optional(z.int()),
    }),
  ),
  time: z.optional(z.union([z.string(), z.number()])),
});

/**
 * Claims that a ledger may have lost, in portions: from another ledger's file, from an export in JSON, or from the log of a proxy. Those
 * of which nothing happened since `since` (epoch milliseconds) are left out. Rejects if the file cannot be read to its end, after what could.
 */
export async function* lostClaims(path: string, since: number): AsyncGenerator<LostClaim[]> {
  if (beginningOf(path) === SQLITE) yield* fromLedger(path, since);
  else yield* fromLines(path, since);
}

/**
 * What a ledger's file has of claims that it has not, in portions. Of a log or an export there is none. Throws if the file cannot be read to its
 * end, after what could.
 */
export function* strayBelongings(path: string): Generator<Strays> {
  if (beginningOf(path) !== SQLITE) return;
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    for (const rows of portions(strayRows(db, nameIn(db, 'nonces'), 'holder'))) {
      yield { uses: rows.map(useOf), links: [] };
    }
    for (const rows of portions(strayRows(db, 'links', 'claim_id'))) {
      yield { uses: [], links: rows.map((row) => ({ ...linkOf(row), claimId: text(row, 'claim_id') })) };
    }
  } finally {
    db.close();
  }
}

function* strayRows(db: DatabaseSync, table: string, column: string): Generator<Row> {
  if (!hasTable(db, table)) return;
  const sql = `SELECT * FROM ${table} WHERE NOT EXISTS (SELECT 1 FROM claims WHERE claims.id = ${table}.${column})`;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as below
  yield* db.prepare(sql).iterate() as Iterable<Row>;
}

function* portions<One>(some: Iterable<One>): Generator<One[]> {
  let portion: One[] = [];
  for (const one of some) {
    portion.push(one);
    if (portion.length < PAGE) continue;
    yield portion;
    portion = [];
  }
  if (portion.length > 0) yield portion;
}

/** What older ledgers call the tables. */
const OLDER_NAMES = { nonces: 'one_time', idempotency_keys: 'presses' };

function nameIn(db: DatabaseSync, table: keyof typeof OLDER_NAMES): string {
  const older = OLDER_NAMES[table];
  return hasTable(db, older) ? older : table;
}

function useOf(row: Row): NonNullable<LostClaim['uses']>[number] {
  return { id: text(row, 'id'), expiresAt: number(row, 'expires_at') };
}

function linkOf(row: Row): NonNullable<LostClaim['links']>[number] {
  return {
    family: text(row, 'family'),
    value: text(row, 'value'),
    memberId: text(row, 'member_id'),
    usedAt: number(row, 'used_at'),
    isPseudonym: number(row, 'personal') === 0,
  };
}

function beginningOf(path: string): string {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(SQLITE.length);
    return bytes.toString('latin1', 0, readSync(file, bytes));
  } finally {
    closeSync(file);
  }
}

/** A link belongs to all claims that bind it. */
const BONDED = `SELECT family, value, member_id, claim_id, used_at, personal FROM links
  UNION ALL SELECT family, value, member_id, also_id, used_at, personal FROM links JOIN link_bonds ON link_bonds.claim_id = links.claim_id
  ORDER BY claim_id`;

/** It is only read, however old or damaged it is. */
function* fromLedger(path: string, since: number): Generator<LostClaim[]> {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    const uses = new Belongings(db, nameIn(db, 'nonces'), 'holder');
    const links = new Belongings(db, 'links', 'claim_id', hasTable(db, 'link_bonds') ? BONDED : undefined);
    const keys = new Belongings(db, nameIn(db, 'idempotency_keys'), 'claim_id');
    const begin = timePrefix(since);
    let damage: unknown = null;
    let rules: Rules = new Map();
    try {
      rules = rulesIn(db);
    } catch (error) {
      damage = error;
    }
    const belongings = { uses, links, keys, rules };
    try {
      // What was made before may have been settled or taken up again since. It comes first: its slot may be free for a later one.
      yield* pagesOf(db, { where: 'id < ? AND updated_at >= ?', params: [begin, since] }, belongings);
    } catch (error) {
      damage = error;
    }
    yield* pagesOf(db, { where: 'id >= ?', params: [begin] }, belongings);
    if (damage !== null) throw damage;
    for (const some of [uses, links, keys]) some.throwIfDamaged();
  } finally {
    db.close();
  }
}

function* pagesOf(
  db: DatabaseSync,
  { where, params }: { where: string; params: readonly Value[] },
  { uses, links, keys, rules }: { uses: Belongings; links: Belongings; keys: Belongings; rules: Rules },
): Generator<LostClaim[]> {
  const rows = (step: Statement): Row[] => {
    if ('lock' in step) return [];
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is a ledger, which has texts and numbers
    return db.prepare(step.sql).all(...step.params) as Row[];
  };
  const sql = `SELECT * FROM claims WHERE ${where} AND id > ? ORDER BY id LIMIT ?`;
  let after = '';
  for (;;) {
    const page = driveSync(claimsIn(sql, ...params, after, PAGE), rows);
    const [used, linked, keyed] = [uses.of(page), links.of(page), keys.of(page)];
    const whole = page.map((claim) => ({
      ...claim,
      uses: (used.get(claim.id) ?? []).map(useOf),
      links: (linked.get(claim.id) ?? []).map(linkOf),
      idempotencyKeys: (keyed.get(claim.id) ?? []).map((row) => ({
        key: text(row, 'idempotency_key'),
        fingerprint: text(row, 'fingerprint'),
      })),
      rules: rules.get(claim.action) ?? [],
    }));
    if (whole.length > 0) yield whole;
    if (page.length < PAGE) return;
    after = page.at(-1)?.id ?? '';
  }
}

/** The rules that claims were made under, by the action. */
type Rules = ReadonlyMap<string, NonNullable<LostClaim['rules']>>;

/** An older ledger may lack the table. */
function rulesIn(db: DatabaseSync): Rules {
  if (!hasTable(db, 'rules')) return new Map();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  const rows = db.prepare('SELECT action, rule, since FROM rules').all() as Row[];
  const byAction = Map.groupBy(rows, (row) => text(row, 'action'));
  return new Map(
    Array.from(byAction, ([action, some]) => [
      action,
      some.map((row) => ({ rule: text(row, 'rule'), since: number(row, 'since') })),
    ]),
  );
}

function hasTable(db: DatabaseSync, name: string): boolean {
  return db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined;
}

/** Rows of another table that belong to claims. They are read beside the pages of claims, both in the order of the claims' ids. */
class Belongings {
  #rows: Iterator<Row> | null = null;
  #next: Row | undefined;
  #damage: unknown = null;

  readonly #column: string;

  /** `column` has the claim's id, and orders what `sql` gives. An older ledger may lack the table. */
  constructor(db: DatabaseSync, table: string, column: string, sql = `SELECT * FROM ${table} ORDER BY ${column}`) {
    this.#column = column;
    this.#read(() => {
      if (!hasTable(db, table)) return;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
      this.#rows = db.prepare(sql).iterate() as Iterator<Row>;
    });
    this.#step();
  }

  /** The rows of claims that follow those of the page before. */
  of(page: readonly ClaimRecord[]): Map<string, Row[]> {
    const found = new Map(page.map(({ id }): [string, Row[]] => [id, []]));
    const last = page.at(-1)?.id ?? '';
    while (this.#next && text(this.#next, this.#column) <= last) {
      found.get(text(this.#next, this.#column))?.push(this.#next);
      this.#step();
    }
    return found;
  }

  /** Of a damaged table it is said when all claims are back, which matter most. */
  throwIfDamaged(): void {
    if (this.#damage !== null) throw this.#damage;
  }

  #step(): void {
    this.#next = undefined;
    this.#read(() => {
      const step = this.#rows?.next();
      if (step && !step.done) this.#next = step.value;
    });
  }

  #read(some: () => void): void {
    try {
      some();
    } catch (error) {
      this.#rows = null;
      this.#damage = error;
    }
  }
}

async function* fromLines(path: string, since: number): AsyncGenerator<ClaimRecord[]> {
  let portion: ClaimRecord[] = [];
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    const claim = claimIn(line);
    if (!claim || Math.max(claim.createdAt, claim.updatedAt) < since) continue;
    portion.push(claim);
    if (portion.length < PAGE) continue;
    yield portion;
    portion = [];
  }
  if (portion.length > 0) yield portion;
}

/** Whatever else there is in a log, and what stands before a line, is passed over. */
function claimIn(line: string): ClaimRecord | null {
  const begin = line.indexOf('{');
  if (begin < 0) return null;
  let json: unknown;
  try {
    json = JSON.parse(line.slice(begin));
  } catch {
    return null;
  }
  const exported = Exported.safeParse(json);
  if (exported.success) return exported.data;
  const logged = Logged.safeParse(json);
  return logged.success ? fromLog(logged.data) : null;
}

const REMARK = 'brought back from the log';

function fromLog({
  claim: id,
  trace,
  grants,
  action,
  state,
  service,
  period,
  nextClaimAt,
  streak,
  time,
}: z.infer<typeof Logged>): ClaimRecord {
  const createdAt = claimTime(id);
  // A claim that was taken up again has a line for each time.
  const loggedAt = new Date(time ?? Number.NaN).getTime();
  return {
    id,
    action,
    state,
    service,
    period,
    nextClaimAt,
    streak,
    createdAt,
    memberId: tracedMember(trace),
    fields: null,
    updatedAt: Number.isNaN(loggedAt) ? createdAt : loggedAt,
    grants: grants.map(({ kind, state: became, points = 0, role = '', status, code, attempts = 1 }, index) => {
      const order: Grant =
        kind === 'points' ? { kind, points, remark: REMARK } : { kind, roleId: role, roleName: '', remark: REMARK };
      const echo = became === 'granted' ? order : null;
      return { index, order, state: became, attempts, deadline: createdAt, echo, evidence: { status, code } };
    }),
  };
}
