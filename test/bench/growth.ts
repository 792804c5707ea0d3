/**
 * What a claim costs as the ledger grows: reserved and settled in groups of 64, on stores of 1,000 to 5,000,000 claims in
 * turn within one run. The absolute figures drift with the machine; the ratio to the smallest store is what counts.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newIdempotencyKey } from '../../src/elements/client/idempotency-key.ts';
import { type Ledger, type PeriodRule, periodAt } from '../../src/ledger/index.ts';
import { DAY, request } from '../../src/ledger/conformance/requests.ts';
import { startPostgres } from '../support/databases/postgres.ts';
import { filledPostgres, filledSqlite } from './filled.ts';
import { GROUP, memberId, type Shape, shapeOf, START } from './growth-rows.ts';

const SIZES = (process.env['BENCH_SIZES'] ?? '1000,100000,1000000,5000000').split(',').map(Number);
/** `sqlite`, `postgres` or both; the second takes ten minutes to fill. */
const STORES = (process.env['BENCH_STORES'] ?? 'sqlite').split(',');
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 20);
const GROUPS = 10;
const UTC: PeriodRule = { repeats: 'daily', timeZone: 'UTC' };
const EVIDENCE = { status: 200, code: 0, error: '', ts: 1_700_000_000, durationMs: 12 };

/** A filled store, and what was measured on it, in microseconds each. */
class Subject {
  readonly claims: number[] = [];
  /** Processor time of this process. */
  readonly cpu: number[] = [];
  readonly standings: number[] = [];
  readonly recoveries: number[] = [];
  readonly ledger: Ledger;
  readonly #shape: Shape;
  #next = 0;

  constructor(shape: Shape, ledger: Ledger) {
    this.ledger = ledger;
    this.#shape = shape;
  }

  async round(): Promise<void> {
    const before = process.cpuUsage();
    this.claims.push(await timed(GROUPS, () => this.#claimTogether(), GROUP));
    const { user, system } = process.cpuUsage(before);
    this.cpu.push((user + system) / GROUPS / GROUP);
    this.standings.push(await timed(GROUP, () => this.#look()));
    this.recoveries.push(await timed(4, () => this.#recover()));
  }

  /** The first round only warms up. */
  forget(): void {
    for (const figures of [this.claims, this.cpu, this.standings, this.recoveries]) figures.length = 0;
  }

  /** A group of members who came on every day before. */
  async #claimTogether(): Promise<void> {
    const { members, days } = this.#shape;
    const first = this.#next % members;
    const now = START + (days + Math.floor(this.#next / members)) * DAY + first;
    this.#next += GROUP;
    const reservations = await Promise.all(
      Array.from({ length: GROUP }, (_, index) => {
        const idempotency = { key: newIdempotencyKey(), fingerprint: crypto.randomUUID() };
        return this.ledger.reserve(
          request({ memberId: memberId(first + index, this.#shape), rule: UTC, now, idempotency }),
        );
      }),
    );
    await Promise.all(
      reservations.map(async (reservation) => {
        assert.ok(reservation.kind === 'reserved', reservation.kind);
        const { id, grants, streak } = reservation.claim;
        assert.ok(streak !== null && streak > days, 'the member came on the day before');
        const echo = grants[0]?.order;
        assert.ok(echo);
        await this.ledger.settle(id, 0, { state: 'granted', echo, evidence: EVIDENCE }, now);
      }),
    );
  }

  async #look(): Promise<void> {
    const member = memberId(Math.floor(Math.random() * this.#shape.members), this.#shape);
    const now = START + this.#shape.days * DAY;
    await this.ledger.standing({ action: 'daily', memberId: member, period: periodAt(UTC, now), now });
  }

  /** What a proxy does every five seconds. */
  async #recover(): Promise<void> {
    await this.ledger.recover(START);
    await this.ledger.retryable(3);
  }
}

/** Microseconds that one of `count` runs in turn takes, divided by what each does at once. */
async function timed(count: number, run: () => Promise<void>, atOnce = 1): Promise<number> {
  const startedAt = performance.now();
  for (let n = 0; n < count; n += 1) await run();
  return ((performance.now() - startedAt) * 1000) / count / atOnce;
}

const mean = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

async function measure(store: string, fill: (size: number) => Promise<Ledger>): Promise<void> {
  const subjects: Subject[] = [];
  for (const size of SIZES) {
    const startedAt = performance.now();
    subjects.push(new Subject(shapeOf(size), await fill(size)));
    console.error(`${store}: filled ${size} in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  }
  for (const subject of subjects) await subject.round();
  for (const subject of subjects) subject.forget();
  for (let round = 0; round < ROUNDS; round += 1) for (const subject of subjects) await subject.round();
  for (const { ledger } of subjects) await ledger.close();

  const column = (pick: (subject: Subject) => number[]) => {
    const means = subjects.map((subject) => mean(pick(subject)));
    return means.map((one) => `${one.toFixed(0)} (${(one / (means[0] ?? Number.NaN)).toFixed(2)})`);
  };
  const columns = [
    column(({ claims }) => claims),
    column(({ cpu }) => cpu),
    column(({ standings }) => standings),
    column(({ recoveries }) => recoveries),
  ];
  console.log(`${store}: microseconds, and in brackets how many times those of the smallest store`);
  console.log(
    ['claims', 'a claim', 'its CPU time', 'a standing', 'a recovery'].map((text) => text.padEnd(16)).join(''),
  );
  for (const [index, size] of SIZES.entries()) {
    console.log([String(size), ...columns.map((cells) => cells[index] ?? '')].map((text) => text.padEnd(16)).join(''));
  }
}

const home = mkdtempSync(join(tmpdir(), 'rewards-growth-'));
try {
  if (STORES.includes('sqlite')) await measure('SQLite', (size) => filledSqlite(join(home, `${size}.db`), size));
  if (STORES.includes('postgres')) {
    await using server = await startPostgres();
    await measure('PostgreSQL', async (size) => filledPostgres(await server.createDatabase(), size));
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}
