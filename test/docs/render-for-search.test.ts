import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createMarkdownRenderer } from 'vitepress';
import { renderForSearch } from '../../demo/docs/render-for-search.ts';

it('renders a page for the search without colours, and leaves them to the pages', async () => {
  const renderer = await createMarkdownRenderer('.');
  const code = '```ts\nconst points = 10;\n```\n';
  assert.doesNotMatch(renderForSearch(code, {}, renderer), /shiki/);
  assert.match(renderer.render(code), /<pre class="shiki[^>]* tabindex="0"/);
});
