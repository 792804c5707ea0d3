import { DatabaseSync } from 'node:sqlite';
import type { ClaimRecord, LostClaim, Strays } from '../../ledger/index.ts';
import { timePrefix } from '../../ledger/claims/claim-id.ts';
import { claimsIn } from '../../ledger/claims/records.ts';
import { driveSync, number, type Row, type Statement, text, type Value } from '../../ledger/operation.ts';
import { chunks } from '../../common/chunks.ts';

const PAGE = 200;

/** A link belongs to all claims that bind it. */
const BONDED = `SELECT family, value, member_id, claim_id, used_at, personal FROM links
  UNION ALL SELECT family, value, member_id, also_id, used_at, personal FROM links JOIN link_bonds ON link_bonds.claim_id = links.claim_id
  ORDER BY claim_id`;

/** The claims of a ledger's file with all that belongs to them, in chunks. The file is opened read-only; it may be old or damaged. */
export function* claimsInLedger(path: string, since: number): Generator<LostClaim[]> {
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
      // Claims made before `since` may have changed after it. They come first, because a later claim may have taken their slot.
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

/** Uses and links in a ledger's file whose claims are not in it, in chunks. */
export function* straysInLedger(path: string): Generator<Strays> {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    for (const rows of chunks(strayRows(db, nameIn(db, 'nonces'), 'holder'), PAGE)) {
      yield { uses: rows.map(useOf), links: [] };
    }
    for (const rows of chunks(strayRows(db, 'links', 'claim_id'), PAGE)) {
      yield { uses: [], links: rows.map((row) => ({ ...linkOf(row), claimId: text(row, 'claim_id') })) };
    }
  } finally {
    db.close();
  }
}

function* strayRows(db: DatabaseSync, table: string, column: string): Generator<Row> {
  if (!hasTable(db, table)) return;
  const sql = `SELECT * FROM ${table} WHERE NOT EXISTS (SELECT 1 FROM claims WHERE claims.id = ${table}.${column})`;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  yield* db.prepare(sql).iterate() as Iterable<Row>;
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

/** Rows of another table that belong to claims. They are read along with the pages of claims, both in the order of claim ids. */
class Belongings {
  #rows: Iterator<Row> | null = null;
  #next: Row | undefined;
  #damage: unknown = null;

  readonly #column: string;

  /** `column` holds the claim's id; the rows of `sql` must be sorted by it. An older ledger may lack the table. */
  constructor(db: DatabaseSync, table: string, column: string, sql = `SELECT * FROM ${table} ORDER BY ${column}`) {
    this.#column = column;
    this.#read(() => {
      if (!hasTable(db, table)) return;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
      this.#rows = db.prepare(sql).iterate() as Iterator<Row>;
    });
    this.#step();
  }

  /** The rows that belong to the claims of this page, by claim id. Pages must be asked for in order. */
  of(page: readonly ClaimRecord[]): Map<string, Row[]> {
    const found = new Map(page.map(({ id }): [string, Row[]] => [id, []]));
    const last = page.at(-1)?.id ?? '';
    while (this.#next && text(this.#next, this.#column) <= last) {
      found.get(text(this.#next, this.#column))?.push(this.#next);
      this.#step();
    }
    return found;
  }

  /** Reports a damaged table late: by then all claims, which matter most, have been read. */
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

  #read(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#rows = null;
      this.#damage = error;
    }
  }
}
