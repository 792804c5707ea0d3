import { GiftError, type GiftOutcome, type Gifts } from '../../proxy/index.ts';
import type { GiftLine } from './gift-lines.ts';

/** What giving the lines would come to. Counts are of lines, except `points`, `roles` and `members`. */
export interface LinesLook {
  total: number;
  /** What is still to be given. */
  fresh: { lines: number; points: number; roles: number; members: number };
  /** What was given before, by what came of it. */
  known: Record<GiftOutcome['status'], number>;
  /** Lines whose key belongs to another gift. */
  foreign: number[];
}

/** Looks at lines that nothing is wrong with, and gives none. A few at a time, for the ledger's sake. */
export async function lookAtLines(
  gifts: Pick<Gifts, 'look'>,
  lines: readonly GiftLine[],
  atOnce: number,
): Promise<LinesLook> {
  const fresh = { lines: 0, points: 0, roles: 0, members: 0 };
  const known = { granted: 0, refused: 0, unknown: 0, pending: 0 };
  const foreign: number[] = [];
  const members = new Set<string>();
  const rest = lines.values();
  const worker = async (): Promise<void> => {
    for (const { line, gift } of rest) {
      // oxlint-disable-next-line no-await-in-loop -- each worker looks at one line at a time
      const outcome = await gifts.look(gift).catch((error: unknown) => {
        if (error instanceof GiftError) return 'foreign' as const;
        throw error;
      });
      if (outcome === 'foreign') foreign.push(line);
      else if (outcome && outcome.retryAfter === null) known[outcome.status] += 1;
      else {
        fresh.lines += 1;
        fresh.points += gift.points ?? 0;
        fresh.roles += gift.role === undefined ? 0 : 1;
        members.add(gift.memberId);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, lines.length) }, worker));
  fresh.members = members.size;
  return { total: lines.length, fresh, known, foreign: foreign.toSorted((one, other) => one - other) };
}
