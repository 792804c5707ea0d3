import type { Plugin } from 'vite';

/** Where the page finds the servers that it talks to, without a slash at the end. */
export interface Addresses {
  proxy: string;
  emulator: string;
  /** `CHAIN_PATH` of the site if left out. */
  chain?: string;
}

/** Where the site has the chain. */
export const CHAIN_PATH = '/chain-rpc';

/** The page with the addresses in their places, and where it says of the chain that it is. */
export function withAddresses(html: string, { proxy, emulator, chain = CHAIN_PATH }: Addresses): string {
  return html
    .replaceAll('%PROXY_URL%', proxy)
    .replaceAll('%EMULATOR_URL%', emulator)
    .replaceAll('%CHAIN_URL%', chain)
    .replaceAll('%CHAIN_PLACE%', chain === CHAIN_PATH ? 'runs beside this site' : 'lives in your tab');
}

/** Writes the addresses of this run into the page. */
export function addressesPlugin(addresses: Promise<Addresses>): Plugin {
  return {
    name: 'demo-addresses',
    transformIndexHtml: async (html) => withAddresses(html, await addresses),
  };
}
