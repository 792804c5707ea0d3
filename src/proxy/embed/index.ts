/**
 * Widgets in a frame, for sites that take an address and no script: the page, the elements' files that it loads, and the script by which
 * a site lets the frame have the height that it needs. Off unless the config says so. Imports nothing of Node; `element-files.ts` is an
 * entry of its own, and reads what was built.
 *
 * Decisions. The page belongs to the proxy's own origin, so it asks the proxy as a neighbour, and claims come from an origin that the config
 * does not list: that is let in only where there is such a page. Who may frame it are the config's `origins`, and they are the only ones
 * whose messages it hears. What it says about itself is in a query (language, look); a member's token is in the fragment, which no server
 * or log sees.
 */
export { type Embed, createEmbed } from './embed.ts';
export type { ElementFiles } from './elements.ts';
