import { type ClaimRecord, type Ledger, LedgerError, type ReserveRequest } from '../../src/ledger/index.ts';
import { sqliteLedger } from '../../src/ledger/sqlite.ts';
import { type Transport, TransportError } from '../../src/service/index.ts';

/** What makes a proxy break one of its promises. */
export interface Bug {
  /** `store` is what the ledger is in, where that matters. */
  ledger?: (ledger: Ledger, store?: string) => Ledger;
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
          const grants = request.grants.map((order, index) => {
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

/** Mistakes that the tests of stores which fail must catch. */
export const STORE_BUGS: Record<string, Bug> = {
  'an outcome is let go that cannot be recorded': {
    ledger: (ledger) => {
      const reserved = new Map<string, ClaimRecord>();
      return {
        ...ledger,
        async reserve(request) {
          const reservation = await ledger.reserve(request);
          if (reservation.kind === 'reserved') reserved.set(reservation.claim.id, reservation.claim);
          return reservation;
        },
        async settle(claimId, ...rest) {
          const claim = reserved.get(claimId);
          return ledger.settle(claimId, ...rest).catch((error) => claim ?? Promise.reject(error));
        },
      };
    },
  },
  'a commit of which nobody knows is taken for none': {
    ledger: (ledger) => ({ ...ledger, abandon: async () => null }),
  },
  'whatever lies where the ledger was is taken for it': {
    ledger: (ledger, store = '') => {
      const orElsewhere = async <T>(run: (there: Ledger) => Promise<T>): Promise<T> =>
        run(ledger).catch(async (error) => {
          if (!(error instanceof LedgerError) || error.code !== 'moved') throw error;
          const found = sqliteLedger(store);
          try {
            return await run(found);
          } finally {
            await found.close();
          }
        });
      return {
        ...ledger,
        reserve: (request) => orElsewhere((there) => there.reserve(request)),
        settle: (...settled) => orElsewhere((there) => there.settle(...settled)),
      };
    },
  },
};
