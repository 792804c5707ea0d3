import { type Ledger, ledgerThrough } from '../../src/ledger/index.ts';

/** A ledger that is opened when something asks for what it cannot know without. */
export interface LazyLedger extends Ledger {
  /** Opens it ahead of time. Never rejects: where that fails, the next call tries again. */
  prepare(): Promise<void>;
}

/** A ledger that begins empty, and is opened on its first use: until then nobody has claimed, and no seat is taken. */
export function lazyLedger(open: () => Promise<Ledger>): LazyLedger {
  let opening: Promise<Ledger> | null = null;

  function opened(): Promise<Ledger> {
    opening ??= open().catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  }

  return {
    ...ledgerThrough((method, ...args) => {
      const result: Promise<unknown> = opened().then((ledger) => Reflect.apply(ledger[method], ledger, args));
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is what the same method gives there
      return result as ReturnType<Ledger[typeof method]>;
    }),
    recover: async (now) => (opening ? (await opening).recover(now) : []),
    retryable: async (maxAttempts) => (opening ? (await opening).retryable(maxAttempts) : []),
    seatsTaken: async (action) => (opening ? (await opening).seatsTaken(action) : 0),
    pointsHeld: async (by) => (opening ? (await opening).pointsHeld(by) : 0),
    unknown: async () => (opening ? (await opening).unknown() : { count: 0, oldestAt: null }),
    close: async () => (await opening)?.close(),
    prepare: async () => void (await opened().catch(() => undefined)),
  };
}
