import type { Inside } from '../../proxy/index.ts';
import { pause } from '../../service/index.ts';
import type { GiftLine } from './gift-lines.ts';
import { giveLines, type RunReport } from './run.ts';

/** As much of the service as visitors can spare. */
export const AT_ONCE = 16;

/** What the audit says of a run, and what ends it. */
export interface NotedRun {
  /** What the file is called. */
  file: string;
  by: string;
  why: string | null;
  signal: AbortSignal;
  onLine: (report: RunReport) => void;
  /** Milliseconds, by any clock that goes on. */
  elapsed: () => number;
  /** Epoch milliseconds. */
  now: () => number;
}

/** Takes note that a file is about to be given, without which it is not. */
export async function noteBegin(
  { ledger }: Pick<Inside, 'ledger'>,
  lines: readonly GiftLine[],
  { file, by, why, now }: NotedRun,
): Promise<void> {
  const details = { file, lines: lines.length, why };
  await ledger.noteAudit({ at: now(), who: by, what: 'began-giving', claimId: null, details });
}

/** Gives the lines, for which `noteBegin` was called. */
export async function giveFileLines(
  { gifts, upstreams, closing }: Inside,
  lines: readonly GiftLine[],
  { signal, onLine, elapsed }: NotedRun,
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

/** Takes note of what came of it. */
export async function noteEnd(
  { ledger }: Pick<Inside, 'ledger'>,
  { total, granted, points, roles, alreadyGiven, refused, unknown, pending, left }: RunReport,
  { file, by, why, now }: NotedRun,
): Promise<void> {
  const open = { refused: refused.length, unknown: unknown.length, pending: pending.length, left };
  const details = { file, lines: total, why, granted, points, roles, alreadyGiven, ...open };
  await ledger.noteAudit({ at: now(), who: by, what: 'gave', claimId: null, details });
}
