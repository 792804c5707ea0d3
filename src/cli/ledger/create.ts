import type { Command } from '../command.ts';
import { stdout } from '../output/stdout.ts';
import { LEDGER_OPTIONS, readStore } from '../store.ts';

/** `rewards ledger create`: the one way in which a ledger comes to be. */
export const ledgerCreate: Command = {
  name: 'ledger create',
  usage: 'rewards ledger create',
  summary: 'create the ledger, once, before the first start',
  options: LEDGER_OPTIONS,
  notes: [
    'Nothing else creates a ledger: if a ledger is missing, a new one in its place would pay\neverybody again. An existing ledger stays as it is.',
  ],
  async run(options) {
    const store = readStore(options);
    await store.create();
    stdout.print(`made the ledger ${store.name}`);
  },
};
