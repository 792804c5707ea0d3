import { type Gift, GiftError, type GiftOutcome, type Inside } from '../../proxy/index.ts';
import type { GiftFileView, GiftRunView } from '../api-types.ts';
import { DeskError } from '../problem.ts';
import { type GiftLine, readGiftLines } from './gift-lines.ts';
import { type LinesLook, lookAtLines } from './look.ts';
import { AT_ONCE, giveFileLines, auditStart, type AuditedRun, auditEnd } from './audited-run.ts';
import { newReport, type RunReport } from './run.ts';

const MAX_LINES = 100_000;
const SHOWN = 100;

/** A file that was checked, and how far it is given. */
interface Held {
  /** What tells it from another that somebody checks meanwhile. */
  id: string;
  name: string;
  lines: readonly GiftLine[];
  look: LinesLook;
  /** The run that is under way, or was the last. */
  run: { by: string; report: RunReport; stop: AbortController; isOver: boolean } | null;
}

/** What is given at the desk: to one member, or to those in a file; one file at a time. */
export class GiftDesk {
  readonly #inside: Inside;
  readonly #now: () => number;
  #held: Held | null = null;

  constructor(inside: Inside, now: () => number) {
    this.#inside = inside;
    this.#now = now;
  }

  /** Gives one gift. Throws `DeskError` that names all that is wrong with it. */
  giveOne(gift: Gift): Promise<GiftOutcome> {
    return this.#inside.award(gift).catch((error: unknown) => {
      if (!(error instanceof GiftError)) throw error;
      throw new DeskError('invalid-request', `${error.issues.join('. ')}.`);
    });
  }

  /** Checks a file, and holds it where nothing is wrong with it. Gives nothing. Throws `DeskError` while another one is given. */
  async check(
    { name, text, service }: { name: string; text: string; service?: string | undefined },
    by: string,
  ): Promise<GiftFileView> {
    this.#refuseWhileOneIsGiven();
    this.#held = null;
    const same = { by, why: name, service };
    const gifts = await this.#inside.gifts();
    const { lines, badLines } = readGiftLines(text, same, (gift) => gifts.check(gift));
    if (lines.length > MAX_LINES) {
      const issues = [`there are more than ${MAX_LINES} lines: split the file, or use rewards grant`];
      badLines.push({ line: MAX_LINES + 2, issues });
    }
    if (badLines.length > 0)
      return { name, badLines: badLines.slice(0, SHOWN), badLineCount: badLines.length, look: null };
    const look = await lookAtLines(gifts, lines, AT_ONCE);
    // Somebody else may have begun meanwhile.
    this.#refuseWhileOneIsGiven();
    this.#held = { id: crypto.randomUUID(), name, lines, look, run: null };
    return { name, badLines: [], badLineCount: 0, look };
  }

  /** Begins to give the file that is held, or goes on with it. Throws `DeskError` if it is not the one with that id. */
  async start(id: string, by: string): Promise<GiftRunView> {
    const held = this.#requireHeld(id);
    if (held.run?.isOver === false) return viewOf(held);
    const run = { by, report: newReport(held.lines.length), stop: new AbortController(), isOver: false };
    const before = held.run;
    held.run = run;
    const audited: AuditedRun = {
      file: held.name,
      by,
      why: null,
      signal: run.stop.signal,
      onLine: (report) => (run.report = report),
      elapsed: () => performance.now(),
      now: this.#now,
    };
    await auditStart(this.#inside, held.lines, audited).catch((error: unknown) => {
      held.run = before;
      throw error;
    });
    void this.#run(held.lines, run, audited);
    return viewOf(held);
  }

  /** Ends the run once what is under way has settled. Throws `DeskError` if the file is not the one with that id. */
  stop(id: string): GiftRunView {
    const held = this.#requireHeld(id);
    held.run?.stop.abort();
    return viewOf(held);
  }

  /** How far it is; null if no file is held. */
  view(): GiftRunView | null {
    return this.#held && viewOf(this.#held);
  }

  #requireHeld(id: string): Held {
    if (!this.#held) throw new DeskError('invalid-request', 'No file is checked any more: choose it again.');
    if (this.#held.id === id) return this.#held;
    throw new DeskError(
      'invalid-request',
      'Somebody has chosen another file since, which stands below: nothing was given of yours. Choose it again when that one is given.',
    );
  }

  #refuseWhileOneIsGiven(): void {
    if (this.#held?.run?.isOver !== false) return;
    throw new DeskError('invalid-request', 'A file is being given: stop that first.');
  }

  async #run(lines: readonly GiftLine[], run: NonNullable<Held['run']>, audited: AuditedRun): Promise<void> {
    const { by } = run;
    try {
      const named = lines.map(({ line, gift }) => ({ line, gift: { ...gift, by } }));
      run.report = await giveFileLines(this.#inside, named, audited);
      await auditEnd(this.#inside, run.report, audited);
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown';
      this.#inside.logger.warn({ reason }, 'what came of a file of gifts could not be noted');
    }
    run.isOver = true;
  }
}

function viewOf({ id, name, look, run }: Held): GiftRunView {
  if (!run) return { id, name, look, run: null };
  const { refused, unknown, pending, ...counts } = run.report;
  const open = { refused: refused.length, unknown: unknown.length, pending: pending.length };
  const lines = [...refused, ...unknown, ...pending].slice(0, SHOWN);
  return { id, name, look, run: { ...counts, ...open, lines, isOver: run.isOver } };
}
