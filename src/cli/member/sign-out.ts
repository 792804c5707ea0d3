import { MAX_SESSION_DAYS } from '../../proxy/identity/index.ts';
import type { Command } from '../command.ts';
import { checkKnown, CONFIG_OPTION, readMember } from '../member-ids.ts';
import { stdout } from '../stdout.ts';
import { DB_OPTION, openExisting } from '../store.ts';

const USAGE = 'rewards member sign-out';
const DAY_MS = 86_400_000;

/** `rewards member sign-out`: ends the sessions of one member. */
export const memberSignOut: Command = {
  name: 'member sign-out',
  usage: USAGE,
  operands: '<id>',
  summary: 'end all sessions of one member who signed in with the platform',
  options: { config: CONFIG_OPTION, db: DB_OPTION },
  notes: [
    'Cookies and tokens of sign-ins until now count no more, at once, in every proxy on this ledger. Widgets ask for a sign-in\nagain. It keeps nobody from signing in again: see --block-list of rewards serve.',
    `The ledger keeps the time, under a pseudonym of the member, for the ${MAX_SESSION_DAYS} days that a session can last.`,
  ],
  async run({ config, db }, operands) {
    const { member, ids } = await readMember(operands, { usage: USAGE, config });
    checkKnown(member, false, ids);
    const ledger = await openExisting(db);
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
