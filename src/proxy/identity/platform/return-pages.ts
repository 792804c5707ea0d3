import type { Origins } from '../../http/origins.ts';

const MAX_ADDRESS_LENGTH = 2000;
/** Servers may decode these to a slash, and then show another page. */
const HIDDEN_SLASH = /%(?:2f|5c)/i;

/** The pages that a sign-in may return to, from the config: whole addresses, or prefixes with `*` at the end. */
export class ReturnPages {
  readonly #pages: readonly string[];
  readonly #origins: Origins;

  constructor(pages: readonly string[], origins: Origins) {
    this.#pages = pages;
    this.#origins = origins;
  }

  /** The address, if it is one of these pages, with any query and fragment; else null. */
  find(text: string): URL | null {
    const url = this.#origins.ownAddress(text);
    return url && url.href.length <= MAX_ADDRESS_LENGTH && this.#pages.some((page) => fits(url, page)) ? url : null;
  }
}

function fits({ origin, pathname }: URL, page: string): boolean {
  const address = origin + pathname;
  return page.endsWith('*') ? address.startsWith(page.slice(0, -1)) && !HIDDEN_SLASH.test(pathname) : address === page;
}
