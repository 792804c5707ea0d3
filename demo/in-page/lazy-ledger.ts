import { type Ledger, ledgerThrough, type Standing } from '../../src/ledger/index.ts';

/** A ledger that is opened on the first call that an empty ledger could not answer. */
export interface LazyLedger extends Ledger {
  /** Opens it ahead of time. Never rejects: where that fails, the next call tries again. */
  prepare(): Promise<void>;
  /** Closes it. It is opened again on its next use, and is then not taken for empty. */
  reopen(): Promise<void>;
}

/** A ledger that begins empty, and is opened on its first use: until then nobody has claimed, and no seat is taken. */
export function lazyLedger(open: () => Promise<Ledger>): LazyLedger {
  let opening: Promise<Ledger> | null = null;
  let used = false;

  function opened(): Promise<Ledger> {
    opening ??= open().catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  }

  const real = ledgerThrough((method, ...args) => {
    used = true;
    const result: Promise<unknown> = opened().then((ledger) => Reflect.apply(ledger[method], ledger, args));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is what the same method gives there
    return result as ReturnType<Ledger[typeof method]>;
  });

  return {
    ...real,
    // While it is only being prepared, nobody waits for what an empty ledger would say.
    ruleChanges: async (rules) => (used ? (await opened()).ruleChanges(rules) : []),
    recover: async (now) => (used ? (await opened()).recover(now) : []),
    standing: (query) => (used ? real.standing(query) : Promise.resolve(firstStanding(query))),
    setReceivers: async (receivers, now) => {
      if (used || receivers.length > 0) await real.setReceivers(receivers, now);
    },
    retryable: async (...wanted) => (used ? (await opened()).retryable(...wanted) : []),
    seatsTaken: async (action) => (used ? (await opened()).seatsTaken(action) : 0),
    pointsHeld: async (by) => (used ? (await opened()).pointsHeld(by) : 0),
    unknown: async () => (used ? (await opened()).unknown() : { count: 0, oldestAt: null }),
    close: async () => (await opening)?.close(),
    prepare: async () => void (await opened().catch(() => undefined)),
    async reopen() {
      const before = opening;
      opening = null;
      used = true;
      await (await before?.catch(() => undefined))?.close();
    },
  };
}

/** The standing of somebody who has claimed nothing. */
function firstStanding({ period: { previousKey } }: Parameters<Ledger['standing']>[0]): Standing {
  const [streak, streakIfClaimed] = previousKey === null ? [null, null] : [0, 1];
  return { claim: null, nextClaimAt: null, streak, streakIfClaimed };
}
