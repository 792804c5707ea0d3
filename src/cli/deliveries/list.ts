import { DELIVERY_STATES } from '../../ledger/index.ts';
import { eventId } from '../../proxy/deliveries/message.ts';
import type { Command } from '../command.ts';
import { LIST_OPTIONS, listFormatOf, oneOf, readLimit } from '../options.ts';
import { stdout } from '../output/stdout.ts';
import { printMoreHint } from '../output/more-hint.ts';
import { LEDGER_OPTIONS, openExisting } from '../store.ts';
import { deliveriesTable } from './text.ts';

/** `rewards deliveries list`: what the receivers of the config were told of claims. */
export const deliveriesList: Command = {
  name: 'deliveries list',
  usage: 'rewards deliveries list',
  summary: 'list what other systems were told about claims, newest claim first',
  options: {
    ...LEDGER_OPTIONS,
    ...LIST_OPTIONS,
    state: { value: '<state>', help: `only events that are ${DELIVERY_STATES.join(', ')}`, values: DELIVERY_STATES },
    to: { value: '<receiver>', help: 'only events for this receiver of the config' },
  },
  notes: [
    'Delivered events are listed for a week, failed ones for 90 days. No member is named: rewards claims show says whose a claim is.',
  ],
  async run(options) {
    const { state, to, limit } = options;
    const most = readLimit(limit);
    const filter = {
      ...(state !== undefined && { state: oneOf('--state', state, DELIVERY_STATES) }),
      ...(to !== undefined && { receiver: to }),
      limit: most + 1,
    };
    const format = listFormatOf(options);
    const ledger = await openExisting(options);
    try {
      const found = await ledger.deliveries(filter);
      const deliveries = found.slice(0, most);
      if (format === 'table') stdout.print(deliveries.length === 0 ? 'no deliveries' : deliveriesTable(deliveries));
      else for (const delivery of deliveries) stdout.print(JSON.stringify({ event: eventId(delivery), ...delivery }));
      if (found.length > most) printMoreHint(most, 'raise --limit, or say which with --state and --to');
    } finally {
      await ledger.close();
    }
  },
};
