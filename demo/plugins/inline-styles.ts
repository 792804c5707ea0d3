import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const LINKS = /\s*<link rel="stylesheet" crossorigin href="([^"]+)">/g;

/**
 * Writes a page's style sheets into it, so that the first visit is drawn without waiting for more files. The page's policy lets them in
 * by their hash.
 */
export function inlineStylesPlugin(): Plugin {
  return {
    name: 'demo-inline-styles',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, path }) {
        const sheets = Array.from(html.matchAll(LINKS), ([, href = '']) =>
          sheetAt(posix.join(posix.dirname(path), href).slice(1), bundle),
        );
        if (sheets.length === 0) return html;
        const styles = sheets.join('');
        const hash = createHash('sha256').update(styles).digest('base64');
        return html
          .replaceAll(LINKS, '')
          .replace("style-src 'self'", `style-src 'self' 'sha256-${hash}'`)
          .replace('</head>', () => `  <style>${styles}</style>\n  </head>`);
      },
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const scripts = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.code : []));
        const unused = Object.keys(bundle).filter(
          (name) => name.endsWith('.css') && !scripts.some((code) => code.includes(name)),
        );
        for (const name of unused) delete bundle[name];
      },
    },
  };
}

/** The text of a sheet. Throws where it names files, whose addresses would mean something else in a page. */
function sheetAt(name: string, bundle: Rolldown.OutputBundle): string {
  const sheet = bundle[name];
  if (sheet?.type !== 'asset') throw new Error(`there is no style sheet ${name}`);
  const text = typeof sheet.source === 'string' ? sheet.source : new TextDecoder().decode(sheet.source);
  if (/url\((?!["']?(?:data:|#))/.test(text)) throw new Error(`${name} names a file, which a page would not find`);
  return text.trim();
}
