import type { Addresses } from '../plugins/addresses.ts';

/** Where a page of the static site finds its backend. Nothing ever answers at names like these, but the page itself. */
export const IN_PAGE = {
  proxy: 'https://proxy.in-page.invalid',
  emulator: 'https://community.in-page.invalid',
  chain: 'https://chain.in-page.invalid',
} satisfies Addresses;

/** Under what name the pages of the static site share what they keep. */
export const GROUND = 'rewards-elements: Harbour Lights';
