import { resolve } from 'node:path';
import { type Adopted, type Decision, type Ledger, LedgerError, type LedgerFacts } from '../../ledger/index.ts';
import { readTime } from '../claims/filter.ts';
import { type Command, UsageError } from '../command.ts';
import { stdout } from '../output/stdout.ts';
import { LEDGER_OPTIONS, openExisting } from '../store.ts';
import { gapText } from '../../desk/health/ledger-health.ts';
import { lostClaims, strayBelongings } from './lost-claims.ts';
import { claimCount } from '../claims/text.ts';

/** Room for clocks that differ, and for claims that were in flight. */
const SLACK_MS = 60_000;

const URL_START = /^\s*["']?[a-z][a-z\d+.-]+:\/\//i;
/** Does not quote it, as a URL may have a password. */
const NO_URL =
  '--from must be a file, and no URL. Of a ledger on PostgreSQL write one: rewards claims export --db <its URL> --format json > claims.json. Which codes and wallets were used is not in it';

/** `rewards ledger restored`: what is to be done about claims that a ledger has lost. */
export const ledgerRestored: Command = {
  name: 'ledger restored',
  usage: 'rewards ledger restored',
  summary: 'allow claims again in a ledger that went back to an older state',
  options: {
    by: { value: '<name>', help: 'who says so' },
    complete: { help: 'nothing is missing (any more): hold nobody back' },
    ...LEDGER_OPTIONS,
    from: {
      value: '<file>',
      help: 'bring back claims from the log of the proxy, a claims export in JSON, or the old ledger',
    },
    since: { value: '<time>', help: 'since when claims are missing; by default after the newest claim' },
    why: { value: '<text>', help: 'the reason, such as what happened to the disk' },
  },
  notes: [
    'A backup lacks the claims made after it. They were paid, and would be paid again. So members who may have claimed in that\ntime are held back: the claim is recorded as unknown, nothing is sent, and the visitor reads that it is not confirmed yet.',
    '1. Bring back what is known, as often as you like: --from proxy.log, --from export.json, --from broken.db.\n2. Decide on the claims that wait: rewards claims list --state unknown, rewards claims resolve.\n3. Once you know all claims of that time, run --complete.',
    'A log line names nobody. Only this ledger can tell by its trace whose claim it was.',
  ],
  async run(options) {
    const { by: who, why, since, complete, from } = options;
    if (who === undefined || why === undefined) throw new UsageError('--by and --why are needed, both');
    if (complete !== undefined && since !== undefined)
      throw new UsageError('where nothing is missing there is no --since');
    if (from !== undefined && URL_START.test(from)) throw new UsageError(NO_URL);
    const wanted = since === undefined ? null : readTime('--since', since);
    const ledger = await openExisting(options);
    try {
      const by = { who, why };
      const facts = await ledger.about();
      const gap = { since: beginOf(facts, wanted), until: endOf(facts, wanted, from !== undefined) };
      if (from !== undefined) await bringBack(ledger, resolve(from), gap.since, by);
      stdout.print(outcome(await ledger.restored(complete === undefined ? gap : null, by, Date.now())));
    } finally {
      await ledger.close();
    }
  },
};

/** The begin of the gap: as wanted, or that of the known gap, even if some of its claims are back, or shortly before the newest claim. */
function beginOf({ halted, gap, newestClaimAt, madeAt }: LedgerFacts, wanted: number | null): number {
  const newest = newestClaimAt ?? madeAt;
  // If the clock was set back after the backup, later claims seem to be older than it.
  const begin = halted?.reason === 'backup' ? Math.min(halted.at, newest) : newest;
  return wanted ?? gap?.since ?? begin - SLACK_MS;
}

/** The end of the gap: now, or that of the known gap if claims are only brought back. A `--since` after the known gap reports a new loss, so that one ends now too. */
function endOf({ halted, gap }: LedgerFacts, wanted: number | null, bringsBack: boolean): number {
  const isKnown = gap !== null && halted === null && bringsBack && (wanted ?? gap.since) <= gap.until;
  return isKnown ? gap.until : Date.now();
}

/** The ledger's results for a lost claim, the least informative first. */
const KINDS = ['known', 'decided', 'added', 'twice'] as const satisfies (keyof Adopted)[];

/** The result for each lost claim, by its id. */
type Results = Map<string, keyof Adopted>;

async function bringBack(ledger: Ledger, path: string, since: number, by: Decision): Promise<void> {
  const results: Results = new Map();
  const ofClaims = await failureOf(async () => {
    for await (const claims of lostClaims(path, since)) {
      const adopted = await ledger.adopt(claims, by, Date.now());
      for (const kind of KINDS) for (const id of adopted[kind]) keepResult(results, id, kind);
    }
  });
  const ofStrays = await failureOf(async () => {
    // oxlint-disable-next-line no-await-in-loop -- one transaction after the other
    for (const strays of strayBelongings(path)) await ledger.adopt([], by, Date.now(), strays);
  });
  const failure = ofClaims ?? ofStrays;
  if (failure === null || results.size > 0) report(path, results);
  if (failure === null) return;
  const what = failure instanceof LedgerError ? 'could not be brought back as a whole' : 'could not be read to its end';
  const rest = results.size > 0 ? '. What it had until there is in the ledger' : '';
  throw new Error(`${path} ${what}: ${failure.message}${rest}`, { cause: failure });
}

/** The error of the work, or null. It does not throw, so that the next steps still run. */
async function failureOf(work: () => Promise<void>): Promise<Error | null> {
  try {
    await work();
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Keeps the most informative result: a log may have several lines for a claim, and after the first the ledger knows it. */
function keepResult(results: Results, id: string, kind: keyof Adopted): void {
  const before = results.get(id);
  if (before === undefined || KINDS.indexOf(before) < KINDS.indexOf(kind)) results.set(id, kind);
}

function report(path: string, results: Results): void {
  if (results.size === 0) return stdout.print(`${path} has no claims of that time`);
  const {
    added = [],
    known = [],
    decided = [],
    twice = [],
  } = Object.groupBy(results.keys(), (id) => results.get(id) ?? 'known');
  stdout.print(
    `${path}: ${claimCount(added.length)} brought back, ${known.length} known, ${decided.length} that were waited for`,
  );
  if (twice.length > 0) {
    stdout.print(
      `paid twice, since the member has claimed again: ${claimCount(twice.length)}\n${twice.map((id) => `  ${id}`).join('\n')}`,
    );
  }
}

function outcome({ gap, claims }: LedgerFacts): string {
  if (gap === null) return `claims are made, and nobody is held back; the ledger has ${claimCount(claims)}`;
  return [
    `claims are made again; the ledger has ${claimCount(claims)}. As ${gapText(gap)},`,
    'members who may have claimed then are held back until you decide: rewards claims list --state unknown',
    'Once you know of all of them: rewards ledger restored --complete, with --by and --why',
  ].join('\n');
}
