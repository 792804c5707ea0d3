import type { Ledger } from '../../ledger/index.ts';
import type { Command } from '../command.ts';
import { checkKnown, CONFIG_OPTION, type NamedMember, readMember } from '../config/member-ids.ts';
import { stdout } from '../output/stdout.ts';
import { LEDGER_OPTIONS, openExisting } from '../store.ts';
import { claimCount } from '../claims/text.ts';

const USAGE = 'rewards member forget';
const MAX_COUNTED = 1000;

/** `rewards member forget`: takes one member's personal data out of the ledger. */
export const memberForget: Command = {
  name: 'member forget',
  usage: USAGE,
  operands: '<id>',
  summary: "remove one member's personal data from the ledger, for good",
  options: { config: CONFIG_OPTION, ...LEDGER_OPTIONS, yes: { help: 'do it, instead of only showing what there is' } },
  notes: [
    'This deletes what the member filled in, replies, idempotency keys and the member id. If a claim still counts, a pseudonym\nreplaces the id, so that the member is not paid twice: a keyed hash that nobody can reverse, but that recognises\nthe same id when it comes again. Seats, budgets, limits and streaks stay right.\nThe same holds for what belongs to the member, such as an address on chain: nobody can read it any more, and nobody else can use it.',
    'Claims in flight or with an unknown outcome are not forgotten, because the member may be owed something. The command names them:\ndecide with rewards claims resolve, then forget the member again. The exit status is 1 while there are such claims.',
    "Platform sign-ins are stored in the member's browsers: end them with rewards member sign-out.",
    'Backups, logs of servers in front of the proxy, and the community service itself are not changed.',
  ],
  async run(options, operands) {
    const { config, yes } = options;
    const { member, ids } = await readMember(operands, { usage: USAGE, config });
    const ledger = await openExisting(options);
    try {
      const claims = await ledger.list({ memberId: member.names, limit: MAX_COUNTED });
      checkKnown(member, claims.length > 0, ids);
      if (yes === undefined) {
        const count = claims.length === MAX_COUNTED ? `${MAX_COUNTED} claims or more` : claimCount(claims.length);
        stdout.print(`${count} of this member. Nothing was changed: add --yes to forget the member.`);
        return;
      }
      const { forgotten, pending } = await forget(ledger, member);
      stdout.print(`forgot the member in ${claimCount(forgotten)}`);
      if (pending.length > 0) throw new Error(notForgotten(pending));
    } finally {
      await ledger.close();
    }
  },
};

async function forget(ledger: Ledger, { names }: NamedMember): ReturnType<Ledger['forget']> {
  const all = { forgotten: 0, pending: [] as string[] };
  for (const name of names) {
    // oxlint-disable-next-line no-await-in-loop -- two at most
    const { forgotten, pending } = await ledger.forget(name, Date.now());
    all.forgotten += forgotten;
    all.pending.push(...pending);
  }
  return all;
}

function notForgotten(ids: readonly string[]): string {
  const them = ids.length === 1 ? 'it' : 'them';
  const lead = `${claimCount(ids.length)} not forgotten, because what became of ${them} is not known yet:`;
  const way = `decide on ${them} with rewards claims resolve, or wait until ${them === 'it' ? 'it has' : 'they have'} ended, and forget the member again`;
  return [lead, ...ids.map((id) => `  ${id}`), way].join('\n');
}
