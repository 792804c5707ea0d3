import type { MarkdownRenderer } from 'vitepress';

/**
 * Writes a mark after each table, by which the style sheet knows that all of its rows have come. A page that comes slowly is drawn in parts,
 * and each row that is longer than those before it would move the columns.
 */
export function wholeTables(markdown: MarkdownRenderer): void {
  markdown.renderer.rules['table_close'] = () => '</table>\n<span class="table-end" hidden></span>\n';
}
