import type { Delivery } from '../../ledger/index.ts';
import { eventId } from '../../proxy/deliveries/message.ts';
import { table } from '../claims/text.ts';
import { isoTime } from '../../common/iso-time.ts';

/** Deliveries as a table: one line each. */
export function deliveriesTable(deliveries: readonly Delivery[]): string {
  const head = ['EVENT', 'TO', 'WHAT', 'HAPPENED', 'STATE', 'TRIES', 'LAST', 'NEXT'];
  const rows = deliveries.map((delivery) => [
    eventId(delivery),
    delivery.receiver,
    delivery.type,
    isoTime(delivery.at),
    delivery.state,
    String(delivery.attempts),
    delivery.outcome ?? '-',
    delivery.dueAt === null ? '-' : isoTime(delivery.dueAt),
  ]);
  return table(head, rows);
}
