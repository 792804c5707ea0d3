import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

/** What a benchmark came to. */
export interface Table {
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

/** The page of the documentation that shows what was measured last. */
const PAGE = fileURLToPath(new URL('../../demo/docs/benchmarks.md', import.meta.url));

/** The table in Markdown, below where and when it was measured. */
export function toMarkdown({ head, rows }: Table, browser?: string): string {
  const on = [`Node ${process.versions.node}`, ...(browser === undefined ? [] : [browser]), `${cpus().length} cores`];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    `Measured on ${new Date().toISOString().slice(0, 10)}: ${on.join(', ')}.`,
    '',
    line(head),
    line(head.map((_cell, column) => (column === 0 ? '---' : '--:'))),
    ...rows.map(line),
  ].join('\n');
}

/** Writes what was measured into the page, where that has a place by this name. Throws where it has none. */
export function writeMeasured(name: string, text: string): void {
  const page = readFileSync(PAGE, 'utf8');
  const [begin, end] = [`<!-- measured: ${name} -->\n<!-- prettier-ignore-start -->\n`, '<!-- prettier-ignore-end -->'];
  const from = page.indexOf(begin) + begin.length;
  const to = page.indexOf(end, from);
  if (from < begin.length || to < 0) throw new Error(`benchmarks.md has no place for '${name}'`);
  writeFileSync(PAGE, `${page.slice(0, from)}\n${text}\n\n${page.slice(to)}`);
}
