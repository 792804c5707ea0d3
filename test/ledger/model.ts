import type { ClaimState, Grant, GrantState, ReserveRequest } from '../../src/ledger/index.ts';

interface ModelGrant {
  index: number;
  order: Grant;
  state: GrantState;
  deadline: number;
}

export interface ModelClaim {
  number: number;
  action: string;
  memberId: string;
  period: string;
  grants: ModelGrant[];
}

export type ModelReservation =
  | { kind: 'reserved' | 'replayed' | 'held'; claim: ModelClaim }
  | { kind: 'key-reused' | 'used' }
  | { kind: 'capped'; cap: string };

const counts = ({ state }: ModelGrant) => state !== 'refused' && state !== 'released';
const points = ({ order }: ModelGrant) => (order.kind === 'points' ? order.points : 0);
const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);

/** What a ledger does, said as plainly as can be: lists that are searched from end to end. */
export class LedgerModel {
  readonly claims: ModelClaim[] = [];
  readonly #idempotencyKeys = new Map<string, { fingerprint: string; claim: ModelClaim }>();
  readonly #used = new Set<string>();

  state({ grants }: ModelClaim): ClaimState {
    const states = new Set(grants.map(({ state }) => state));
    if (states.has('reserved') || states.has('sent') || states.has('unknown')) return 'pending';
    if (states.has('refused')) return 'refused';
    return states.has('released') ? 'released' : 'granted';
  }

  seats(action: string): number {
    return this.#held(action).length;
  }

  spent(action?: string): number {
    return sum(this.#held(action).flatMap(({ grants }) => grants.filter(counts).map(points)));
  }

  reserve(request: ReserveRequest): ModelReservation {
    const { action, memberId, idempotency, uses = [], caps, deadline } = request;
    const key = idempotency && JSON.stringify([action, memberId, idempotency.key]);
    const seen = key && this.#idempotencyKeys.get(key);
    if (seen) {
      return seen.fingerprint === idempotency.fingerprint
        ? { kind: 'replayed', claim: seen.claim }
        : { kind: 'key-reused' };
    }
    if (uses.some(({ id }) => this.#used.has(id))) return { kind: 'used' };
    const period = request.period.key;
    const holder = this.#held(action).find((claim) => claim.memberId === memberId && claim.period === period);
    const missing = holder?.grants.filter((grant) => !counts(grant)) ?? [];
    if (holder && (this.state(holder) === 'pending' || missing.length === 0)) return { kind: 'held', claim: holder };

    const fresh = request.grants.map((order, index): ModelGrant => ({ index, order, state: 'reserved', deadline }));
    // Each kind is given once at most here, so what is given now stands for what is missing of its kind.
    const given = (grant: ModelGrant) => request.grants.find(({ kind }) => kind === grant.order.kind);
    const wanted = holder
      ? missing.flatMap((grant) => {
          const order = given(grant);
          return order ? [{ ...grant, order }] : [];
        })
      : fresh;
    const price = sum(wanted.map(points));
    const charges = !holder || price > 0;
    if (charges && caps.totalBudget !== undefined && this.spent() + price > caps.totalBudget)
      return { kind: 'capped', cap: 'totalBudget' };
    if (!holder && caps.capacity !== undefined && this.seats(action) + 1 > caps.capacity)
      return { kind: 'capped', cap: 'capacity' };
    if (charges && caps.actionBudget !== undefined && this.spent(action) + price > caps.actionBudget)
      return { kind: 'capped', cap: 'actionBudget' };

    const claim = holder ?? { number: this.claims.length, action, memberId, period, grants: fresh };
    if (!holder) this.claims.push(claim);
    else claim.grants = [...holder.grants.filter(counts), ...wanted].toSorted((one, other) => one.index - other.index);
    for (const [position, grant] of wanted.entries())
      Object.assign(grant, { state: position === 0 ? 'sent' : 'reserved', deadline });
    if (key) this.#idempotencyKeys.set(key, { fingerprint: idempotency.fingerprint, claim });
    for (const { id } of uses) this.#used.add(id);
    return { kind: 'reserved', claim };
  }

  send(claim: ModelClaim, index: number, deadline: number): boolean {
    const grant = grantOf(claim, index);
    if (!grant) return false;
    const may = grant.state === 'reserved' || (grant.state === 'unknown' && grant.order.kind === 'role');
    if (may) Object.assign(grant, { state: 'sent', deadline });
    return may;
  }

  settle(claim: ModelClaim, index: number, state: GrantState): void {
    const grant = grantOf(claim, index);
    const late = grant?.state === 'unknown' && state !== 'unknown';
    if (grant?.state === 'sent' || late || (grant?.state === 'reserved' && state === 'released')) grant.state = state;
  }

  recover(now: number): number {
    const touched = this.claims.filter(({ grants }) => grants.some((grant) => inFlight(grant) && grant.deadline < now));
    for (const grant of touched.flatMap(({ grants }) => grants)) {
      if (inFlight(grant) && grant.deadline < now) grant.state = grant.state === 'sent' ? 'unknown' : 'released';
    }
    return touched.length;
  }

  resolve(claim: ModelClaim, state: 'granted' | 'released'): void {
    for (const grant of claim.grants) if (grant.state === 'unknown') grant.state = state;
  }

  #held(action?: string): ModelClaim[] {
    return this.claims.filter(
      (claim) => claim.grants.some(counts) && (action === undefined || claim.action === action),
    );
  }
}

/** A grant that the action gives no more is gone, and its number with it. */
export function grantOf({ grants }: ModelClaim, index: number): ModelGrant | undefined {
  return grants.find((grant) => grant.index === index);
}

function inFlight({ state }: ModelGrant): boolean {
  return state === 'reserved' || state === 'sent';
}
