const KEY = 'rewards-elements:member-id';

/** The member id that the visitor asked this site to remember, or an empty text. One for all widgets of the site. */
export function rememberedMember(): string {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return ''; // Blocked storage throws at its mere mention.
  }
}

/** Remembers the member id; an empty text forgets it. Where storage is blocked or full, nothing is remembered. */
export function rememberMember(id: string): void {
  try {
    if (id) localStorage.setItem(KEY, id);
    else localStorage.removeItem(KEY);
  } catch {
    // The claim itself does not depend on it.
  }
}
