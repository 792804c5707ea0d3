import type { Ledger } from '../../ledger/index.ts';
import type { Command } from '../command.ts';
import { OUTPUT_OPTIONS, readOutput, writeOutput } from '../output.ts';
import { checkKnown, CONFIG_OPTION, type NamedMember, readMember } from '../member-ids.ts';
import { DB_OPTION, openExisting } from '../store.ts';
import { visibleLines } from '../visible.ts';

const USAGE = 'rewards member export';

/** `rewards member export`: what is stored on one member, for that member. */
export const memberExport: Command = {
  name: 'member export',
  usage: USAGE,
  operands: '<id>',
  summary: 'write all that is stored on one member, as JSON',
  options: { config: CONFIG_OPTION, db: DB_OPTION, ...OUTPUT_OPTIONS },
  notes: [
    'Each claim comes with what was filled in, what came back, its history, and the idempotency keys that it was asked for\nwith. What stands under a pseudonym since the member was forgotten is there too, when the member was signed out\n(sessionsEndedAt), and what belongs to the member, such as an address on chain (links). Times are in ISO 8601, or in\nmilliseconds since 1970.',
  ],
  async run(options, operands) {
    const { member, ids } = await readMember(operands, { usage: USAGE, config: options['config'] });
    const output = readOutput(options);
    const ledger = await openExisting(options['db']);
    try {
      const found = await claimsOf(ledger, member);
      checkKnown(member, found.claims.length + found.links.length > 0 || found.sessionsEndedAt !== null, ids);
      await writeOutput(output, asJson(found));
    } finally {
      await ledger.close();
    }
  },
};

async function* asJson(value: object): AsyncGenerator<string> {
  yield `${visibleLines(JSON.stringify(value, null, 2))}\n`;
}

async function claimsOf(ledger: Ledger, { id, names }: NamedMember) {
  const found = [];
  const links = [];
  const ends = [];
  for (const name of names) {
    // oxlint-disable-next-line no-await-in-loop -- two at most
    found.push(...(await ledger.exportMember(name)));
    // oxlint-disable-next-line no-await-in-loop
    links.push(...(await ledger.links({ memberId: name })));
    // oxlint-disable-next-line no-await-in-loop
    ends.push((await ledger.sessionsEndedAt(name)) ?? 0);
  }
  const endedAt = Math.max(...ends);
  return {
    member: id ?? names[0],
    exportedAt: new Date().toISOString(),
    sessionsEndedAt: endedAt === 0 ? null : new Date(endedAt).toISOString(),
    links: links.map(({ family, value, usedAt }) => ({ family, value, usedAt })),
    claims: found
      .toSorted((one, other) => (one.claim.id < other.claim.id ? -1 : 1))
      .map(({ claim, history, idempotencyKeys }) => ({ ...claim, history, idempotencyKeys })),
  };
}
