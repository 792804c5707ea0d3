import {
  type Caps,
  type ClaimRecord,
  type GrantRecord,
  type Ledger,
  type Link,
  newClaimId,
  type Nonce,
  type Grant,
  type PeriodRule,
  type RateLimitBucket,
  type ReserveRequest,
} from '../../../src/ledger/index.ts';
import { DAY, HOUR, NOON, POINTS, request, ROLE } from '../../../src/ledger/conformance/requests.ts';

/** Something that is done in a ledger. */
export interface Act {
  name: string;
  run: (ledger: Ledger) => Promise<unknown>;
  /** What only one may use. */
  spends?: readonly string[];
}

/** What two do at once in a ledger. */
export interface Pair {
  /** What was done before. */
  before: (ledger: Ledger) => Promise<unknown>;
  acts: readonly [Act, Act];
  caps: Caps;
  /** When it is done, in epoch milliseconds. */
  now: number;
}

/** Past the deadline of what was done at noon. */
const NOW = NOON + HOUR;
/** What was done before. */
const CLAIM = newClaimId(NOON);
const NOOR = 'noor';
const NONCE: Nonce = { id: 'nonce', expiresAt: NOW + HOUR, returns: true };
/** One that may be forgotten, and be used again then. */
const OLD: Nonce = { ...NONCE, expiresAt: NOON - 2 * DAY };
const BY = { who: 'Ada', why: 'looked' };
const KEY = { key: 'key', fingerprint: 'print' };
const BUCKET: RateLimitBucket = { id: 'bucket', everyMs: 2 * HOUR, spanMs: 4 * HOUR };
const SECOND = { ...BUCKET, id: 'second' };
const ONCE: PeriodRule = { repeats: 'once' };
const LINK: Link = { family: 'eip155', value: '0x1', isOnly: true };
/** What one claim of points comes to. */
const CAPS: Caps = { capacity: 1, actionBudget: 10, totalBudget: 10, memberPoints: { points: 10, since: NOON - DAY } };

function reserving(name: string, change: Parameters<typeof request>[0] = {}): Act {
  const wanted: ReserveRequest = request({
    memberId: NOOR,
    caps: CAPS,
    now: NOW,
    deadline: NOW + HOUR,
    claimId: newClaimId(NOW),
    ...change,
  });
  const { uses = [], idempotency, memberId } = wanted;
  const spends = [
    ...uses.map(({ id }) => `nonce ${id}`),
    ...(idempotency ? [`key ${memberId} ${idempotency.key}`] : []),
  ];
  return { name, run: (ledger) => ledger.reserve(wanted), spends };
}

const settling = (state: 'granted' | 'refused', name = `settle as ${state}`): Act => ({
  name,
  run: (ledger) =>
    ledger.settle(CLAIM, 0, { state, ...(state === 'granted' && { echo: POINTS }), evidence: null }, NOW),
});
const resolving = (state: 'granted' | 'released'): Act => ({
  name: `resolve as ${state}`,
  run: (ledger) => ledger.resolve(CLAIM, { state, ...BY }, NOW),
});
const spending = (nonce = NONCE): Act => ({
  name: 'spend',
  run: (ledger) => ledger.useNonce(nonce),
  spends: [`nonce ${nonce.id}`],
});
const RECOVER: Act = { name: 'recover', run: (ledger) => ledger.recover(NOW) };
const consuming = (...buckets: RateLimitBucket[]): Act => ({
  name: 'consume',
  run: (ledger) => ledger.consume(buckets, NOW),
});
const CONSUME = consuming(BUCKET);
const SEND: Act = { name: 'send', run: (ledger) => ledger.send(CLAIM, 1, { now: NOW, deadline: NOW + HOUR }) };

