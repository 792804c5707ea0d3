import type { Inside } from '../../proxy/index.ts';
import { pause } from '../../service/index.ts';
import type { GiftLine } from './gift-lines.ts';
import { giveLines, type RunReport } from './run.ts';

/** Lines that are given at the same time: few enough to leave visitors their share of the service. */
export const AT_ONCE = 16;

/** A file of gifts that is given, with what the audit records of it. */
export interface AuditedRun {
  /** The file's name. */
  file: string;
  by: string;
  why: string | null;
  /** Stops the run. */
  signal: AbortSignal;
  onLine: (report: RunReport) => void;
  /** Milliseconds, by a monotonic clock. */
  elapsed: () => number;
  /** Epoch milliseconds. */
  now: () => number;
}

/** Records in the audit that a file is about to be given. If this rejects, do not give the file. */
export async function auditStart(
  { ledger }: Pick<Inside, 'ledger'>,
  lines: readonly GiftLine[],
  { file, by, why, now }: AuditedRun,
): Promise<void> {
  const details = { file, lines: lines.length, why };
  await ledger.noteAudit({ at: now(), who: by, what: 'began-giving', claimId: null, details });
}

/** Gives the lines. Call `auditStart` first, and `auditEnd` afterwards. */
export async function giveFileLines(
  { gifts, upstreams, closing }: Inside,
  lines: readonly GiftLine[],
  { signal, onLine, elapsed }: AuditedRun,
): Promise<RunReport> {
  const [only] = upstreams.values();
  return giveLines({
    gifts: await gifts(),
    lines,
    atOnce: AT_ONCE,
    signal: AbortSignal.any([signal, closing]),
    pause,
    onLine,
    elapsed,
    refusesKey: async ({ service }) => {
      const upstream = service === undefined ? only : upstreams.get(service);
      return upstream !== undefined && upstream.refusesKey();
    },
  });
}

/** Records the result of the run in the audit. */
export async function auditEnd(
  { ledger }: Pick<Inside, 'ledger'>,
  { total, granted, points, roles, alreadyGiven, refused, unknown, pending, left }: RunReport,
  { file, by, why, now }: AuditedRun,
): Promise<void> {
  const open = { refused: refused.length, unknown: unknown.length, pending: pending.length, left };
  const details = { file, lines: total, why, granted, points, roles, alreadyGiven, ...open };
  await ledger.noteAudit({ at: now(), who: by, what: 'gave', claimId: null, details });
}
