import type { ClaimFilter, Ledger } from '../../ledger/index.ts';
import type { Command } from '../command.ts';
import { CONFIG_OPTION } from '../config/member-ids.ts';
import { formatOf } from '../options.ts';
import { OUTPUT_OPTIONS, readOutput, writeOutput } from '../output/output.ts';
import { LEDGER_OPTIONS, readStore } from '../store.ts';
import { visible } from '../output/visible.ts';
import { FILTER_OPTIONS, readFilter } from './filter.ts';
import { csvLines } from '../../desk/claims/export.ts';
import { claimsOf } from '../../desk/claims/look-up.ts';

/** `rewards claims export`: claims for a spreadsheet or another program. */
export const claimsExport: Command = {
  name: 'claims export',
  usage: 'rewards claims export',
  summary: 'write claims, with what visitors filled in, as CSV or JSON',
  options: {
    ...FILTER_OPTIONS,
    config: CONFIG_OPTION,
    ...LEDGER_OPTIONS,
    format: { value: '<csv|json>', help: 'csv (the default), or one JSON object a line' },
    json: { help: 'short for --format json' },
    'no-longer': {
      help: 'only claims granted for a holding on chain that is gone, as the RPCs of the config say now',
    },
    ...OUTPUT_OPTIONS,
  },
  notes: [
    'In CSV, an apostrophe stands before text that a spreadsheet would take for a formula; JSON has all text as typed. The export\nhas personal data: protect it like the ledger.',
    'With --no-longer a terminal shows a table. CSV and JSON have a column for the reason if nobody could find out. Such claims never\ncount as gone, and the exit status is then 1. Nothing is taken away, because the service cannot do that: remove the role from the\nmembers in the community.',
  ],
  async run(options) {
    if (options['no-longer'] !== undefined) {
      const { exportLapsed } = await import('./export-lapsed.ts');
      return exportLapsed(options);
    }
    const filter = await readFilter(options);
    const format = formatOf(options, 'csv');
    const store = readStore(options);
    const output = readOutput(options, store);
    const ledger = await store.open();
    try {
      const lines = format === 'csv' ? csvLines(ledger, filter) : jsonLines(ledger, filter);
      await writeOutput(output, lines);
    } finally {
      await ledger.close();
    }
  },
};

async function* jsonLines(ledger: Ledger, filter: ClaimFilter): AsyncGenerator<string> {
  for await (const claim of claimsOf(ledger, filter)) yield `${visible(JSON.stringify(claim))}\n`;
}
