/** The key of the member id in storage, if the visitor asked this site to remember it. */
export const KEY = 'rewards-elements:member-id';
/** The event with an id for all widgets of a page, also those of other copies of this script. */
export const SHARED = 'rewards-member-id';

/** A control in which a member id is entered. */
export type MemberControl = HTMLElement &
  Pick<HTMLInputElement, 'value' | 'setCustomValidity' | 'reportValidity'> &
  Partial<Pick<HTMLInputElement, 'select'>>;

interface PageMember {
  /** The id that was entered last, on any page of the site. */
  latest: string;
  /** The fields that ask for the id for all widgets. */
  fields: Set<MemberControl>;
}

/** A symbol, because elements of the page can be found among the globals by their ids. */
const PAGE = Symbol.for('rewards-elements');

/** Each file for a script tag contains its own copy of this script. */
const shared: typeof globalThis & { [PAGE]?: PageMember } = globalThis;

/** What this page knows of the member, shared by all widgets and copies of this script. */
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
