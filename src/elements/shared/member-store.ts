/** Where the member id is kept that the visitor asked this site to remember. */
export const KEY = 'rewards-elements:member-id';
/** Tells the widgets of a page, whatever copy of this script they come from. */
export const SHARED = 'rewards-member-id';

/** A control in which a member id is entered. */
export type MemberControl = HTMLElement &
  Pick<HTMLInputElement, 'value' | 'setCustomValidity' | 'reportValidity'> &
  Partial<Pick<HTMLInputElement, 'select'>>;

interface PageMember {
  /** The id that was entered last, on whatever page of the site. */
  latest: string;
  /** The fields that ask for it on behalf of all widgets. */
  fields: Set<MemberControl>;
}

/** By a symbol, since elements of the page are found among the globals by their ids. */
const PAGE = Symbol.for('rewards-elements');

/** Each element's own file for a script tag is a copy of this script. */
const shared: typeof globalThis & { [PAGE]?: PageMember } = globalThis;

/** What this page knows of the member, for all its widgets, whatever copy of this script they come from. */
export const page: PageMember = (shared[PAGE] ??= { latest: '', fields: new Set() });

/** The member id that was last entered on this site, as far as this page knows, or an empty text. */
export function knownMember(): string {
  return page.latest || rememberedMember();
}

/** The member id that the visitor asked this site to remember, or an empty text. */
export function rememberedMember(): string {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return ''; // Blocked storage throws at its mere mention.
  }
}
