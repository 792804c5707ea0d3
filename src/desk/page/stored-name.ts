const KEY = 'rewards-desk-name';

/** The name that somebody typed the last time; empty where there is none. */
export function storedName(): string {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

export function storeName(name: string): void {
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // It is asked for again the next time.
  }
}
