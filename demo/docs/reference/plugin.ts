import type { MarkdownRenderer } from 'vitepress';
import { generatedTexts, withGenerated } from './index.ts';

/** Puts the generated parts into pages, and so into the search as well. */
export function generatedParts(markdown: MarkdownRenderer): void {
  const texts = generatedTexts();
  markdown.core.ruler.before('normalize', 'generated', (state) => {
    state.src = withGenerated(state.src, texts);
  });
}