const TAKE_UP = reserving('take up', { claimId: CLAIM, grants: [POINTS, ROLE], caps: {} });
const SETTLE_LATE: Act = {
  name: 'settle late',
  run: (ledger) => ledger.settle(CLAIM, 1, { state: 'granted', attempt: 1, echo: ROLE, evidence: null }, NOW),
};
/** As the one who made the claim knows it. */
const SENT = {
  index: 0,
  order: POINTS,
  state: 'sent',
  attempts: 1,
  deadline: NOW,
  echo: null,
  evidence: null,
} as const;
const ABANDON: Act = { name: 'abandon', run: (ledger) => ledger.abandon(recordOf(CLAIM, 'pending', SENT), null, NOW) };
/** A claim of the same slot that the ledger does not have. */
const LOST = recordOf(newClaimId(NOON), 'granted', { ...SENT, state: 'granted', echo: POINTS });

function recordOf(id: string, state: ClaimRecord['state'], grant: GrantRecord): ClaimRecord {
  const { action, memberId, service, period, fields, now } = request({ memberId: NOOR });
  const slot = { period: period.key, nextClaimAt: period.endsAt, streak: 1, state };
  return { id, action, memberId, service, fields, ...slot, createdAt: now, updatedAt: now, grants: [grant] };
}

const LOOK: Act = {
  name: 'look',
  run(ledger) {
    const { action, period } = request({ now: NOW });
    return ledger.standing({ action, memberId: NOOR, period, minimumGapMs: DAY, now: NOW });
  },
};

/** What all of this is about, so that any two of it get in each other's way where they can: a claim, what it used, and its slot. */
const ACTS: readonly Act[] = [
  reserving('reserve', { uses: [NONCE], idempotency: KEY }),
  settling('granted'),
  settling('refused'),
  RECOVER,
  resolving('granted'),
  resolving('released'),
  CONSUME,
  spending(),
];

const PURGE: Act = { name: 'purge', run: (ledger) => ledger.purge({ before: NOW, now: NOW, limit: 10 }) };
const FORGET: Act = { name: 'forget', run: (ledger) => ledger.forget(NOOR, NOW) };
const ADOPT: Act = { name: 'adopt', run: (ledger) => ledger.adopt([LOST], BY, NOW) };
/** What the owner does with claims that others made. */
const KEEPING: readonly Act[] = [PURGE, FORGET, ADOPT];

async function claimed(ledger: Ledger, ...grants: Grant[]): Promise<void> {
  await ledger.reserve(request({ claimId: CLAIM, memberId: NOOR, grants, uses: [OLD] }));
  // Full again, so that it may be forgotten.
  await ledger.consume([BUCKET], NOON - 4 * HOUR);
}

const doubted =
  (...grants: Grant[]): Pair['before'] =>
  async (ledger) => {
    await claimed(ledger, ...grants);
    await ledger.settle(CLAIM, 0, { state: 'unknown', evidence: null }, NOON);
  };

/** Makes the claim, past its deadline already, and settles it as its maker, who need not read it again. */
function claimingAs(state: 'granted' | 'refused'): Act {
  return {
    name: `claim as ${state}`,
    async run(ledger) {
      await ledger.reserve(request({ claimId: CLAIM, memberId: NOOR, idempotency: KEY }));
      return settling(state).run(ledger);
    },
  };
}

/** Decides on the claim as soon as it is in doubt. */
const recoveringAs = (state: 'granted' | 'released'): Act => ({
  name: `recover and resolve as ${state}`,
  async run(ledger) {
    await ledger.recover(NOW);
    return resolving(state).run(ledger);
  },
});

/** The points were granted, and the role was not assigned. */
async function givenInPart(ledger: Ledger): Promise<void> {
  await claimed(ledger, POINTS, ROLE);
  await ledger.settle(CLAIM, 0, { state: 'granted', echo: POINTS, evidence: null }, NOON);
  await ledger.send(CLAIM, 1, { now: NOON, deadline: NOON });
  await ledger.settle(CLAIM, 1, { state: 'released', evidence: null }, NOON);
}

async function cameToNothing(ledger: Ledger): Promise<void> {
  await claimed(ledger, POINTS);
  await ledger.settle(CLAIM, 0, { state: 'refused', evidence: null }, NOON);
}

