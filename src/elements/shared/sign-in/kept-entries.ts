import { loadPart } from '../../client/load-part.ts';
import type { ClaimHost } from '../types.ts';
import type { Entry } from './entries.ts';

interface Kept {
  entries: Entry[];
  /** In epoch milliseconds. */
  until: number;
}

const KEY = 'rewards-elements:entries';
/** The time that the proxy gives a visitor to sign in. */
const LIFE_MS = 600_000;

const keyFor = ({ action }: ClaimHost) => `${KEY} ${location.pathname} ${action}`;

/** Keeps the visitor's input in this tab, while the page is left for a sign-in. Never rejects. */
export async function keepEntries(host: ClaimHost): Promise<void> {
  try {
    const { entriesIn } = await loadPart(() => import('./entries.ts'));
    const kept: Kept = { entries: entriesIn(host), until: Date.now() + LIFE_MS };
    const key = keyFor(host);
    if (kept.entries.length > 0) sessionStorage.setItem(key, JSON.stringify(kept));
    addEventListener('pageshow', ({ persisted }) => {
      // The visitor went back, to this very page.
      if (persisted) sessionStorage.removeItem(key);
    });
  } catch {
    // Then they have to fill it in again.
  }
}

/** Restores the kept input, once. Never rejects. */
export async function enterKept(host: ClaimHost): Promise<void> {
  try {
    const kept = taken(keyFor(host));
    if (!kept) return;
    const { enter } = await loadPart(() => import('./entries.ts'));
    await host.updateComplete;
    enter(host, kept.entries);
  } catch {
    // Then they have to fill it in again.
  }
}

/** Removes the kept input from storage and returns it; undefined if there is none, or if it has expired. */
function taken(key: string): Kept | undefined {
  const text = sessionStorage.getItem(key);
  if (text === null) return undefined;
  sessionStorage.removeItem(key);
  const kept: Kept = JSON.parse(text);
  return kept.until > Date.now() ? kept : undefined;
}
