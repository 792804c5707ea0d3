import { cleanMemberId, isMemberId } from '../../contract/index.ts';

/** The one rule for ids: what came in becomes the id as it is always written, or has an error. */
export interface IdRule {
  read(value: unknown): { id: string } | { error: string };
}

/**
 * What the ledger may know the member by whom the text names: the id, which is null if the rule takes no such id, and the text as it
 * was typed. Claims that were made under another rule stand as they were. No ledger has a member of no names.
 */
export function memberNames(text: string, ids: IdRule): { id: string | null; names: readonly string[] } {
  const typed = cleanMemberId(text);
  const read = ids.read(typed);
  const id = 'id' in read ? read.id : null;
  const names = [...new Set([id, typed])].filter((name) => isMemberId(name));
  return { id, names };
}
