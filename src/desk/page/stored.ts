type Key = 'name' | 'theme' | 'span' | 'days-as';

const keyOf = (key: Key) => `rewards-desk-${key}`;

/** What was chosen or typed on this device the last time; empty where nothing was. */
export function stored(key: Key): string {
  try {
    return localStorage.getItem(keyOf(key)) ?? '';
  } catch {
    return '';
  }
}

/** Keeps it for the next time. Where the browser stores nothing, it holds until the page is left. */
export function store(key: Key, value: string): void {
  try {
    localStorage.setItem(keyOf(key), value);
  } catch {}
}
