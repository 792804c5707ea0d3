import type { Command } from '../command.ts';
import { ENV_OPTION, readEnvFile } from '../env-file.ts';
import { stdout } from '../stdout.ts';
import { DB_OPTION, readStore } from '../store.ts';

/** `rewards ledger create`: the one way in which a ledger comes to be. */
export const ledgerCreate: Command = {
  name: 'ledger create',
  usage: 'rewards ledger create',
  summary: 'make the ledger, once, before the first start',
  options: { db: DB_OPTION, env: ENV_OPTION },
  notes: [
    'Nothing else makes one: a ledger that is not where it was has forgotten who was paid, and a new one in its place would pay\neverybody again. Where there is one already, it stays as it is.',
  ],
  async run(options) {
    readEnvFile(options['env']);
    const store = readStore(options['db']);
    await store.create();
    stdout.print(`made the ledger ${store.name}`);
  },
};
