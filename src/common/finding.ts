import { within } from './within.ts';

/** `warn`: may cause trouble. `fail`: the proxy will not work, or is not safe. */
export type Level = 'ok' | 'warn' | 'fail';

/** The result of one check. `text` says what to do, if anything is needed. */
export interface Finding {
  level: Level;
  check: string;
  text: string;
}

/** Collects the findings of all checks. */
export class Findings {
  readonly all: Finding[] = [];

  of(check: string): Record<Level, (text: string) => void> {
    const add = (level: Level) => (text: string) => void this.all.push({ level, check, text });
    return { ok: add('ok'), warn: add('warn'), fail: add('fail') };
  }
}

/** The time limit of a single check. */
export const CHECK_LIMIT_MS = 5_000;

/** The result of the work. Rejects if it takes longer than a check may. */
export function withinCheckLimit<T>(what: string, work: Promise<T>): Promise<T> {
  return within(CHECK_LIMIT_MS, work, () => new Error(`${what} took more than ${CHECK_LIMIT_MS / 1000} seconds`));
}
