import { fileURLToPath } from 'node:url';
import { allOr } from '../thorough.ts';

/**
 * The fonts that a browser finds in place of the machine's. They come from npm, and are all that there is: what a page asks for
 * by another name, `system-ui` among them, is one of these. Only fontconfig is told, which is to say on Linux.
 */
export const FONT_STACKS =
  process.platform === 'linux' ? (['open-sans', 'dejavu', 'wide'] as const) : (['the-machine'] as const);

export type FontStack = (typeof FONT_STACKS)[number] | 'the-machine';

/** What is neither too wide nor moves in these is all the less so in narrower ones. */
export const WIDEST: FontStack = FONT_STACKS.at(-1) ?? 'the-machine';

/** Those in which whole pages are looked at. */
export const PAGE_FONTS = allOr([WIDEST], FONT_STACKS);

/** What the environment of a browser with these fonts has besides. */
export function fontEnvironment(fonts: FontStack): Record<string, string> {
  if (fonts === 'the-machine') return {};
  return { FONTCONFIG_FILE: fileURLToPath(new URL(`${fonts}.conf`, import.meta.url)) };
}
