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

declare global {
  /** Shared by all copies of this script on a page: each element's own file for a script tag is one. @internal */
  var rewardsMember: PageMember | undefined;
}

/** What this page knows of the member, for all its widgets. */
export const page: PageMember = (globalThis.rewardsMember ??= { latest: '', fields: new Set() });

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
