import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { type GiftFile, type GiftLine, readGiftLines } from '../../desk/gifts/gift-lines.ts';
import { giftText, NO_TEXT } from '../../desk/gifts/gift-text.ts';
import { lookAtLines } from '../../desk/gifts/look.ts';
import type { LineIssues } from '../../desk/gifts/rows.ts';
import { AT_ONCE, giveFileLines, auditStart, type AuditedRun, auditEnd } from '../../desk/gifts/audited-run.ts';
import type { RunReport } from '../../desk/gifts/run.ts';
import type { Gift, Inside, Proxy } from '../../proxy/index.ts';
import { UsageError } from '../command.ts';
import { stdout } from '../output/stdout.ts';
import { stopSignal } from '../serve/stop-signal.ts';
import { Progress } from './progress.ts';
import { amountText, countText, reportText } from './text.ts';

export interface FileOptions {
  isDry: boolean;
  asJson: boolean;
  elapsed: () => number;
}

const MAX_SHOWN = 50;

/** Gives what stands in a file, and reports. Throws if not every line is given, after the report. */
export async function giveFile(
  { inside }: Pick<Proxy, 'inside'>,
  file: string,
  same: Pick<Gift, 'by' | 'why' | 'service'>,
  options: FileOptions,
): Promise<void> {
  const { lines, badLines } = await readFileOfGifts(file, same, inside);
  if (badLines.length > 0) throw new UsageError(badLinesText(file, badLines));
  await (options.isDry ? dryRun(inside, lines, options) : giveAll(inside, file, lines, same, options));
}

async function readFileOfGifts(
  file: string,
  same: Pick<Gift, 'by' | 'why' | 'service'>,
  { gifts }: Inside,
): Promise<GiftFile> {
  const bytes = await readFile(resolve(file)).catch((error: Error) => {
    throw new UsageError(`--file: ${file} cannot be read: ${error.message}`, { cause: error });
  });
  const text = giftText(bytes);
  if (text === null) throw new UsageError(`--file: ${file}: ${NO_TEXT}`);
  const ready = await gifts();
  return readGiftLines(text, same, (gift) => ready.check(gift));
}

function badLinesText(file: string, badLines: readonly LineIssues[]): string {
  const shown = badLines.slice(0, MAX_SHOWN).map(({ line, issues }) => `${file}:${line}: ${issues.join('; ')}`);
  const more = badLines.length - shown.length;
  const end = more > 0 ? [`${countText(more, 'more line')} ${more === 1 ? 'is' : 'are'} wrong`] : [];
  return [...shown, ...end, 'nothing was given: mend the file first'].join('\n');
}

async function dryRun(inside: Inside, lines: readonly GiftLine[], { asJson }: FileOptions): Promise<void> {
  const look = await lookAtLines(await inside.gifts(), lines, AT_ONCE);
  if (asJson) return stdout.print(JSON.stringify(look));
  const { total, fresh, known, foreign } = look;
  stdout.print(
    [
      `${countText(total, 'line')}, nothing wrong with ${total === 1 ? 'it' : 'them'}`,
      `to be given    ${countText(fresh.lines, 'line')}: ${amountText(fresh)} to ${countText(fresh.members, 'member')}`,
      `already given  ${countText(known.granted, 'line')}; refused before ${known.refused}, unknown ${known.unknown}, under way ${known.pending}`,
      ...foreign.map((line) => `line ${line}: its key belongs to another gift, so it would be refused`),
      'Nothing was given.',
    ].join('\n'),
  );
}

async function giveAll(
  inside: Inside,
  file: string,
  lines: readonly GiftLine[],
  { by, why }: Pick<Gift, 'by' | 'why'>,
  { asJson, elapsed }: FileOptions,
): Promise<void> {
  const stop = new AbortController();
  void stopSignal().then(() => stop.abort());
  const progress = new Progress(process.stderr);
  const run: AuditedRun = {
    file: basename(file),
    by,
    why: why ?? null,
    signal: stop.signal,
    onLine: (report) => progress.show(report),
    elapsed,
    now: Date.now,
  };
  await auditStart(inside, lines, run);
  const report = await giveFileLines(inside, lines, run);
  progress.end();
  stdout.print(asJson ? JSON.stringify(report) : reportText(report));
  await auditEnd(inside, report, run);
  const problem = problemOf(report);
  if (problem !== null) throw new Error(problem);
}

function problemOf({ stopped, left, refused, unknown, pending }: RunReport): string | null {
  if (stopped !== null) {
    return `${stopped}: ${countText(left, 'line is', 'lines are')} left, so give the same file again to go on`;
  }
  const open = refused.length + unknown.length + pending.length;
  return open === 0 ? null : `${countText(open, 'line was', 'lines were')} not given, or nobody knows: see the report`;
}
