import type { Ledger } from '../ledger/index.ts';
import { oneOf } from './claims.ts';
import { type Command, UsageError } from './command.ts';
import { DB_OPTION, openExisting } from './store.ts';

/** `rewards claims resolve`: an operator's decision on what may have been executed. */
export const claimsResolve: Command = {
  name: 'claims resolve',
  usage: 'rewards claims resolve',
  operands: '<id>…',
  summary: 'decide what became of claims whose outcome is unknown',
  options: {
    as: {
      value: '<granted|released>',
      help: 'granted: the member has it; released: the member has it not, and may claim again',
    },
    by: { value: '<name>', help: 'who decides' },
    db: DB_OPTION,
    why: { value: '<text>', help: 'why, such as what the community shows' },
  },
  notes: [
    'Look first whether the member has the points or the role. What was executed after all and is called released can be\nclaimed, and so be paid, a second time. Both names stand in the history for good.',
  ],
  async run({ as, by, db, why }, ids) {
    if (ids.length === 0) throw new UsageError('name the claims: rewards claims resolve <id>… --as … --by … --why …');
    if (as === undefined || by === undefined || why === undefined)
      throw new UsageError('--as, --by and --why are needed, all three');
    const decision = { state: oneOf('--as', as, ['granted', 'released']), who: by, why };
    const ledger = openExisting(db);
    try {
      for (const id of ids) await checkUnknown(ledger, id);
      for (const id of ids) {
        await ledger.resolve(id, decision, Date.now());
        console.log(`${id} ${decision.state}`);
      }
    } finally {
      await ledger.close();
    }
  },
};

/** Nothing is decided where one of the claims is named by mistake. */
async function checkUnknown(ledger: Ledger, id: string): Promise<void> {
  const claim = await ledger.find(id);
  if (!claim) throw new Error(`there is no claim ${id}; nothing was changed`);
  if (claim.grants.some(({ state }) => state === 'unknown')) return;
  throw new Error(`claim ${id} has nothing unknown, it is ${claim.state}; nothing was changed`);
}
