import type { Addresses } from '../plugins/addresses.ts';

/** Where a page of the static site finds its backend. Nothing but the page itself answers at these names (`.invalid`, RFC 2606). */
export const IN_PAGE = {
  proxy: 'https://proxy.in-page.invalid',
  emulator: 'https://community.in-page.invalid',
  chain: 'https://chain.in-page.invalid',
} satisfies Addresses;

/** The name of the storage, the lock and the channel that the pages of the static site share. */
export const GROUND = 'rewards-elements: Harbour Lights';
