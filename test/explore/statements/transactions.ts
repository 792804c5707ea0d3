import type { Ledger } from '../../../src/ledger/index.ts';
import { postgresLedger } from '../../../src/ledger/postgres.ts';
import { PATIENT } from '../../support/databases/patient.ts';
import { type Choice, EVERYTHING } from '../choice.ts';
import { type Begin, explore, type Explored } from '../explore.ts';
import type { Ground } from './ground.ts';
import { brokenAnswers, brokenTables } from './invariants.ts';
import type { Query } from '../../support/databases/one-by-one.ts';
import type { Party } from './party.ts';
import type { Pair } from './pairs.ts';

/** A mistake: other statements in the place of a transaction's, or another ledger made of the right one. */
export interface StatementBug {
  /** The pair that shows it, which is looked at first. */
  shownIn: string;
  query?: (query: Query) => Query;
  ledger?: (ledger: Ledger) => Ledger;
}

type Sown = Omit<StatementBug, 'shownIn'>;

/** What became of what one of the two was asked for. */
export type Answer = { value: unknown } | { failed: unknown };

/** What all orders of whole transactions come to. */
type Ends = Map<string, string[]>;

/** An hour after whatever was begun. */
const LATER_MS = 3_600_000;

/**
 * Prepares the pair, and gives the beginning of it. What it comes to in any order of statements must be what it comes to in one of
 * the orders of whole transactions, which are tried here.
 */
export async function beginningOf(ground: Ground, pair: Pair, bug: Sown = {}): Promise<Begin> {
  await ground.prepare(pair.before);
  const serial: Ends = new Map();
  await explore(() => Transactions.begin({ ground, pair, bug: {}, known: serial, isSerial: true }), { whole: true });
  const known: Ends = new Map();
  return () => Transactions.begin({ ground, pair, bug, known, serial });
}

interface Setting {
  ground: Ground;
  pair: Pair;
  bug: Sown;
  /** What is broken at the ends that were come to. */
  known: Ends;
  /** Begins no transaction while another is under way. */
  isSerial?: boolean;
  serial?: Ends;
}

/** Two who do something in one ledger on PostgreSQL at once, each statement of either in its turn. */
class Transactions implements Explored {
  readonly #setting: Setting;
  readonly #answers = new Map<Party, Answer>();
  #ledgers: Ledger[] = [];

  private constructor(setting: Setting) {
    this.#setting = setting;
  }

  static async begin(setting: Setting): Promise<Transactions> {
    const { ground } = setting;
    await ground.putBack();
    const world = new Transactions(setting);
    await world.#begin();
    return world;
  }

  choices(): Choice[] {
    const { ground, isSerial = false } = this.#setting;
    const { parties } = ground;
    // Which of two that wait for each other gives way is up to the server.
    if (parties.every(({ isBlocked }) => isBlocked))
      return parties.map(({ name }) => ({ name: `${name} gives way`, touches: [EVERYTHING] }));
    const busy = parties.filter(({ isInTransaction }) => isInTransaction);
    return (isSerial && busy.length > 0 ? busy : parties).flatMap(({ next }) => next ?? []);
  }

  async take(choice: string): Promise<void> {
    const { ground } = this.#setting;
    const party = ground.parties.find(({ name }) => choice.startsWith(`${name} `));
    if (choice === `${party?.name} gives way` && party?.isBlocked) await ground.cancel(party);
    else if (choice === party?.next?.name) party.letGo();
    else throw new Error(`"${choice}" cannot happen here`);
    await ground.quiet();
  }

  async describe(): Promise<string> {
    const { ground } = this.#setting;
    return JSON.stringify([ground.parties.map((party) => party.describe()), await ground.tables()]);
  }

  /** Once more, each alone, after what both did: a ledger that is whole takes that. */
  async broken(): Promise<string[]> {
    const { ground, pair, known, serial } = this.#setting;
    const tables = await ground.tables();
    const answers = this.#answersInOrder();
    const end = JSON.stringify([answers, tables]);
    const before = known.get(end);
    if (before) return before;
    const broken = [...brokenTables(tables, pair), ...brokenAnswers(answers, tables, pair)];
    if (serial && !serial.has(end)) broken.push('it comes to what no order of whole transactions comes to');
    broken.push(...(await this.#brokenAlone()));
    known.set(end, broken);
    return broken;
  }

  async #begin(): Promise<void> {
    const { ground, pair, bug } = this.#setting;
    const { query = (same) => same, ledger: made = (same) => same } = bug;
    this.#ledgers = ground.parties.map((party) => made(postgresLedger(party.pool(query), PATIENT)));
    for (const [index, party] of ground.parties.entries()) {
      const ledger = this.#ledgers[index];
      const act = pair.acts[index];
      if (!ledger || !act) throw new Error(`there is nothing to do for ${party.name}`);
      party
        .act(() => act.run(ledger))
        .then(
          (value) => this.#answers.set(party, { value }),
          (error: unknown) => this.#answers.set(party, { failed: String(error) }),
        );
    }
    await ground.quiet();
  }

  /** What is broken after each did the same again alone, and after all is past its deadline. */
  async #brokenAlone(): Promise<string[]> {
    const { ground, pair } = this.#setting;
    const broken: string[] = [];
    for (const [index, { run, name }] of pair.acts.entries()) {
      const ledger = this.#ledgers[index];
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await ledger
        ?.recover(pair.now + LATER_MS)
        .then(() => run(ledger))
        .catch((error: unknown) => {
          broken.push(`${name} fails afterwards: ${String(error)}`);
        });
    }
    await this.#ledgers[0]?.recover(pair.now + LATER_MS);
    return [...broken, ...brokenTables(await ground.tables(), pair).map((line) => `afterwards ${line}`)];
  }

  #answersInOrder(): Answer[] {
    return this.#setting.ground.parties.map((party) => this.#answers.get(party) ?? { failed: 'nothing' });
  }
}
