import { once } from '../../common/once.ts';
import type { Events, EventsContext } from './events.ts';

/** `Events` whose code is loaded with the first event, because most sites have none. */
export function lazyEvents(context: EventsContext): Events {
  const load = once(async () => {
    const { createEvents } = await import('./events.ts');
    return createEvents(context);
  });
  return { receive: async (...event) => (await load()).receive(...event) };
}
