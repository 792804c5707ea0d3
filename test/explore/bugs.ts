import type { ClaimRecord } from '../../src/ledger/index.ts';
import { TransportError } from '../../src/service/index.ts';
import { type Bug, BUGS as OF_CRASHES } from '../crash/seeded-bugs.ts';

/** Mistakes that the explorer must catch: those that the tests of crashes must, and some that are about order. */
export const BUGS: Record<string, Bug> = {
  ...OF_CRASHES,
  'a claim is looked for first and made then': {
    ledger: (ledger) => ({
      ...ledger,
      async reserve(request) {
        const { action, memberId, period } = request;
        const claims = await ledger.list({ action, memberId });
        const claim = claims.find(({ state }) => /granted|pending/.test(state));
        if (claim) return { kind: 'held', claim };
        return ledger.reserve({ ...request, period: { ...period, key: `once ${request.claimId}` } });
      },
    }),
  },
  'seats are counted before one is taken': {
    ledger: (ledger) => ({
      ...ledger,
      async reserve(request) {
        const { capacity, ...caps } = request.caps;
        const taken = await ledger.list({ action: request.action, limit: 1000 });
        const isHeld = ({ state, memberId }: ClaimRecord) =>
          /granted|pending/.test(state) && memberId !== request.memberId;
        if (capacity !== undefined && taken.filter(isHeld).length >= capacity)
          return { kind: 'capped', cap: 'capacity' };
        return ledger.reserve({ ...request, caps });
      },
    }),
  },
  'who comes second carries out what the first has begun': {
    ledger: (ledger) => ({
      ...ledger,
      async reserve(request) {
        const reservation = await ledger.reserve(request);
        return reservation.kind === 'held' && reservation.claim.state === 'pending'
          ? { kind: 'reserved', claim: reservation.claim }
          : reservation;
      },
    }),
  },
  'a repeated press carries out what the first has begun': {
    ledger: (ledger) => ({
      ...ledger,
      async reserve(request) {
        const reservation = await ledger.reserve(request);
        return reservation.kind === 'replayed' && reservation.claim.state === 'pending'
          ? { kind: 'reserved', claim: reservation.claim }
          : reservation;
      },
    }),
  },
  'an answer is given before it is on record': {
    ledger: (ledger) => {
      const reserved = new Map<string, ClaimRecord>();
      return {
        ...ledger,
        async reserve(request) {
          const reservation = await ledger.reserve(request);
          if (reservation.kind === 'reserved') reserved.set(reservation.claim.id, reservation.claim);
          return reservation;
        },
        async settle(claimId, grant, settlement, now) {
          const claim = reserved.get(claimId);
          const recorded = ledger.settle(claimId, grant, settlement, now);
          return claim && settlement.state === 'granted' ? { ...claim, state: 'granted' } : recorded;
        },
      };
    },
  },
  'recovery takes what was sent for granted': {
    ledger: (ledger) => ({
      ...ledger,
      async recover(now) {
        const settled: ClaimRecord[] = [];
        for (const claim of await ledger.recover(now)) {
          const [grant] = claim.grants;
          const echo = grant && { state: 'granted' as const, echo: grant.order, evidence: null };
          settled.push(echo && claim.state === 'pending' ? await ledger.settle(claim.id, 0, echo, now) : claim);
        }
        return settled;
      },
    }),
  },
  'recovery frees what it does not know': {
    ledger: (ledger) => ({
      ...ledger,
      async recover(now) {
        const settled: ClaimRecord[] = [];
        for (const claim of await ledger.recover(now))
          settled.push(await ledger.settle(claim.id, 0, { state: 'released', evidence: null }, now));
        return settled;
      },
    }),
  },
  'a call that broke off counts as not written': {
    transport: (transport) => (request) =>
      transport(request).catch(() => Promise.reject(new TransportError('no connection', { written: false }))),
  },
  'a refusal is taken for a grant': {
    transport: (transport) => async (request) => {
      const { user_id: userId, points, remark } = Object.fromEntries(new URLSearchParams(request.body));
      const { status, headers, complete } = await transport(request);
      const data = { user_id: userId, points: Number(points), remark };
      return { status, headers, complete, body: JSON.stringify({ code: 0, error: '', data, ts: 1 }) };
    },
  },
  'what was given up is sent all the same': {
    transport: (transport) => {
      return ({ signal: _signal, ...request }) => transport(request);
    },
    ledger: (ledger) => ({
      ...ledger,
      async recover(now) {
        const settled = await ledger.recover(now);
        for (const { id } of settled)
          await ledger.resolve(id, { state: 'released', who: 'recovery', why: 'late' }, now);
        return settled;
      },
    }),
  },
};

/** The scene that shows a mistake, and is looked at first; the shortest where it is not here. */
export const SHOWN_IN: Readonly<Record<string, string>> = {
  'seats are counted before one is taken': 'two members for one seat, and a press once more',
  'a repeated press carries out what the first has begun': 'two members for one seat, and a press once more',
};
