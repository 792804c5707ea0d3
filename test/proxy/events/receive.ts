import type { Reply } from '../support/check-reply.ts';
import { type Setup, setUp } from '../support/setup.ts';
import { type Message, type SenderName, SENDERS, type Sent } from './senders.ts';
import { ACTIONS, type Source, sourceOf } from './sources.ts';

export const MEMBER = 'ann';

export interface Receiving extends Setup {
  post: (message: Message, source?: string) => Promise<Reply>;
  /** The seconds of the proxy's clock. */
  seconds: () => number;
  send: (sent?: Partial<Sent>) => Promise<Reply>;
}

/** A proxy with a source of the sender's. */
export function receiving(
  name: SenderName,
  {
    source = {},
    config = {},
    ...options
  }: { source?: Partial<Source> } & NonNullable<Parameters<typeof setUp>[0]> = {},
): Receiving {
  const setup = setUp({ ...options, config: { actions: ACTIONS, events: sourceOf(name, source), ...config } });
  const seconds = () => Math.floor(setup.clock.now / 1000);
  const post = ({ headers, body }: Message, to = 'shop') =>
    setup.ask(`/rewards/events/${to}`, {
      method: 'POST',
      headers: { origin: null, ...headers },
      body,
      clientAddress: '203.0.113.9',
    });
  const send = (sent: Partial<Sent> = {}) =>
    post(SENDERS[name].send({ id: 'evt-1', type: 'orders/paid', member: MEMBER, seconds: seconds(), ...sent }));
  return { ...setup, post, seconds, send, [Symbol.asyncDispose]: () => setup[Symbol.asyncDispose]() };
}

/** Options of `receiving`: events are for an action that gives points and a role. */
export const pointsAndRole = (repeats: 'each-event' | 'once') =>
  ({
    source: { action: 'vip' },
    config: {
      actions: {
        vip: { title: 'VIP', by: 'events', repeats, points: 5, role: { id: '123', name: 'VIP' }, remark: 'VIP' },
      },
    },
  }) as const;
