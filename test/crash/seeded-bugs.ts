import type { ClaimRecord, Ledger, ReserveRequest } from '../../src/ledger/index.ts';
import { type Transport, TransportError } from '../../src/service/index.ts';

/** What makes a proxy break one of its promises. */
export interface Bug {
  ledger?: (ledger: Ledger) => Ledger;
  transport?: (transport: Transport) => Transport;
}

/** Mistakes that the tests of crashes must catch. */
export const BUGS: Record<string, Bug> = {
  'nothing is durable before the call': {
    ledger: (ledger) => {
      const later = new Map<string, ReserveRequest>();
      return {
        ...ledger,
        async reserve(request) {
          const id = `unwritten-${crypto.randomUUID()}`;
          later.set(id, request);
          const { action, memberId, service, fields, now, deadline } = request;
          const grants = request.orders.map((order, index) => {
            const state = index === 0 ? ('sent' as const) : ('reserved' as const);
            return { index, order, state, attempts: 1, deadline, echo: null, evidence: null };
          });
          const claim = { id, action, memberId, service, fields, grants, period: 'once', state: 'pending' } as const;
          return {
            kind: 'reserved',
            claim: { ...claim, nextClaimAt: null, streak: null, createdAt: now, updatedAt: now },
          };
        },
        async settle(claimId, grant, settlement, now) {
          const request = later.get(claimId);
          if (!request) return ledger.settle(claimId, grant, settlement, now);
          const reservation = await ledger.reserve(request);
          if (!('claim' in reservation)) throw new Error(reservation.kind);
          return ledger.settle(reservation.claim.id, grant, settlement, now);
        },
        send: async (claimId, grant, at) => later.has(claimId) || ledger.send(claimId, grant, at),
      };
    },
  },
  'what was sent is freed on recovery': {
    ledger: (ledger) => ({
      ...ledger,
      async recover(now) {
        const freed: ClaimRecord[] = [];
        for (const claim of await ledger.list({ state: 'sent', limit: 1000 })) {
          for (const { index, state } of claim.grants) {
            if (state === 'sent')
              freed.push(await ledger.settle(claim.id, index, { state: 'released', evidence: null }, now));
          }
        }
        return freed;
      },
    }),
  },
  'an unknown outcome is freed': {
    ledger: (ledger) => ({
      ...ledger,
      settle: (claimId, grant, settlement, now) =>
        ledger.settle(
          claimId,
          grant,
          settlement.state === 'unknown' ? { ...settlement, state: 'released' } : settlement,
          now,
        ),
    }),
  },
  'an unknown outcome is called granted': {
    ledger: (ledger) => ({
      ...ledger,
      settle: (claimId, grant, settlement, now) =>
        ledger.settle(
          claimId,
          grant,
          settlement.state === 'unknown' ? { ...settlement, state: 'granted' } : settlement,
          now,
        ),
    }),
  },
  'an unknown outcome is tried again': {
    transport: (transport) => async (request) => {
      try {
        const reply = await transport(request);
        return /^\{.*\}$/.test(reply.body) ? reply : await transport(request);
      } catch (error) {
        if (error instanceof TransportError && error.written) return transport(request);
        throw error;
      }
    },
  },
};
