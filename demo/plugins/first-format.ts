import type { Plugin } from 'vite';
import { wayTo } from './way-to.ts';

const FILE = 'assets/first-format.js';

/**
 * A browser's first number format takes it long, since it looks then which languages it knows. Has each page make one while its own script
 * is still on its way, and a slow phone has nothing else to do.
 */
export function firstFormatPlugin(): Plugin {
  return {
    name: 'demo-first-format',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: FILE, source: "new Intl.NumberFormat('en');\n" });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { path }) => [
        {
          tag: 'script',
          attrs: { async: true, src: wayTo(FILE, path) },
          injectTo: 'head',
        },
      ],
    },
  };
}
