import { codeAt, STEP_S } from './authenticator.ts';
import { base32Bytes } from './base32.ts';
import type { RotatingCodeSettings } from './kinds.ts';

/** A code as visitors are to type it. Times are epoch milliseconds. */
export interface ShownCode {
  code: string;
  /** When the next one takes its place. */
  nextAt: number;
  /** Until when it counts. */
  goodUntil: number;
  /** The page, with the code in it; null if no page is named. */
  address: string | null;
}

/** What leads a widget to fill in a field: it stands in the fragment, which no server is told. */
const IN_FRAGMENT = 'rewards-';

/** The code of that time. */
export function codeShown({ secret, minutes, field }: RotatingCodeSettings, page: URL | null, now: number): ShownCode {
  const code = codeAt(base32Bytes(secret) ?? new Uint8Array(), now);
  const nextAt = (Math.floor(now / 1000 / STEP_S) + 1) * STEP_S * 1000;
  const fragment = new URLSearchParams({ [IN_FRAGMENT + field]: code });
  const address = page && Object.assign(new URL(page), { hash: String(fragment) }).href;
  return { code, nextAt, goodUntil: nextAt + minutes * 60_000, address };
}

/** The page that a code leads to, if it is one of the sites that may use the proxy; else what is wrong with it. */
export function pageOf(text: string, origins: readonly unknown[]): URL | { error: string } {
  const page = URL.parse(text);
  if (!page || !/^https?:$/.test(page.protocol) || page.hash !== '') {
    return {
      error: 'must be the address of a page without a #, such as https://example.org/meetup',
    };
  }
  return origins.includes(page.origin)
    ? page
    : { error: `is on ${page.origin}, which is none of the origins of the config` };
}
