import type { Value } from '../../../src/ledger/operation.ts';
import { EVERYTHING } from '../choice.ts';

/** A statement in short, as a schedule has it. */
export function nameOf(text: string, values: readonly Value[]): string {
  if (isLock(text)) return `lock ${values[0]}`;
  const [verb = ''] = /^\s*[A-Z]+/.exec(text) ?? [];
  const table = tableIn(withoutParentheses(text)) ?? tableIn(text);
  return [verb.trim(), /^(?:BEGIN|COMMIT|ROLLBACK)/.test(text) ? '' : (table ?? '')].join(' ').trim();
}

/**
 * What a statement of a transaction depends on or changes, at READ COMMITTED: one that only reads sees what is committed and waits for
 * nobody, and what others write and lock is of no concern to it until they commit.
 */
export function touchesOf(who: string, text: string, isInTransaction: boolean): string[] {
  const other = who === 'A' ? 'B' : 'A';
  if (text.startsWith('BEGIN')) return [who];
  if (!isInTransaction) return [EVERYTHING];
  if (text === 'COMMIT' || text === 'ROLLBACK') return [who, `seen by ${other}`, 'locks'];
  if (/^\s*SELECT/.test(text) && !isLock(text)) return [who, `seen by ${who}`];
  return [who, `seen by ${who}`, 'locks'];
}

function isLock(text: string): boolean {
  return /pg_(?:try_)?advisory_xact_lock/.test(text);
}

function tableIn(text: string): string | undefined {
  return /\b(?:FROM|INTO|UPDATE|JOIN) (\w+)/.exec(text)?.[1];
}

function withoutParentheses(text: string): string {
  const without = text.replaceAll(/\([^()]*\)/g, '');
  return without === text ? text : withoutParentheses(without);
}
