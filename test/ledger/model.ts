import type { ClaimState, GrantState, Order, ReserveRequest } from '../../src/ledger/index.ts';

interface ModelGrant {
  order: Order;
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
  | { kind: 'key-reused' }
  | { kind: 'capped'; cap: string };

const counts = ({ state }: ModelGrant) => state !== 'refused' && state !== 'released';
const points = ({ order }: ModelGrant) => (order.kind === 'points' ? order.points : 0);
const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);

/** What a ledger does, said as plainly as can be: lists that are searched from end to end. */
export class LedgerModel {
  readonly claims: ModelClaim[] = [];
  readonly #presses = new Map<string, { fingerprint: string; claim: ModelClaim }>();

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
    const { action, memberId, idempotency, caps, deadline } = request;
    const press = idempotency && this.#presses.get(idempotency.key);
    if (press) {
      return press.fingerprint === idempotency.fingerprint
        ? { kind: 'replayed', claim: press.claim }
        : { kind: 'key-reused' };
    }
    const period = request.period.key;
    const holder = this.#held(action).find((claim) => claim.memberId === memberId && claim.period === period);
    const missing = holder?.grants.filter((grant) => !counts(grant)) ?? [];
    if (holder && (this.state(holder) === 'pending' || missing.length === 0)) return { kind: 'held', claim: holder };

    const fresh = request.orders.map((order): ModelGrant => ({ order, state: 'reserved', deadline }));
    const wanted = holder ? missing : fresh;
    const price = sum(wanted.map(points));
    if (caps.totalBudget !== undefined && this.spent() + price > caps.totalBudget)
      return { kind: 'capped', cap: 'totalBudget' };
    if (caps.capacity !== undefined && this.seats(action) + (holder ? 0 : 1) > caps.capacity)
      return { kind: 'capped', cap: 'capacity' };
    if (caps.actionBudget !== undefined && this.spent(action) + price > caps.actionBudget)
      return { kind: 'capped', cap: 'actionBudget' };

    const claim = holder ?? { number: this.claims.length, action, memberId, period, grants: fresh };
    if (!holder) this.claims.push(claim);
    for (const [position, grant] of wanted.entries())
      Object.assign(grant, { state: position === 0 ? 'sent' : 'reserved', deadline });
    if (idempotency) this.#presses.set(idempotency.key, { fingerprint: idempotency.fingerprint, claim });
    return { kind: 'reserved', claim };
  }

  send(claim: ModelClaim, index: number, deadline: number): boolean {
    const grant = claim.grants[index];
    if (!grant) return false;
    const may = grant.state === 'reserved' || (grant.state === 'unknown' && grant.order.kind === 'role');
    if (may) Object.assign(grant, { state: 'sent', deadline });
    return may;
  }

  settle(claim: ModelClaim, index: number, state: GrantState): void {
    const grant = claim.grants[index];
    if (grant?.state === 'sent' || (grant?.state === 'reserved' && state === 'released')) grant.state = state;
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

function inFlight({ state }: ModelGrant): boolean {
  return state === 'reserved' || state === 'sent';
}
