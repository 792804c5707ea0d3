import { MAX_SESSION_DAYS } from '../../proxy/identity/index.ts';
import type { Command } from '../command.ts';
import { checkKnown, CONFIG_OPTION, readMember } from '../config/member-ids.ts';
import { stdout } from '../output/stdout.ts';
import { LEDGER_OPTIONS, openExisting } from '../store.ts';

const USAGE = 'rewards member sign-out';
const DAY_MS = 86_400_000;

/** `rewards member sign-out`: ends the sessions of one member. */
export const memberSignOut: Command = {
  name: 'member sign-out',
  usage: USAGE,
  operands: '<id>',
  summary: 'end all platform sign-ins of one member',
  options: { config: CONFIG_OPTION, ...LEDGER_OPTIONS },
  notes: [
    'Earlier cookies and tokens stop working at once, in every proxy on this ledger. Widgets ask for a sign-in\nagain. The member can sign in again: to prevent that, see --block-list of rewards serve.',
    `The ledger keeps the time, under a pseudonym of the member, for ${MAX_SESSION_DAYS} days, as long as a session can last.`,
  ],
  async run(options, operands) {
    const { config } = options;
    const { member, ids } = await readMember(operands, { usage: USAGE, config });
    checkKnown(member, false, ids);
    const ledger = await openExisting(options);
    try {
      const at = Date.now();
      for (const name of member.names) {
        // oxlint-disable-next-line no-await-in-loop -- two at most
        await ledger.endSessions(name, { at, expiresAt: at + MAX_SESSION_DAYS * DAY_MS });
      }
      stdout.print('signed the member out: sign-ins with the platform until now count no more');
    } finally {
      await ledger.close();
    }
  },
};
