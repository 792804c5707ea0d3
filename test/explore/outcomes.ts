import { TransportError, type TransportReply } from '../../src/service/index.ts';

interface Call {
  form: Record<string, string>;
  execute: () => TransportReply;
}

/** What a call may come to: the service answers, or the connection breaks before or after it did what it was asked. */
export const OUTCOMES = {
  granted: ({ execute }: Call) => execute(),
  refused: () => reply(200, { code: 1001, error: 'no such member', data: null, ts: 1 }),
  'lost, and done': ({ execute }: Call) => {
    execute();
    throw broken();
  },
  'lost, and not done': () => {
    throw broken();
  },
};

export type Outcome = keyof typeof OUTCOMES;

export const broken = () => new TransportError('the connection broke', { written: true });

export function reply(status: number, body: unknown): TransportReply {
  return { status, headers: { get: () => null }, body: JSON.stringify(body), complete: true };
}
