import type { Ledger } from '../../ledger/index.ts';
import type { Command } from '../command.ts';
import { OUTPUT_OPTIONS, readOutput, writeOutput } from '../output.ts';
import { DB_OPTION, openExisting } from '../store.ts';
import { readMemberId } from './member-id.ts';

const USAGE = 'rewards member export';

/** `rewards member export`: what is stored on one member, for that member. */
export const memberExport: Command = {
  name: 'member export',
  usage: USAGE,
  operands: '<id>',
  summary: 'write all that is stored on one member, as JSON',
  options: { db: DB_OPTION, ...OUTPUT_OPTIONS },
  notes: [
    'Each claim comes with what was filled in, what came back, its history, and the idempotency keys that it was asked for\nwith. What stands under a pseudonym since the member was forgotten is there too, and when the member was signed out\n(sessionsEndedAt). Times are in ISO 8601, or in milliseconds since 1970.',
  ],
  async run(options, operands) {
    const memberId = readMemberId(operands, USAGE);
    const output = readOutput(options);
    const ledger = openExisting(options['db']);
    try {
      await writeOutput(output, dossier(ledger, memberId));
    } finally {
      await ledger.close();
    }
  },
};

async function* dossier(ledger: Ledger, memberId: string): AsyncGenerator<string> {
  const claims = await ledger.dossier(memberId);
  const endedAt = await ledger.sessionsEndedAt(memberId);
  const whole = {
    member: memberId,
    exportedAt: new Date().toISOString(),
    sessionsEndedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
    claims: claims.map(({ claim, history, presses }) => ({ ...claim, history, presses })),
  };
  yield `${JSON.stringify(whole, null, 2)}\n`;
}
