import type { Ledger } from '../../ledger/index.ts';
import type { Command } from '../command.ts';
import { checkKnown, CONFIG_OPTION, type NamedMember, readMember } from '../member-ids.ts';
import { stdout } from '../stdout.ts';
import { DB_OPTION, openExisting } from '../store.ts';

const USAGE = 'rewards member forget';
const MAX_COUNTED = 1000;

/** `rewards member forget`: takes one member's personal data out of the ledger. */
export const memberForget: Command = {
  name: 'member forget',
  usage: USAGE,
  operands: '<id>',
  summary: "take one member's personal data out of the ledger, for good",
  options: { config: CONFIG_OPTION, db: DB_OPTION, yes: { help: 'do it, and do not merely show what there is' } },
  notes: [
    'What the member filled in, what came back, idempotency keys and the member id are deleted. Where a claim still counts, so\nthat the member is not paid twice, a pseudonym takes the place of the id: a keyed hash that nobody can turn back, but by\nwhich the same id is known when it comes again. Seats, budgets, limits and streaks stay right.\nSo it is with what belongs to the member, such as an address on chain: neither is said any more, and nobody else can show it.',
    'Claims in flight, or whose outcome is unknown, are not forgotten, because the member may be owed something. They are named:\ndecide on them with rewards claims resolve, and then forget the member again. Exit status 1 as long as there are such claims.',
    'Sessions of sign-ins with the platform lie in the browsers of the member: end them with rewards member sign-out.',
    'Backups, logs of what stands before the proxy, and the community service itself are not touched.',
  ],
  async run({ config, db, yes }, operands) {
    const { member, ids } = await readMember(operands, { usage: USAGE, config });
    const ledger = await openExisting(db);
    try {
      const claims = await ledger.list({ memberId: member.names, limit: MAX_COUNTED });
      checkKnown(member, claims.length > 0, ids);
      if (yes === undefined) {
        const count = claims.length === MAX_COUNTED ? `${MAX_COUNTED} claims or more` : countOf(claims.length);
        stdout.print(`${count} of this member. Nothing was changed: add --yes to forget the member.`);
        return;
      }
      const { forgotten, pending } = await forget(ledger, member);
      stdout.print(`forgot the member in ${countOf(forgotten)}`);
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
  const lead = `${countOf(ids.length)} not forgotten, because what became of ${them} is not known yet:`;
  const way = `decide on ${them} with rewards claims resolve, or wait until ${them === 'it' ? 'it has' : 'they have'} ended, and forget the member again`;
  return [lead, ...ids.map((id) => `  ${id}`), way].join('\n');
}

function countOf(number: number): string {
  return number === 1 ? '1 claim' : `${number} claims`;
}
