import { readFile, writeFile } from 'node:fs/promises';
import { globSync } from 'node:fs';
import { join, posix } from 'node:path';

/**
 * Has built pages work below any path, which VitePress wants to know beforehand: `base` is what it was told. All pages lie in one
 * folder, so what they name is found from there; scripts find the folder from where they lie themselves. Throws where something is
 * left that would only work below `base`.
 */
export async function freeOfBase(folder: string, base: string): Promise<void> {
  const files = globSync('**/*.{html,js,css}', { cwd: folder });
  await Promise.all(
    files.map(async (name) => {
      const path = join(folder, name);
      const text = await readFile(path, 'utf8');
      const freed = name.endsWith('.html')
        ? freePage(text, base)
        : name.endsWith('.js')
          ? freeScript(text, name, base)
          : text;
      if (new RegExp(`["'(]${base}`).test(freed)) throw new Error(`${name} works below ${base} alone`);
      if (freed !== text) await writeFile(path, freed);
    }),
  );
}

const freePage = (html: string, base: string) => html.replaceAll(`="${base}`, '="./');

/** The base alone is asked for; longer addresses are those that the search index begins with it, in a text between single quotes. */
function freeScript(code: string, name: string, base: string): string {
  const way = posix.relative(posix.dirname(`/${name}`), '/') || '.';
  const here = `new URL("${way}/",import.meta.url).pathname`;
  return code
    .replaceAll(`"${base}"`, `(${here})`)
    .replaceAll(`\\"${base}\\"`, `\\""+${here}+"\\"`)
    .replaceAll(`"${base}`, `"'+${here}+'`);
}
