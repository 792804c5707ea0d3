import { globSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transform } from 'lightningcss';

const SHEETS = /\s*<link rel="preload stylesheet" href="[^"]*?([^/"]+\.css)" as="style">/g;
const SCRIPTS = /\s*(?:<script type="module" src="[^"]*"><\/script>|<link rel="modulepreload" href="[^"]*">)/g;

/** Fetches the scripts in `#scripts` once the page has been drawn. They run in their order: the second needs the first. */
const LOAD_SCRIPTS = `new PerformanceObserver((_, observer) => {
  observer.disconnect();
  const { content } = document.getElementById('scripts');
  for (const script of content.querySelectorAll('script')) script.async = false;
  document.head.append(content);
}).observe({ type: 'paint', buffered: true });`;

/**
 * Has built pages drawn by what they bring themselves: their style sheet is written into them, without the rules for what no page has and
 * no script draws, and scripts are fetched after that. They make a page that can be read already answer.
 */
export async function drawnFirst(folder: string): Promise<void> {
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  const pages = globSync('*.html', { cwd: folder });
  // What the search finds is text of the pages, which names much, and draws nothing.
  const scripts = globSync('**/*.js', { cwd: folder }).filter((name) => !/\.md\.|localSearchIndex/.test(name));
  const texts = await Promise.all([...pages, ...scripts].map(read));
  const named = new Set(texts.flatMap((text) => text.match(/[\w-]+/g) ?? []));

  const files = globSync('**/*.css', { cwd: folder });
  const sheets = new Map<string, string>();
  for (const name of files) {
    // oxlint-disable-next-line no-await-in-loop -- there are two
    sheets.set(name.split('/').at(-1) ?? name, withoutUnused(await read(name), named));
  }
  await Promise.all(
    pages.map(async (name, at) => {
      const html = texts[at] ?? '';
      const styles = Array.from(html.matchAll(SHEETS), ([, sheet = '']) => sheets.get(sheet)).join('');
      const own = html.match(SCRIPTS)?.join('') ?? '';
      const page = html
        .replaceAll(SHEETS, '')
        .replaceAll(SCRIPTS, '')
        .replace(
          '</head>',
          () => `  <style>${styles}</style>
    <template id="scripts">${own}</template>
    <script type="module">${LOAD_SCRIPTS}</script>
  </head>`,
        );
      await writeFile(join(folder, name), page);
    }),
  );
  await Promise.all(files.map((name) => rm(join(folder, name))));
}

/**
 * Rules for a language are not used either. VitePress has some for pages in others, and its script sets the language of a page that is in that
 * language already: with such rules, a browser styles the whole page once more.
 */
function withoutUnused(sheet: string, named: ReadonlySet<string>): string {
  const names = Array.from(sheet.matchAll(/[.#]([A-Za-z][\w-]*)/g), ([, name = '']) => name);
  const { code } = transform({
    filename: 'docs.css',
    code: Buffer.from(sheet),
    minify: true,
    unusedSymbols: names.filter((name) => !named.has(name)),
    visitor: {
      Rule: {
        style: ({ value: { selectors } }) =>
          selectors.every((selector) => JSON.stringify(selector).includes('"kind":"lang"')) ? [] : undefined,
      },
    },
  });
  return Buffer.from(code).toString();
}
