import { codeAt, STEP_S } from './authenticator.ts';
import { base32Bytes } from './base32.ts';
import type { RotatingCodeSettings } from './kinds.ts';

/** A code for visitors to type. Times are epoch milliseconds. */
export interface ShownCode {
  code: string;
  /** When the next code replaces it. */
  nextAt: number;
  /** Until when it is valid. */
  goodUntil: number;
  /** The address of the page with the code; null if no page is set. */
  address: string | null;
}

/** The prefix of a parameter with which a widget fills in a field. It is in the fragment, which is sent to no server. */
const IN_FRAGMENT = 'rewards-';

/** The code at that time. */
export function codeShown({ secret, minutes, field }: RotatingCodeSettings, page: URL | null, now: number): ShownCode {
  const code = codeAt(base32Bytes(secret) ?? new Uint8Array(), now);
  const nextAt = (Math.floor(now / 1000 / STEP_S) + 1) * STEP_S * 1000;
  const fragment = new URLSearchParams({ [IN_FRAGMENT + field]: code });
  const address = page && Object.assign(new URL(page), { hash: String(fragment) }).href;
  return { code, nextAt, goodUntil: nextAt + minutes * 60_000, address };
}

/** The page for a code, if it is on one of the sites that may use the proxy; else what is wrong with it. */
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
