import { colourOutcomes } from '../output/colours.ts';
import { type Command, UsageError } from '../command.ts';
import { JSON_OPTION } from '../options.ts';
import { stdout } from '../output/stdout.ts';
import { LEDGER_OPTIONS, openExisting } from '../store.ts';
import { findClaim } from '../../desk/claims/look-up.ts';
import { claimText } from './text.ts';

/** `rewards claims show`: one claim in full. */
export const claimsShow: Command = {
  name: 'claims show',
  usage: 'rewards claims show',
  operands: '<id>',
  summary: 'show one claim with its grants, what came back, and its history',
  options: { ...LEDGER_OPTIONS, json: JSON_OPTION },
  notes: ['The beginning of the id is enough, such as the reference in a remark or one that a visitor gives you.'],
  async run(options, [id, ...more]) {
    if (id === undefined || more.length > 0) throw new UsageError('name one claim: rewards claims show <id>');
    const ledger = await openExisting(options);
    try {
      const claim = await findClaim(ledger, id);
      const history = await ledger.history(claim.id);
      if (options['json'] === undefined) stdout.print(claimText(claim, history), colourOutcomes);
      else stdout.print(JSON.stringify({ ...claim, history }, null, 2));
    } finally {
      await ledger.close();
    }
  },
};
