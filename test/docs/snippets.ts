import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../../', import.meta.url);
const PAGES = new URL('demo/docs/', ROOT);

/** A text in Markdown. `path` is from the repository's root. */
export interface Page {
  path: string;
  text: string;
}

/** A fenced block of a page. */
export interface Snippet {
  /** Where it stands, as an error names it. */
  place: string;
  language: string;
  /** What follows the language. */
  info: string;
  code: string;
  inList: boolean;
  /** What the comments before it say that it takes for granted: `given: …`, `config`, `action`. */
  notes: readonly string[];
}

/** The documentation with its generated parts as they stand in it: `source.test.ts` holds that they are what the code makes. */
export const PAGES_OF_DOCS: readonly Page[] = globSync('*.md', { cwd: fileURLToPath(PAGES) })
  .toSorted()
  .map((name) => ({
    path: `demo/docs/${name}`,
    text: readFileSync(new URL(name, PAGES), 'utf8'),
  }));

/** What the repository itself says to readers. */
export const REPOSITORY_PAGES: readonly Page[] = ['README.md', 'SECURITY.md'].map((path) => ({
  path,
  text: readFileSync(new URL(path, ROOT), 'utf8'),
}));

/** The snippets of pages, in their order. */
export function snippetsOf(pages: readonly Page[]): Snippet[] {
  return pages.flatMap(({ path, text }) =>
    Array.from(text.matchAll(FENCE), ({ index, groups = {} }) => ({
      place: `${path}:${text.slice(0, index + (groups['notes'] ?? '').length).split('\n').length}`,
      language: groups['language'] ?? '',
      info: groups['info']?.trim() ?? '',
      code: unindented(groups['code'] ?? '', groups['indent'] ?? ''),
      inList: groups['indent'] !== '',
      notes: Array.from((groups['notes'] ?? '').matchAll(/<!-- (.*?) -->/gs), ([, note = '']) => note),
    })),
  );
}

/** Comments that belong to a block, and the block, which may be indented as part of a list. */
const FENCE =
  /^(?<notes>(?:<!-- (?:given|config|action)\b.*? -->\n+)*)(?<indent> *)```(?<language>\w*)(?<info>.*)\n(?<code>(?:.*\n)*?)\k<indent>```$/gm;

const unindented = (code: string, indent: string): string =>
  code
    .split('\n')
    .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
    .join('\n');
