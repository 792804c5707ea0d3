import type { Plugin } from 'vite';

/** Where the page finds the two servers that it talks to, without a slash at the end. */
export interface Addresses {
  proxy: string;
  emulator: string;
}

/** Writes the addresses of this run into the page. */
export function addressesPlugin(addresses: Promise<Addresses>): Plugin {
  return {
    name: 'demo-addresses',
    async transformIndexHtml(html) {
      const { proxy, emulator } = await addresses;
      return html.replaceAll('%PROXY_URL%', proxy).replaceAll('%EMULATOR_URL%', emulator);
    },
  };
}
