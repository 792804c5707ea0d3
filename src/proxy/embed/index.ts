/**
 * Widgets in a frame, for sites that accept an address but no script: the page, the elements' files that it loads, and the script that sets the
 * frame's height. Off by default. Imports nothing of Node; `element-files.ts` is a separate entry that reads the built files.
 *
 * Decisions. The page has the proxy's own origin, so its claims come from an origin that the config does not list; that is allowed only if such pages
 * exist. Only the config's `origins` may frame the page, and it accepts messages only from them. The query contains language and look. A member's
 * token is in the fragment, which no server or log sees.
 */
export { type Embed, createEmbed } from './embed.ts';
export type { ElementFiles } from './elements.ts';
