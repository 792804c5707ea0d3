import type { Command } from '../command.ts';
import { stdout } from '../stdout.ts';
import { DB_OPTION, readStore } from '../store.ts';
import { factsText } from './facts-text.ts';

/** `rewards ledger show`: the ledger as a whole. */
export const ledgerShow: Command = {
  name: 'ledger show',
  usage: 'rewards ledger show',
  summary: 'show how many claims the ledger has, the newest, the last backup, and what was done with it',
  options: { db: DB_OPTION },
  notes: [],
  async run({ db }) {
    const store = readStore(db);
    const ledger = store.open();
    try {
      stdout.print(factsText(store.name, await ledger.about(), await ledger.ledgerHistory()));
    } finally {
      await ledger.close();
    }
  },
};
