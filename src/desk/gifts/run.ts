import { type Gift, GiftError, type GiftOutcome, type Gifts } from '../../proxy/index.ts';
import type { GiftLine } from './gift-lines.ts';

/** A line that was not given, or is unknown. */
export interface OpenLine {
  line: number;
  memberId: string;
  key: string;
  claimId: string | null;
  reason: string;
}

/** How far a run has come. Counts are of lines. */
export interface RunReport {
  total: number;
  granted: number;
  /** Points that were granted, without those of lines that had been given already. */
  points: number;
  /** Roles that were granted, likewise. */
  roles: number;
  alreadyGiven: number;
  refused: OpenLine[];
  unknown: OpenLine[];
  /** Under way by another process, or by one that has died. */
  pending: OpenLine[];
  /** Lines that were not come to. */
  left: number;
  /** Why it ended before the last line; null if it did not. */
  stopped: string | null;
}

export interface RunOptions {
  gifts: Pick<Gifts, 'give'>;
  lines: readonly GiftLine[];
  /** Most lines that are under way at once. */
  atOnce: number;
  /** Whether the gift's service refuses all calls of the site, for any member. */
  refusesKey: (gift: Gift) => Promise<boolean>;
  /** Ends the run once what is under way has settled. */
  signal: AbortSignal;
  /** Is called after each line. What it is given is still written to. */
  onLine?: (report: RunReport) => void;
  /** Resolves after so many milliseconds, or once the signal is aborted. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Milliseconds, by any clock that goes on. */
  elapsed: () => number;
}

/** If no line settles for as long, somebody must look. */
const STUCK_MS = 10 * 60_000;
/** If the ledger fails, or nothing says when to try again. */
const RETRY_S = 2;
const KEY_REFUSED = 'the service does not accept the API key: rewards doctor says how to mend that';

/**
 * Gives the lines, a few at a time and in their order. What comes to nothing for a reason that passes, such as a service that asks for
 * fewer calls, is tried again once it has passed. However the run ends, the same lines can be given again: each is given at most once.
 */
export async function giveLines(options: RunOptions): Promise<RunReport> {
  const { lines, atOnce, signal, onLine } = options;
  const report = newReport(lines.length);
  const run = new Run(options);
  const rest = lines.values();
  const worker = async (): Promise<void> => {
    for (const line of rest) {
      // oxlint-disable-next-line no-await-in-loop -- each worker gives one line at a time
      const outcome = await run.settle(line);
      if (outcome === null) return;
      note(report, line, outcome);
      onLine?.(report);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, lines.length) }, worker));
  report.stopped = report.left > 0 ? (run.reason ?? (signal.aborted ? 'it was stopped' : null)) : null;
  return report;
}

/** Of a run of so many lines that has not begun. */
export function newReport(total: number): RunReport {
  const counts = { granted: 0, points: 0, roles: 0, alreadyGiven: 0, left: total };
  return { total, ...counts, refused: [], unknown: [], pending: [], stopped: null };
}

type Settled = Pick<GiftOutcome, 'status' | 'claimId' | 'repeated' | 'reason'>;

/** What all lines of a run have in common: when the service may be called again, and whether to go on at all. */
class Run {
  readonly #options: RunOptions;
  #reason: string | null = null;
  #heldUntil = 0;
  #settledAt: number;

  constructor(options: RunOptions) {
    this.#options = options;
    this.#settledAt = options.elapsed();
  }

  /** Why it goes on no more; null if it does, or was stopped from outside. */
  get reason(): string | null {
    return this.#reason;
  }

  /** Gives the line, however often that must be tried; null if the run has ended before. */
  async settle({ gift }: GiftLine): Promise<Settled | null> {
    const { gifts, elapsed } = this.#options;
    /* oxlint-disable no-await-in-loop -- each try comes after the one before */
    while (await this.#mayGoOn()) {
      const outcome = await gifts.give(gift).catch(readFailure);
      if (!('failure' in outcome) && outcome.retryAfter === null) {
        this.#settledAt = elapsed();
        return outcome;
      }
      await this.#putOff(gift, outcome);
    }
    /* oxlint-enable no-await-in-loop */
    return null;
  }

  /** Waits until the service may be called; false if the run is to end. */
  async #mayGoOn(): Promise<boolean> {
    const { signal, pause, elapsed } = this.#options;
    for (;;) {
      if (this.#reason !== null || signal.aborted) return false;
      const wait = this.#heldUntil - elapsed();
      if (wait <= 0) return true;
      // oxlint-disable-next-line no-await-in-loop -- others may have found out meanwhile that it takes longer
      await pause(wait, signal);
    }
  }

  async #putOff(gift: Gift, outcome: Failure | GiftOutcome): Promise<void> {
    const { elapsed, refusesKey } = this.#options;
    const [seconds, why] =
      'failure' in outcome ? [RETRY_S, outcome.failure] : [outcome.retryAfter ?? RETRY_S, outcome.reason];
    const now = elapsed();
    this.#heldUntil = Math.max(this.#heldUntil, now + seconds * 1000);
    if (await refusesKey(gift)) this.#reason ??= KEY_REFUSED;
    else if (this.#heldUntil - this.#settledAt > STUCK_MS) {
      this.#reason ??= `nothing could be given for ten minutes, or would be: ${why ?? 'no reason is known'}`;
    }
  }
}

interface Failure {
  failure: string;
}

/** A key that belongs to another gift is the line's own fault; all else passes, or has somebody look. */
function readFailure(error: unknown): Failure | (Settled & { retryAfter: null }) {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof GiftError)) return { failure: message };
  return { status: 'refused', claimId: null, repeated: false, reason: message, retryAfter: null };
}

function note(report: RunReport, { line, gift }: GiftLine, { status, claimId, repeated, reason }: Settled): void {
  report.left -= 1;
  if (status !== 'granted') {
    report[status].push({ line, memberId: gift.memberId, key: gift.key, claimId, reason: reason ?? '' });
  } else if (repeated) {
    report.alreadyGiven += 1;
  } else {
    report.granted += 1;
    report.points += gift.points ?? 0;
    report.roles += gift.role === undefined ? 0 : 1;
  }
}