/** All that is personal, in a claim that counts for ever. */
async function givenForEver(ledger: Ledger): Promise<void> {
  const personal = { fields: { shirt: 'M' }, links: [LINK], idempotency: KEY, uses: [OLD] };
  await ledger.reserve(request({ claimId: CLAIM, memberId: NOOR, rule: ONCE, ...personal }));
  await ledger.settle(CLAIM, 0, { state: 'granted', echo: POINTS, evidence: null }, NOON);
}

/** The member claims in a ledger that was put back, and may have claimed before. */
async function waits(ledger: Ledger): Promise<void> {
  await ledger.restored({ since: NOON - DAY, until: NOON }, BY, NOON);
  await ledger.reserve(request({ claimId: CLAIM, memberId: NOOR }));
}

const nothing = async () => {};

/** How the ledger calls the member once they are forgotten. */
let forgotten = '';

/** The member claimed something else for ever and was forgotten, in a ledger that was put back. */
async function forgottenBefore(ledger: Ledger): Promise<void> {
  await ledger.reserve(request({ claimId: CLAIM, memberId: NOOR, action: 'welcome', rule: ONCE }));
  await ledger.settle(CLAIM, 0, { state: 'granted', echo: POINTS, evidence: null }, NOON);
  await ledger.forget(NOOR, NOON);
  forgotten = (await ledger.find(CLAIM))?.memberId ?? '';
  await ledger.restored({ since: NOON - DAY, until: NOW }, BY, NOON);
}

/** As the log of a proxy knows the claim, which names nobody. */
const ADOPT_FORGOTTEN: Act = {
  name: 'adopt under a pseudonym',
  run: (ledger) => ledger.adopt([{ ...LOST, memberId: forgotten }], BY, NOW),
};

/** What was done before, by what has become of the claim. */
const GROUNDS: Readonly<Record<string, Pair['before']>> = {
  'a claim that was sent': (ledger) => claimed(ledger, POINTS),
  'a claim in doubt': doubted(POINTS),
  'a claim in doubt that gives a role besides': doubted(POINTS, ROLE),
};

/** The same where the owner looks after the ledger meanwhile. */
const KEPT: Readonly<Record<string, { before: Pair['before']; acts: readonly Act[] }>> = {
  'a claim in doubt': { before: doubted(POINTS), acts: ACTS },
  'a claim that was granted for ever': {
    before: givenForEver,
    acts: [reserving('reserve', { rule: ONCE, links: [LINK], idempotency: KEY }), ...ACTS.slice(1)],
  },
  'a claim that waits, since it may have been made before': { before: waits, acts: ACTS },
  'no claim': { before: nothing, acts: ACTS.slice(0, 1) },
  'a claim that was given in part': { before: givenInPart, acts: [TAKE_UP, SETTLE_LATE, SEND] },
};

function pair(title: string, before: Pair['before'], acts: Pair['acts'], caps: Caps = CAPS): [string, Pair] {
  return [title, { before, acts, caps, now: NOW }];
}

/** Each with itself, and with every other. */
export const MET = Object.entries(GROUNDS).flatMap(([ground, before]) =>
  ACTS.flatMap((one, index) => ACTS.slice(index).map((other) => met(ground, before, [one, other]))),
);

/** Each of the owner's with itself, and with every other. */
export const TENDED = Object.entries(KEPT).flatMap(([ground, { before, acts }]) =>
  KEEPING.flatMap((one, index) =>
    // What is brought back counts, whatever there may be of it.
    [...acts, ...KEEPING.slice(index)].map((other) => met(ground, before, [one, other], {})),
  ),
);

function met(ground: string, before: Pair['before'], [one, other]: Pair['acts'], caps = CAPS): [string, Pair] {
  return pair(`${one.name} and ${other.name}, where there is ${ground}`, before, [one, other], caps);
}

const WREN = { memberId: 'wren' };
const TOMORROW = { now: NOW + DAY, deadline: NOW + DAY + HOUR };

