import type { MarkdownRenderer } from 'vitepress';

type Highlight = NonNullable<MarkdownRenderer['options']['highlight']>;

/** What code came to, by the code and how it is to be shown. */
const highlighted = new Map<string, string>();

/** Has code highlighted once: VitePress renders a page for the visitor and another time for the search, by a renderer of its own. */
export function highlightOnce({ options }: MarkdownRenderer): void {
  const { highlight } = options;
  if (!highlight) return;
  options.highlight = (...code: Parameters<Highlight>) => {
    const key = JSON.stringify(code);
    const html = highlighted.get(key) ?? highlight(...code);
    highlighted.set(key, html);
    return html;
  };
}
