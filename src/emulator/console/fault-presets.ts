import type { Fault, FaultInput } from '../index.ts';

/** A fault that can be switched on. `what` is what the caller sees; whether it was executed is told apart in `name`. */
export interface FaultPreset {
  name: string;
  what: string;
  fault: FaultInput;
}

/** The ways to fail that a site's owner may want to see, from the harmless to the worst. */
export const FAULT_PRESETS: FaultPreset[] = [
  { name: 'Slow', what: 'The reply comes after three seconds.', fault: { kind: 'delay', ms: 3000 } },
  {
    name: 'Throttled',
    what: 'Status 429: come back in 30 seconds. Not executed.',
    fault: { kind: 'status', status: 429, retryAfter: '30' },
  },
  {
    name: 'Refused',
    what: 'Status 200 with a code that is not 0. Not executed.',
    fault: { kind: 'code', form: 'envelope' },
  },
  {
    name: 'Refused in few words',
    what: 'Status 200 with a code that is not 0, and nothing more. Not executed.',
    fault: { kind: 'code', form: 'code-alone' },
  },
  {
    name: 'Refused by a word',
    what: 'Status 200 with a word as its code, which nobody can be sure of. Not executed.',
    fault: { kind: 'code', form: 'word' },
  },
  {
    name: 'Contradiction',
    what: 'A success whose reply has another code as well. Executed.',
    fault: { kind: 'two-codes' },
  },
  { name: 'Key refused', what: 'Status 401. Not executed.', fault: { kind: 'status', status: 401 } },
  {
    name: 'Out of order',
    what: 'Status 500. Not executed, though nobody can know.',
    fault: { kind: 'status', status: 500 },
  },
  {
    name: 'Out of order, afterwards',
    what: 'Status 500, but executed all the same.',
    fault: { kind: 'status', status: 500, executed: true },
  },
  {
    name: 'Connection lost before',
    what: 'The connection breaks without a reply. Not executed.',
    fault: { kind: 'reset', at: 'no-reply' },
  },
  {
    name: 'Connection lost after',
    what: 'The connection breaks without a reply, but executed.',
    fault: { kind: 'reset', at: 'no-reply', executed: true },
  },
  {
    name: 'Cut reply',
    what: 'The connection breaks in the middle of the reply. Executed.',
    fault: { kind: 'reset', at: 'body', executed: true },
  },
  { name: 'Broken JSON', what: 'A whole reply whose JSON ends in the middle. Executed.', fault: { kind: 'cut-json' } },
  { name: 'A page instead', what: 'Status 200 with HTML. Executed.', fault: { kind: 'html' } },
  {
    name: 'Redirect',
    what: 'Status 307 to the same address. Not executed.',
    fault: { kind: 'status', status: 307, body: 'none' },
  },
  {
    name: 'Wrong member',
    what: 'A success that names another member. Executed.',
    fault: { kind: 'wrong-echo', field: 'user_id' },
  },
  { name: 'Empty reply', what: 'Status 200 without a body. Executed.', fault: { kind: 'empty' } },
  { name: 'Huge reply', what: 'The right reply and a megabyte of spaces. Executed.', fault: { kind: 'huge' } },
  { name: 'Silence', what: 'No reply until the caller gives up. Executed.', fault: { kind: 'hang' } },
];

/** How often the preset still applies: a number of times, `always`, or 0. */
export function remaining(preset: FaultPreset, faults: readonly Fault[]): number | 'always' {
  const waiting = faults.find((fault) => isOf(preset, fault));
  return waiting ? (waiting.times ?? 'always') : 0;
}

/** The faults with the preset set to apply so many times. */
export function withPreset(preset: FaultPreset, times: number | 'always', faults: readonly Fault[]): FaultInput[] {
  const others = faults.filter((fault) => !isOf(preset, fault));
  if (times === 0) return others;
  return [...others, { ...preset.fault, times: times === 'always' ? null : times }];
}

/** Whether the fault is what the preset makes: a fault that waits has every default filled in. */
export function isOf({ fault: wanted }: FaultPreset, fault: Fault): boolean {
  const found: Record<string, unknown> = { ...fault };
  const executed = wanted.executed ?? EXECUTED_BY_DEFAULT.has(wanted.kind);
  return (
    fault.endpoint === null &&
    fault.executed === executed &&
    Object.entries(wanted).every(([name, value]) => found[name] === value)
  );
}

const EXECUTED_BY_DEFAULT: ReadonlySet<string> = new Set([
  'delay',
  'html',
  'cut-json',
  'wrong-echo',
  'empty',
  'huge',
  'hang',
  'invalid-utf8',
  'odd-success',
  'two-codes',
]);
