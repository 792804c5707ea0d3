import { fingerprint } from '../../common/fingerprint.ts';
import {
  claimReference,
  type ClaimRecord,
  GIFTS,
  isSameGrant,
  type Ledger,
  periodForKey,
  REMARK_UNKNOWN,
} from '../../ledger/index.ts';
import { type Action, PLAIN_ACTION } from '../actions/action.ts';
import { claimOnce, type Claims, type ClaimVerdict, latestTry, triedAs } from '../claims/index.ts';
import type { Recovery } from '../claims/recovery.ts';
import { noncesOf } from '../claims/single-use.ts';
import { invalidRequest, type ProblemReply } from '../http/problem.ts';
import { type Gift, GiftError, type GiftRules, readGift, type ReadyGift } from './gift.ts';
import { type GiftOutcome, outcomeOf, outcomeOfClaim } from './outcome.ts';

/** Gives gifts. */
export interface Gifts {
  /** What is wrong with a gift; empty if it can be given. */
  check(gift: Gift): readonly string[];
  /**
   * Gives it, unless it was given before. Rejects with a `GiftError`, or if the ledger fails: then give the same gift again, which shows what
   * happened to it.
   */
  give(gift: Gift): Promise<GiftOutcome>;
  /** The current outcome of a gift, without giving anything; null if it was never given. Rejects like `give`. */
  look(gift: Gift): Promise<GiftOutcome | null>;
}

export interface GiftsContext {
  rules: GiftRules;
  /** The rules for everything that is given, claims and gifts. */
  settings: Pick<Action, 'totalBudget' | 'memberPoints' | 'timeZone'>;
  claims: Pick<Claims, 'claim' | 'earlier'>;
  recovery: Pick<Recovery, 'upToDate'>;
  ledger: Pick<Ledger, 'standing' | 'usedBefore'>;
  /** Epoch milliseconds. */
  now: () => number;
}

const USED: ProblemReply = invalidRequest('This key belongs to another gift.');
const REUSED = 'key belongs to another gift, or to one whose details were purged: use a new key for this one';

/**
 * The error for a key that has made another claim. If that claim is of the same member, it may be this very gift with another remark, which a new key
 * would give a second time.
 */
function keyReused(ofMember: ClaimRecord | null): GiftError {
  if (!ofMember) return new GiftError('key-reused', [REUSED]);
  const { id, state } = ofMember;
  const issue = `key belongs to another gift of this member, claim ${claimReference(id)} (${state}): use a new key only if the member is to have both`;
  return new GiftError('key-reused', [issue]);
}

/** See `Gifts`. */
export function createGifts({ rules, settings, claims, recovery, ledger, now }: GiftsContext): Gifts {
  function read(gift: Gift): ReadyGift {
    const checked = readGift(gift, rules);
    if ('issues' in checked) throw new GiftError('invalid', checked.issues);
    return checked.gift;
  }

  function tryOf(gift: ReadyGift, attempt: number) {
    const { memberId, grant, key, by, why, service } = gift;
    const name = nameOf(key);
    return {
      action: actionFor(gift, settings),
      exchange: exchange(),
      direct: {
        memberId,
        byOwner: true,
        period: periodForKey(name),
        // The ledger keeps a fingerprint of this, so the property names must not change.
        content: { order: { ...grant, roleName: null }, service },
        fields: { key, by, ...(why !== null && { why }) },
        ...triedAs([name], attempt, { now: now(), ifUsed: USED }),
      },
    };
  }

  /** The claim of this member for the key. Its details may have been purged. */
  async function standing({ memberId, key }: ReadyGift): Promise<ClaimRecord | null> {
    const { claim } = await ledger.standing({ action: GIFTS, memberId, period: periodForKey(nameOf(key)), now: now() });
    return claim;
  }

  /**
   * Whether the claim is for this gift. A service that is no longer in the config may be this one under an earlier name, so it counts as the same:
   * with a new key the member would get the gift again.
   */
  function isOf({ grant, service }: ReadyGift, claim: ClaimRecord): boolean {
    const [given] = claim.grants;
    if (!given || !isSameGrant(given.order, grant)) return false;
    const { remark } = given.order;
    if (remark !== grant.remark && remark !== REMARK_UNKNOWN) return false;
    return claim.service === service || !rules.services.includes(claim.service);
  }

  async function outcomeFor(gift: ReadyGift, verdict: ClaimVerdict, repeated: boolean): Promise<GiftOutcome> {
    const { key, memberId } = gift;
    const code = 'problem' in verdict ? verdict.problem.code : null;
    // There may be a claim although the slot or the key is taken.
    const claim = code === 'already-claimed' || code === 'invalid-request' ? await standing(gift) : null;
    if (claim && isOf(gift, claim)) return { key, memberId, repeated: true, ...outcomeOfClaim(claim) };
    if (claim || code === 'invalid-request') throw keyReused(claim);
    return { key, memberId, repeated, ...outcomeOf(verdict) };
  }

  return {
    check(gift) {
      const checked = readGift(gift, rules);
      return 'issues' in checked ? checked.issues : [];
    },
    async give(given) {
      const gift = read(given);
      await recovery.upToDate();
      const { verdict, repeated } = await claimOnce(claims, (attempt) => tryOf(gift, attempt));
      return outcomeFor(gift, verdict, repeated);
    },
    async look(given) {
      const gift = read(given);
      await recovery.upToDate();
      const { verdict, request } = await latestTry(claims, (attempt) => tryOf(gift, attempt));
      if (verdict) return outcomeFor(gift, verdict, true);
      const { key, memberId } = gift;
      const claim = await standing(gift);
      if (claim && isOf(gift, claim)) return { key, memberId, repeated: true, ...outcomeOfClaim(claim) };
      if (claim) throw keyReused(claim);
      // The ledger knows another member's key by its use alone.
      const uses = noncesOf(request.direct?.singleUses ?? []);
      if ((await ledger.usedBefore({ memberId, uses })) !== null) throw keyReused(null);
      return null;
    },
  };
}

/** A hash, because the key may be longer than what a database can index well, and is private to the owner. */
function nameOf(key: string): string {
  return `gift ${fingerprint(key)}`;
}

function actionFor({ grant, service }: ReadyGift, settings: GiftsContext['settings']): Action {
  return {
    ...PLAIN_ACTION,
    ...settings,
    name: GIFTS,
    service,
    title: grant.remark,
    remark: grant.remark,
    remarkShown: grant.remark,
    points: grant.kind === 'points' ? grant.points : null,
    role: grant.kind === 'role' ? { id: grant.roleId, name: grant.roleName } : null,
    by: 'events',
    repeats: 'once',
    rule: { repeats: 'once' },
    identity: 'signed',
  };
}

/** An exchange without a client, so that no limit by address or member counts it. */
function exchange() {
  return {
    requestId: crypto.randomUUID(),
    peer: undefined,
    client: null,
    status: null,
    route: 'gift',
    returnTo: null,
    problem: null,
    cookies: [],
    answer: null,
  };
}
