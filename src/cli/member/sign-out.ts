import { LONGEST_SESSION_DAYS } from '../../proxy/identity/index.ts';
import type { Command } from '../command.ts';
import { DB_OPTION, openExisting } from '../store.ts';
import { readMemberId } from './member-id.ts';

const USAGE = 'rewards member sign-out';
const DAY_MS = 86_400_000;

/** `rewards member sign-out`: ends the sessions of one member. */
export const memberSignOut: Command = {
  name: 'member sign-out',
  usage: USAGE,
  operands: '<id>',
  summary: 'end all sessions of one member who signed in with the platform',
  options: { db: DB_OPTION },
  notes: [
    'Cookies and tokens of sign-ins until now count no more, at once, in every proxy on this ledger. Widgets ask for a sign-in\nagain. It keeps nobody from signing in again: see --block-list of rewards serve.',
    `The ledger keeps the time, under a pseudonym of the member, for the ${LONGEST_SESSION_DAYS} days that a session can last.`,
  ],
  async run({ db }, operands) {
    const memberId = readMemberId(operands, USAGE);
    const ledger = openExisting(db);
    try {
      const at = Date.now();
      await ledger.endSessions(memberId, { at, expiresAt: at + LONGEST_SESSION_DAYS * DAY_MS });
      console.log('signed the member out: sign-ins with the platform until now count no more');
    } finally {
      await ledger.close();
    }
  },
};
