import type { Command } from '../command.ts';
import { JSON_OPTION } from '../options.ts';
import { stdout } from '../output/stdout.ts';
import { LEDGER_OPTIONS, readStore } from '../store.ts';
import { factsText } from './facts-text.ts';

/** `rewards ledger show`: the ledger as a whole. */
export const ledgerShow: Command = {
  name: 'ledger show',
  usage: 'rewards ledger show',
  summary: 'show how many claims the ledger has, the newest, the last backup, and what was done with it',
  options: { ...LEDGER_OPTIONS, json: JSON_OPTION },
  notes: [],
  async run(options) {
    const store = readStore(options);
    const ledger = await store.open();
    try {
      const [facts, history] = [await ledger.about(), await ledger.ledgerHistory()];
      stdout.print(
        options['json'] === undefined
          ? factsText(store.name, facts, history)
          : JSON.stringify({ ...facts, history }, null, 2),
      );
    } finally {
      await ledger.close();
    }
  },
};
