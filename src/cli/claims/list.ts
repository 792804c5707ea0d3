import type { ClaimRecord } from '../../ledger/index.ts';
import { table } from '../colours.ts';
import { type Command, UsageError } from '../command.ts';
import { CONFIG_OPTION } from '../member-ids.ts';
import { LIST_OPTIONS, listFormatOf } from '../options.ts';
import { stdout } from '../stdout.ts';
import { DB_OPTION, openExisting } from '../store.ts';
import { FILTER_OPTIONS, readFilter } from './filter.ts';
import { claimsTable } from './text.ts';

const MAX_LIMIT = 1000;

/** `rewards claims list`: what is in the ledger. */
export const claimsList: Command = {
  name: 'claims list',
  usage: 'rewards claims list',
  summary: 'list claims, oldest first',
  options: {
    ...FILTER_OPTIONS,
    after: { value: '<id>', help: 'only claims after this one: the next page' },
    config: CONFIG_OPTION,
    db: DB_OPTION,
    ...LIST_OPTIONS,
    limit: { value: '<number>', help: `at most so many, up to ${MAX_LIMIT}; by default 100` },
  },
  notes: [
    'Claims with --state unknown may have been executed: look at each, then use rewards claims resolve. For a spreadsheet, or\nfor all claims, use rewards claims export.',
  ],
  async run(options) {
    const { after, limit = '100' } = options;
    const most = readLimit(limit);
    const filter = { ...(await readFilter(options)), ...(after !== undefined && { after }), limit: most + 1 };
    const format = listFormatOf(options);
    const ledger = await openExisting(options['db']);
    try {
      const found = await ledger.list(filter);
      const claims = found.slice(0, most);
      if (format === 'table') stdout.print(claims.length === 0 ? 'no claims' : claimsTable(claims), table);
      else for (const claim of claims) stdout.print(JSON.stringify(claim));
      if (found.length > most) tellOfMore(claims);
    } finally {
      await ledger.close();
    }
  },
};

/** On stderr, since a program may read the rest. */
function tellOfMore(claims: readonly ClaimRecord[]): void {
  process.stderr.write(
    `rewards: these are the first ${claims.length}, and there are more: add --after ${claims.at(-1)?.id}, or raise --limit\n`,
  );
}

function readLimit(text: string): number {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw new UsageError(`--limit must be a whole number from 1 to ${MAX_LIMIT}, not ${text}`);
}
