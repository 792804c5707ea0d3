import { type Command, UsageError } from '../command.ts';
import { stdout } from '../output/stdout.ts';
import { LEDGER_OPTIONS, openExisting } from '../store.ts';

/** `rewards ledger set-aside`: the way out where a clock that was far ahead has made a claim. */
export const ledgerSetAside: Command = {
  name: 'ledger set-aside',
  usage: 'rewards ledger set-aside',
  summary: 'allow claims again after a clock that was ahead has made some',
  options: {
    by: { value: '<name>', help: 'who says so' },
    ...LEDGER_OPTIONS,
    why: { value: '<text>', help: 'the reason, such as what was wrong with the clock' },
  },
  notes: [
    'No claims are made while the clock is behind the newest claim, because members could claim again for a day that is\nover. If the newest claim has a wrong time, everybody would wait until that time. First correct the clock.',
    'The claims stay, and count as before: for the day they were made for.',
  ],
  async run(options) {
    const { by: who, why } = options;
    if (who === undefined || why === undefined) throw new UsageError('--by and --why are needed, both');
    const ledger = await openExisting(options);
    try {
      const claims = await ledger.setAside({ who, why }, Date.now());
      if (claims === 0) stdout.print('no claim is ahead of the clock');
      else stdout.print(`${claims === 1 ? '1 claim is' : `${claims} claims are`} set aside, and claims are made again`);
    } finally {
      await ledger.close();
    }
  },
};
