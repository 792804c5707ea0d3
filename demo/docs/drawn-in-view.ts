import type { CodeTransformer } from './fewer-spans.ts';

/**
 * Tells the style sheet how many lines and columns a block of code has: it keeps their room, and the browser draws the code once it comes near
 * the window.
 */
export const drawnInView: CodeTransformer = {
  name: 'docs-drawn-in-view',
  pre(pre) {
    const lines = this.source.trimEnd().split('\n');
    const columns = Math.max(...lines.map(({ length }) => length));
    pre.properties['style'] = `--lines: ${lines.length}; --columns: ${columns}`;
  },
};
