import { type Caps, type Grant, periodAt, type ReserveRequest } from '../../src/ledger/index.ts';
import { DAILY, DAY, giving, NOON, POINTS, request, ROLE } from '../../src/ledger/conformance/requests.ts';

/** A slot that every process tries for. */
export interface Prize {
  action: string;
  memberId: string;
  /** Days after the first. */
  day: number;
}

/** What is raced for, and how many winners there have to be of each action. */
export interface Race {
  prizes: Prize[];
  winners: Record<string, number>;
  request: (prize: Prize) => ReserveRequest;
}

const SEVEN: Grant = { kind: 'points', points: 7, remark: 'Race' };
const FOUR: Grant = { kind: 'points', points: 4, remark: 'Race' };
const FIVE: Grant = { kind: 'points', points: 5, remark: 'Race' };
const LIMITED = ['limited-1', 'limited-2', 'limited-3', 'limited-4', 'limited-5'];
/** How many of those a member's limit allows. */
const LIMIT = 2;
const DAYS = 4;
/** So many members at least show the same. */
const CROWD = 100;

/** Prizes for each member, action and day. */
function prizesOf(members: number, actions: string[], days = 1): Prize[] {
  const prizes: Prize[] = [];
  for (let member = 0; member < members; member += 1) {
    for (const action of actions) {
      for (let day = 0; day < days; day += 1) prizes.push({ action, memberId: `member-${member}`, day });
    }
  }
  return prizes;
}

/** All claims are made at one instant, because some processes are days ahead of others. */
function requestFor({ action, memberId, day }: Prize, grants: Grant[], caps: Caps): ReserveRequest {
  const key = [action, memberId, day].join(' ');
  // For every tenth member all press with the same key.
  const idempotency = memberId.endsWith('3') ? { key, fingerprint: key } : null;
  const period = periodAt(DAILY, NOON + day * DAY);
  return { ...request({ action, memberId, idempotency, caps, ...giving(...grants) }), period };
}

/** One winner for each member, action and day; caps on the seats, on the points of an action, and on those of a member. */
function raceForSlots(members: number): Race {
  const capacity = Math.floor(members / 7);
  const payable = Math.floor(members / 3);
  const rules: Record<string, { grants: Grant[]; caps: Caps }> = {
    daily: { grants: [POINTS, ROLE], caps: {} },
    seats: { grants: [ROLE], caps: { capacity } },
    budget: { grants: [SEVEN], caps: { actionBudget: payable * 7 + 6 } },
  };
  const limited = { grants: [FOUR], caps: { memberPoints: { points: 4 * LIMIT + 3, since: NOON } } };
  return {
    prizes: [
      ...prizesOf(members, ['daily'], DAYS),
      ...prizesOf(members, ['seats', 'budget']),
      ...prizesOf(members, LIMITED).map((prize) => ({ ...prize, memberId: `limited-${prize.memberId}` })),
    ],
    winners: { daily: DAYS * members, seats: capacity, budget: payable, limited: LIMIT * members },
    request(prize) {
      const { grants, caps } = rules[prize.action] ?? limited;
      return requestFor(prize, grants, caps);
    },
  };
}

/** A budget of points that three actions draw on together. */
function raceForPoints(members: number): Race {
  return {
    prizes: prizesOf(members, ['team-1', 'team-2', 'team-3']),
    winners: { team: members },
    request: (prize) => requestFor(prize, [FIVE], { totalBudget: members * 5 + 3 }),
  };
}

/** One transaction, one code and one address, which are each good for one member, no matter who else shows them. */
function raceForProofs(members: number): Race {
  const use = (id: string) => ({ uses: [{ id, expiresAt: NOON + DAY }] });
  const shown: Record<string, Pick<ReserveRequest, 'uses' | 'links'>> = {
    hash: use('transaction 0x5e1c'),
    code: use('code ABCD-0001'),
    address: { links: [{ family: 'eip155', value: '0xf39f', isOnly: true }] },
  };
  return {
    prizes: prizesOf(Math.max(members, CROWD), Object.keys(shown)),
    winners: { hash: 1, code: 1, address: 1 },
    request: (prize) => ({ ...requestFor(prize, [POINTS], {}), ...shown[prize.action] }),
  };
}

export const RACES = { slots: raceForSlots, points: raceForPoints, proofs: raceForProofs };
