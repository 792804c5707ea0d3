import type { Scene } from './world.ts';

/** One seat, so that each outcome of one member matters to the others. */
const CAPPED: Pick<Scene, 'actions' | 'outcomes'> = {
  actions: { once: { title: 'Once', repeats: 'once', points: 10, remark: 'once', capacity: 1 } },
  outcomes: ['granted', 'refused', 'lost, and done', 'lost, and not done'],
};

const NOOR_HERE = { process: 'A', memberId: 'noor', key: 'k1' };
const NOOR_THERE = { process: 'B', memberId: 'noor' };
const WREN = { process: 'B', memberId: 'wren' };
/** The first press once more. */
const AGAIN = { process: 'B', memberId: 'noor', key: 'k1', after: 0 };

/** What is explored, each to its end: what takes longest comes last. */
export const SCENES: Readonly<Record<string, Scene>> = {
  'one member at two proxies': {
    actions: { once: { title: 'Once', repeats: 'once', points: 10, remark: 'once' } },
    outcomes: CAPPED.outcomes,
    presses: [NOOR_HERE, NOOR_THERE],
    crashes: 1,
    waits: 1,
    decisions: 1,
  },
  'two members for one seat, and a press once more': {
    ...CAPPED,
    presses: [NOOR_HERE, NOOR_THERE, WREN, AGAIN],
    crashes: 0,
    waits: 0,
    decisions: 0,
  },
  'two members for one seat, where a proxy dies': {
    ...CAPPED,
    presses: [NOOR_HERE, NOOR_THERE, WREN, AGAIN],
    crashes: 1,
    waits: 0,
    decisions: 1,
  },
};

/** Those that take minutes, for `npm run explore`. */
export const LONG_SCENES: Readonly<Record<string, Scene>> = {
  'two members for one seat, with all that can happen': {
    ...CAPPED,
    presses: [NOOR_HERE, NOOR_THERE, WREN],
    crashes: 1,
    waits: 1,
    decisions: 1,
  },
};

/** What takes seconds. */
export const SHORT = 'one member at two proxies';
/** What takes a minute. */
export const LONGEST = 'two members for one seat, where a proxy dies';
