import type { KeptLink } from '../../ledger/index.ts';
import { addressIn } from '../../proxy/onchain/address.ts';
import { type Command, UsageError } from '../command.ts';
import { JSON_OPTION } from '../options.ts';
import { stdout } from '../output/stdout.ts';
import { LEDGER_OPTIONS, openExisting } from '../store.ts';
import { visible } from '../output/visible.ts';
import { isoTime } from '../../common/iso-time.ts';

const USAGE = 'rewards member link';

/** `rewards member link`: whose an address on chain is, and how it becomes nobody's again. */
export const memberLink: Command = {
  name: 'member link',
  usage: USAGE,
  operands: '<address>',
  summary: 'show which member an address on chain belongs to, or release it',
  options: {
    ...LEDGER_OPTIONS,
    json: JSON_OPTION,
    release: { help: 'release it, so that any member can use it' },
  },
  notes: [
    "An address belongs to the member who claimed with it first, as links of its proof says. rewards member export lists\na member's addresses. If the member was forgotten, pseudonyms replace both.",
    'Release an address for a member who uses another one now, or who typed a wrong member id. What was granted stays granted.',
  ],
  async run(options, [given, ...more]) {
    const { json, release } = options;
    if (given === undefined || more.length > 0) throw new UsageError(`name one address: ${USAGE} <address>`);
    const address = addressIn(given) ?? given;
    const ledger = await openExisting(options);
    try {
      const [kept] = await ledger.links({ value: address });
      if (!kept) throw new Error(`${visible(address)} belongs to no member of this ledger`);
      if (release !== undefined) await ledger.releaseLink({ family: kept.family, value: address });
      const released = release !== undefined;
      if (json === undefined) stdout.print(`${released ? 'released: ' : ''}${textOf(kept)}`);
      else stdout.print(JSON.stringify({ ...kept, released }));
    } finally {
      await ledger.close();
    }
  },
};

function textOf({ family, value, memberId, usedAt }: KeptLink): string {
  return `${family}:${visible(value)} belongs to the member ${visible(memberId)}; last shown ${isoTime(usedAt)}`;
}
