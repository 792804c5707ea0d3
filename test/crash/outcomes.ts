import { TransportError, type TransportReply } from '../../src/service/index.ts';
import { type Call, echoed, reply } from '../proxy/support/transport.ts';

/** One row of the outcome table (design section 5), as the service or the network brings it about. */
export interface ServiceOutcome {
  name: string;
  /** Whether the service does what it is asked. */
  executes: boolean;
  /** What comes back; throws where nothing does. */
  answer: (call: Call) => TransportReply;
  /** The call ends before a byte of it is written. */
  unwritten?: true;
}

const envelope = (call: Call, changes: object = {}) => ({ code: 0, error: '', data: echoed(call), ts: 1, ...changes });
const failure = { code: 7, error: 'no', ts: 1 };
const HTML = '<!doctype html>';

const lost = (message: string) => (): never => {
  throw new TransportError(message, { written: true });
};

const granted: ServiceOutcome[] = [{ name: 'granted', executes: true, answer: (call) => reply(200, envelope(call)) }];

const refused: ServiceOutcome[] = [
  { name: 'code 7', executes: false, answer: () => reply(200, failure) },
  ...[400, 401, 403, 404, 413, 422].map((status) => {
    return { name: String(status), executes: false, answer: () => reply(status, HTML) };
  }),
  { name: '429', executes: false, answer: () => reply(429, '', { 'retry-after': '2' }) },
];

const released: ServiceOutcome[] = [
  {
    name: 'never written',
    executes: false,
    unwritten: true,
    answer: () => {
      throw new TransportError('connect ECONNREFUSED', { written: false });
    },
  },
];

/** What leaves it open whether the call was executed. Each comes twice: executed, and not. */
const unknown: ServiceOutcome[] = [
  ...[307, 408, 409, 425, 500].map((status) => ({ name: String(status), answer: () => reply(status, HTML) })),
  { name: '200 with HTML', answer: () => reply(200, HTML) },
  { name: 'half the JSON', answer: (call: Call) => reply(200, JSON.stringify(envelope(call)).slice(0, 20)) },
  {
    name: 'a cut body',
    answer: (call: Call) => ({ ...reply(200, envelope(call)), complete: false, failure: 'the reply ended early' }),
  },
  { name: 'a wrong echo', answer: (call: Call) => reply(200, envelope(call, { data: { user_id: 'another' } })) },
  { name: 'a time-out', answer: lost('no whole reply within 10000 ms') },
  { name: 'a reset', answer: lost('read ECONNRESET') },
].flatMap(({ name, answer }) => [
  { name: `${name}, executed`, executes: true, answer },
  { name: `${name}, not executed`, executes: false, answer },
]);

/** Every outcome of the table. */
export const OUTCOMES: readonly ServiceOutcome[] = [...granted, ...refused, ...released, ...unknown];

/** The outcome of that name. */
export function outcome(name: string): ServiceOutcome {
  const found = OUTCOMES.find((candidate) => candidate.name === name);
  if (!found) throw new RangeError(`there is no outcome ${name}`);
  return found;
}
