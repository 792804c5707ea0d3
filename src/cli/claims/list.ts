import { colourTable } from '../output/colours.ts';
import type { Command } from '../command.ts';
import { CONFIG_OPTION } from '../config/member-ids.ts';
import { LIST_OPTIONS, listFormatOf, readLimit } from '../options.ts';
import { stdout } from '../output/stdout.ts';
import { printMoreHint } from '../output/more-hint.ts';
import { LEDGER_OPTIONS, openExisting } from '../store.ts';
import { FILTER_OPTIONS, readFilter } from './filter.ts';
import { claimsTable } from './text.ts';

/** `rewards claims list`: what is in the ledger. */
export const claimsList: Command = {
  name: 'claims list',
  usage: 'rewards claims list',
  summary: 'list claims, oldest first',
  options: {
    ...FILTER_OPTIONS,
    after: { value: '<id>', help: 'only claims after this one: the next page' },
    config: CONFIG_OPTION,
    ...LEDGER_OPTIONS,
    ...LIST_OPTIONS,
  },
  notes: [
    'Claims with --state unknown may have been executed: look at each, then use rewards claims resolve. For a spreadsheet, or\nfor all claims, use rewards claims export.',
  ],
  async run(options) {
    const { after, limit } = options;
    const most = readLimit(limit);
    const filter = { ...(await readFilter(options)), ...(after !== undefined && { after }), limit: most + 1 };
    const format = listFormatOf(options);
    const ledger = await openExisting(options);
    try {
      const found = await ledger.list(filter);
      const claims = found.slice(0, most);
      if (format === 'table') stdout.print(claims.length === 0 ? 'no claims' : claimsTable(claims), colourTable);
      else for (const claim of claims) stdout.print(JSON.stringify(claim));
      if (found.length > most) printMoreHint(most, `add --after ${claims.at(-1)?.id}, or raise --limit`);
    } finally {
      await ledger.close();
    }
  },
};
