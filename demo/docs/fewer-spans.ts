import type { MarkdownOptions } from 'vitepress';

export type CodeTransformer = NonNullable<MarkdownOptions['codeTransformers']>[number];

/**
 * Has code drawn by fewer elements, of which the longest pages have thousands: what has the theme's own colour needs none, since its line has
 * that colour, and neighbours of the same colour need one.
 */
export const fewerSpans: CodeTransformer = {
  name: 'docs-fewer-spans',
  code(code) {
    const [own = ''] = /^.*?-dark:[^;]*/.exec(styleOf(this.pre)) ?? [];
    if (!own) return;
    for (const line of this.lines) {
      const parts: typeof line.children = [];
      for (const part of line.children) {
        const before = parts.at(-1);
        if (part.type !== 'element') parts.push(part);
        else if (styleOf(part) === own) {
          code.properties['style'] = own;
          parts.push(...part.children);
        } else if (before?.type === 'element' && styleOf(before) === styleOf(part))
          before.children.push(...part.children);
        else parts.push(part);
      }
      line.children = parts;
    }
  },
};

/** In small letters, as the theme's own colours are, and without a semicolon at the end. */
const styleOf = ({ properties: { style } }: { properties: { style?: unknown } }) =>
  typeof style === 'string' ? style.toLowerCase().replace(/;$/, '') : '';
