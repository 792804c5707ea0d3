import {
  type Ledger,
  newClaimId,
  type Grant,
  periodAt,
  type PeriodRule,
  type Settlement,
} from '../src/ledger/index.ts';

const DAY_MS = 24 * 60 * 60_000;
const DAYS = 14;
/** Between a claim and what became of it. */
const REPLY_MS = 240;
/** From now on: a proxy that runs already settles by itself what is past its deadline. */
const DEADLINE_MS = 60_000;
/** Members of Harbour Lights whose ids no visitor borrows. */
const IMKE = '284915730264819777';
const TOBIAS = '1048273615902847361';
const MATEO = '1120574839201647583';
/** Somebody whose id the community does not know. */
const STRANGER = '662910384756120394';

/** What stands in `rewards.config.ts` of the actions that were claimed. */
const ACTIONS = {
  daily: { repeats: 'daily', grant: { kind: 'points', points: 10, remark: 'Daily check-in' } },
  wave: { repeats: 'daily', grant: { kind: 'points', points: 1, remark: 'Waved from the pier' } },
  watch: { repeats: 'daily', grant: { kind: 'points', points: 15, remark: 'Kept the night watch' } },
  bell: { repeats: 'daily', grant: { kind: 'points', points: 5, remark: 'Rang the fog bell' } },
  deckhand: {
    repeats: 'once',
    grant: { kind: 'role', roleId: '1172402716358201947', roleName: 'Deckhand', remark: 'Signed on as a deckhand' },
  },
} as const satisfies Record<string, { repeats: PeriodRule['repeats']; grant: Grant }>;
const TIME_ZONE = 'Europe/London';

/** A claim of the past, granted unless it is said otherwise. */
interface Past {
  daysAgo: number;
  memberId: string;
  action: keyof typeof ACTIONS;
  reply?: Settlement | undefined;
}

const LOST: Settlement = { state: 'unknown', evidence: { failure: 'the reply ended early' } };
const REFUSED: Settlement = { state: 'refused', evidence: { status: 404, code: 1001, message: 'member not found' } };

/**
 * Imke comes every day, Tobias and Mateo on most, and some nights somebody keeps the watch. One claim was refused, and one reply was lost,
 * about which somebody has to decide.
 */
function claimsOf(daysAgo: number): Past[] {
  const claims: Past[] = [{ daysAgo, memberId: IMKE, action: 'daily' }];
  if (daysAgo % 5 !== 0) {
    claims.push({ daysAgo, memberId: TOBIAS, action: 'daily', reply: daysAgo === 2 ? LOST : undefined });
    claims.push({ daysAgo, memberId: TOBIAS, action: 'wave' });
  }
  if (daysAgo % 3 !== 0) {
    claims.push({ daysAgo, memberId: MATEO, action: 'daily' }, { daysAgo, memberId: MATEO, action: 'wave' });
  }
  if (daysAgo % 3 === 1) claims.push({ daysAgo, memberId: IMKE, action: 'watch' });
  if (daysAgo % 2 === 1) claims.push({ daysAgo, memberId: MATEO, action: 'bell' });
  if (daysAgo === 6) claims.push({ daysAgo, memberId: STRANGER, action: 'daily', reply: REFUSED });
  if (daysAgo === 10) claims.push({ daysAgo, memberId: MATEO, action: 'deckhand' });
  return claims;
}

/** Whether the ledger has it: nobody else claims for that member. */
export async function hasFortnight(ledger: Ledger): Promise<boolean> {
  return (await ledger.list({ memberId: [IMKE], limit: 1 })).length > 0;
}

/**
 * Notes the claims of a made-up fortnight before `now` (epoch milliseconds), and a backup of yesterday, so that the owner's desk has
 * something to show, and nothing to complain of. The ledger is empty, or takes claims of the past. The community knows nothing of them.
 * Rejects with `LedgerError`.
 */
export async function noteFortnight(ledger: Ledger, now: number): Promise<void> {
  const claims = Array.from({ length: DAYS }, (_, index) => claimsOf(DAYS - index)).flat();
  for (const [index, claim] of claims.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- in the order of time
    await note(ledger, claim, { at: now - claim.daysAgo * DAY_MS + index * 1000, deadline: now + DEADLINE_MS });
  }
  await ledger.backedUp(now - DAY_MS);
}

async function note(
  ledger: Ledger,
  { memberId, action, reply }: Past,
  { at, deadline }: { at: number; deadline: number },
): Promise<void> {
  const { repeats, grant } = ACTIONS[action];
  const reservation = await ledger.reserve({
    claimId: newClaimId(at),
    action,
    memberId,
    service: 'default',
    period: periodAt({ repeats, timeZone: TIME_ZONE }, at),
    idempotency: null,
    grants: [grant],
    caps: {},
    fields: null,
    now: at,
    deadline,
  });
  if (reservation.kind !== 'reserved') return;
  const granted: Settlement = { state: 'granted', echo: grant, evidence: { status: 200, code: 0 } };
  await ledger.settle(reservation.claim.id, 0, reply ?? granted, at + REPLY_MS);
}
