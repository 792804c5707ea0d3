import type { Ledger } from '../../ledger/index.ts';
import type { Command } from '../command.ts';
import { OUTPUT_OPTIONS, readOutput, writeOutput } from '../output/output.ts';
import { checkKnown, CONFIG_OPTION, type NamedMember, readMember } from '../config/member-ids.ts';
import { LEDGER_OPTIONS, readStore } from '../store.ts';
import { visibleLines } from '../output/visible.ts';
import { isoTime } from '../../common/iso-time.ts';

const USAGE = 'rewards member export';

/** `rewards member export`: what is stored on one member, for that member. */
export const memberExport: Command = {
  name: 'member export',
  usage: USAGE,
  operands: '<id>',
  summary: 'write everything stored about one member, as JSON',
  options: { config: CONFIG_OPTION, ...LEDGER_OPTIONS, ...OUTPUT_OPTIONS },
  notes: [
    'Each claim has what was filled in, replies, its history and its idempotency keys. The file also has what is stored under a\npseudonym since the member was forgotten, when the member was signed out (sessionsEndedAt), and what belongs to the member,\nsuch as an address on chain (links). Times are in ISO 8601, or in milliseconds since 1970.',
  ],
  async run(options, operands) {
    const { member, ids } = await readMember(operands, { usage: USAGE, config: options['config'] });
    const store = readStore(options);
    const output = readOutput(options, store);
    const ledger = await store.open();
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
    sessionsEndedAt: endedAt === 0 ? null : isoTime(endedAt),
    links: links.map(({ family, value, usedAt }) => ({ family, value, usedAt })),
    claims: found
      .toSorted((one, other) => (one.claim.id < other.claim.id ? -1 : 1))
      .map(({ claim, history, idempotencyKeys }) => ({ ...claim, history, idempotencyKeys })),
  };
}
