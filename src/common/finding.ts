import { within } from './within.ts';

/** How something stands: as it should, doubtful, or so that the proxy will not work or is not safe. */
export type Level = 'ok' | 'warn' | 'fail';

/** What was looked at, how it stands, and what to do about it where that is needed. */
export interface Finding {
  level: Level;
  check: string;
  text: string;
}

/** Collects findings under the name of one check. */
export class Findings {
  readonly all: Finding[] = [];

  of(check: string): Record<Level, (text: string) => void> {
    const add = (level: Level) => (text: string) => void this.all.push({ level, check, text });
    return { ok: add('ok'), warn: add('warn'), fail: add('fail') };
  }
}

/** A check that takes longer than this is given up. */
export const LIMIT_MS = 5_000;

/** The value, or a rejection when it takes too long. */
export function inTime<T>(what: string, work: Promise<T>): Promise<T> {
  return within(LIMIT_MS, work, () => new Error(`${what} took more than ${LIMIT_MS / 1000} seconds`));
}
