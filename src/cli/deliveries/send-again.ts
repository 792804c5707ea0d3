import type { DeliveryKey, Ledger } from '../../ledger/index.ts';
import { readEventId } from '../../proxy/deliveries/message.ts';
import { type Command, UsageError } from '../command.ts';
import { stdout } from '../output/stdout.ts';
import { LEDGER_OPTIONS, openExisting } from '../store.ts';

/** `rewards deliveries send-again`: has the proxy send once more what a receiver was told, or was not. */
export const deliveriesSendAgain: Command = {
  name: 'deliveries send-again',
  usage: 'rewards deliveries send-again',
  operands: '[<event>…]',
  summary: 'tell other systems about claims once more',
  options: {
    by: { value: '<name>', help: 'who sends it again, for the audit' },
    ...LEDGER_OPTIONS,
    failed: { help: 'all that failed, instead of naming events' },
    to: { value: '<receiver>', help: 'only to this receiver of the config' },
  },
  notes: [
    'An event keeps its id, so a receiver that already has it can skip it. The running proxy sends it within seconds.',
    'A receiver that answered 410 gets new events again from now on.',
  ],
  async run(options, events) {
    const { by, failed, to = null } = options;
    if (by === undefined) throw new UsageError('--by is needed: who has it sent again');
    if ((failed === undefined) === (events.length === 0))
      throw new UsageError('name the events, or give --failed, but not both');
    const ledger = await openExisting(options);
    try {
      const which = failed === undefined ? await named(ledger, events, to) : { failedFor: to };
      const count = await ledger.sendAgain(which, by, Date.now());
      const what = count === 1 ? '1 delivery is' : `${count} deliveries are`;
      stdout.print(`${what} sent again`);
      if (count === 0 && events.length > 0)
        throw new Error('none is sent again: the config of the proxy names no such receiver any more');
    } finally {
      await ledger.close();
    }
  },
};

/** Nothing is sent where one of the events is named by mistake. */
async function named(ledger: Ledger, events: readonly string[], to: string | null): Promise<DeliveryKey[]> {
  const keys: DeliveryKey[] = [];
  for (const event of events) {
    const id = readEventId(event);
    // oxlint-disable-next-line no-await-in-loop -- they are few
    const deliveries = id ? await ledger.deliveries({ claimId: id.claimId }) : [];
    const wanted = deliveries.filter(({ seq, receiver }) => seq === id?.seq && (to === null || receiver === to));
    if (wanted.length === 0)
      throw new Error(`there is no event ${event}${to === null ? '' : ` for ${to}`}; nothing is sent again`);
    keys.push(...wanted);
  }
  return keys;
}