/** Somebody has claimed each action: who is first waits for others who are, whatever they do. */
async function opened(ledger: Ledger): Promise<void> {
  const deadline = NOW + DAY;
  await ledger.reserve(request({ memberId: 'finch', action: 'daily', deadline }));
  await ledger.reserve(request({ memberId: 'robin', action: 'weekly', deadline }));
}

type Change = Parameters<typeof reserving>[1];

function reserves(what: string, one: Change, other: Change, caps: Caps = {}, before = opened): [string, Pair] {
  const acts = [reserving('reserve', { caps, ...one }), reserving('reserve', { caps, ...other })] as const;
  return pair(`two reserve ${what}`, before, acts, caps);
}

/** Two that reserve what two claims can have in common. */
export const SHARED = [
  reserves('one slot', {}, {}),
  reserves('one slot by one key', { idempotency: KEY }, { idempotency: KEY }),
  reserves(
    'one slot by one key that stands for something else',
    { idempotency: KEY },
    { idempotency: { ...KEY, fingerprint: 'other' } },
  ),
  reserves('two slots by one key', { idempotency: KEY }, { idempotency: KEY, ...TOMORROW }),
  reserves('two slots with a gap between', { minimumGapMs: 3 * DAY }, { minimumGapMs: 3 * DAY, ...TOMORROW }),
  reserves('with one nonce', { uses: [NONCE] }, { uses: [NONCE], ...WREN }),
  reserves('the last seat', {}, WREN, { capacity: 2 }),
  reserves('the only seat, before anybody claimed', {}, WREN, { capacity: 1 }, nothing),
  reserves('the last points of an action', {}, WREN, { actionBudget: 25 }),
  reserves('the last points of all', {}, { ...WREN, action: 'weekly' }, { totalBudget: 35 }),
  reserves("a member's last points", {}, { action: 'weekly' }, { memberPoints: { points: 15, since: NOON } }),
  reserves('with one link', { links: [LINK] }, { links: [LINK], ...WREN }),
  reserves('by another rule each, before anybody claimed', {}, { rule: ONCE }, {}, nothing),
  reserves('for two members by another rule each, before anybody claimed', {}, { rule: ONCE, ...WREN }, {}, nothing),
  reserves('by a rule that is new, and by the one that there was', {}, { rule: ONCE, ...WREN }),
  reserves('by a rule that is new each', { rule: ONCE }, { rule: { repeats: 'rolling', everyHours: 12 }, ...WREN }),
  reserves('by another rule each', { rule: ONCE }, { rule: { repeats: 'rolling', everyHours: 12 } }),
];

async function told(ledger: Ledger): Promise<void> {
  await ledger.setReceivers([{ name: 'shop', types: ['claim.granted', 'claim.pending', 'claim.released'] }], NOON);
  await doubted(POINTS, ROLE)(ledger);
}

/** All of it at once, so that it shares a transaction. */
function together(...acts: readonly Act[]): Act {
  return {
    name: acts.map(({ name }) => name).join(' together with '),
    async run(ledger) {
      // Whatever becomes of one, the others are not over yet.
      const ends = await Promise.allSettled(acts.map(({ run }) => run(ledger)));
      return ends.map((end) => {
        if (end.status === 'rejected') throw end.reason;
        return end.value;
      });
    },
  };
}

