import { once } from '../../common/once.ts';
import type { Events, EventsContext } from './events.ts';

/** Where events come in. Most sites have no source of events, so the code for them is loaded with the first event. */
export function lateEvents(context: EventsContext): Events {
  const load = once(async () => {
    const { createEvents } = await import('./events.ts');
    return createEvents(context);
  });
  return { receive: async (...event) => (await load()).receive(...event) };
}
