import type { CallEntry } from '../index.ts';

/** The reference of a claim in brackets at the end of a remark, as proxies write it where an action has `remarkReference`. */
const REFERENCE = / \[([0-9a-hjkmnp-tv-z]{10}[0-9a-f]{3})\]$/;

/** The reference of the claim that the call was made for; null if it says none. */
export function claimReferenceIn({ form }: Pick<CallEntry, 'form'>): string | null {
  return REFERENCE.exec(form?.['remark'] ?? '')?.[1] ?? null;
}