/** What shares a transaction meets what does not. */
export const TOGETHER = [
  pair(
    'two reserve together, and another the seats that are left',
    opened,
    [
      together(
        reserving('reserve', { caps: { capacity: 3 } }),
        reserving('reserve', { caps: { capacity: 3 }, ...WREN }),
      ),
      reserving('reserve', { memberId: 'robin', caps: { capacity: 3 } }),
    ],
    { capacity: 3 },
  ),
  pair(
    'two reserve the last seat together, and another as well',
    opened,
    [
      together(
        reserving('reserve', { caps: { capacity: 2 } }),
        reserving('reserve', { caps: { capacity: 2 }, ...WREN }),
      ),
      reserving('reserve', { memberId: 'robin', caps: { capacity: 2 } }),
    ],
    { capacity: 2 },
  ),
  pair(
    'two reserve together, and another for one of them',
    opened,
    [
      together(reserving('reserve', { caps: {} }), reserving('reserve', { caps: {}, ...WREN })),
      reserving('reserve', { caps: {}, ...WREN }),
    ],
    {},
  ),
  pair(
    'two reserve with one nonce, together, and another with it',
    opened,
    [
      together(
        reserving('reserve', { caps: {}, uses: [NONCE] }),
        reserving('reserve', { caps: {}, uses: [NONCE], ...WREN }),
      ),
      spending(),
    ],
    {},
  ),
  pair(
    'two reserve two slots by one key, together, and another one of them',
    opened,
    [
      together(
        reserving('reserve', { caps: {}, idempotency: KEY }),
        reserving('reserve', { caps: {}, idempotency: KEY, ...TOMORROW }),
      ),
      reserving('reserve', { caps: {} }),
    ],
    {},
  ),
  pair('settle together with send, and recover', doubted(POINTS, ROLE), [together(settling('granted'), SEND), RECOVER]),
  pair('two consume together, and another', nothing, [
    together(consuming(BUCKET, SECOND), consuming(BUCKET)),
    consuming(BUCKET, SECOND),
  ]),
];

/** What else meets. */
export const OTHERS = [
  pair(
    'two reserve with a nonce that came back',
    cameToNothing,
    [
      reserving('reserve', { uses: [NONCE], caps: {}, ...WREN }),
      reserving('reserve', { uses: [NONCE], caps: {}, memberId: 'robin' }),
    ],
    {},
  ),
  pair('two spend one nonce', nothing, [spending(), spending()]),
  pair('reserve and spend, with one nonce', nothing, [reserving('reserve', { uses: [NONCE] }), spending()]),
  pair('two consume the last of a bucket', (ledger) => ledger.consume([BUCKET], NOW), [CONSUME, CONSUME]),
  pair('two consume from two buckets, each from another first', nothing, [
    consuming(BUCKET, SECOND),
    consuming(SECOND, BUCKET),
  ]),
  pair('send and recover', doubted(POINTS, ROLE), [SEND, RECOVER]),
  pair('settle and send', doubted(POINTS, ROLE), [settling('refused'), SEND]),
  pair('two take up one claim', givenInPart, [TAKE_UP, TAKE_UP], {}),
  pair('take up and settle, late', givenInPart, [TAKE_UP, SETTLE_LATE], {}),
  pair('take up and recover', givenInPart, [TAKE_UP, RECOVER], {}),
  pair('settle and abandon', (ledger) => claimed(ledger, POINTS), [settling('granted'), ABANDON]),
  pair('recover and abandon', (ledger) => claimed(ledger, POINTS), [RECOVER, ABANDON]),
  pair(
    'claim as granted, and recover and resolve as released',
    opened,
    [claimingAs('granted'), recoveringAs('released')],
    {},
  ),
  pair(
    'claim as refused, and recover and resolve as granted',
    opened,
    [claimingAs('refused'), recoveringAs('granted')],
    {},
  ),
  pair('settle and recover, where others are told', told, [settling('granted'), RECOVER]),
  pair(
    'reserve and look, with a gap between claims',
    opened,
    [reserving('reserve', { minimumGapMs: DAY, caps: {} }), LOOK],
    {},
  ),
  pair(
    'reserve and adopt under a pseudonym',
    forgottenBefore,
    [reserving('reserve', { caps: {} }), ADOPT_FORGOTTEN],
    {},
  ),
];

export const PAIRS: Readonly<Record<string, Pair>> = Object.fromEntries([
  ...SHARED,
  ...TOGETHER,
  ...OTHERS,
  ...MET,
  ...TENDED,
]);

export function pairOf(name: string): Pair {
  const found = PAIRS[name];
  if (found) return found;
  throw new Error(`there is no ${name}`);
}
