import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createMarkdownRenderer, type MarkdownRenderer } from 'vitepress';
import config from '../../demo/docs/config.ts';
import type { CodeTransformer } from '../../demo/docs/fewer-spans.ts';

describe('code of the documentation', () => {
  /** Each letter with the colours that the highlighter has for it, spaces aside, and how many pieces there are. */
  let expected: string[] = [];
  let pieces = 0;
  let renderer: MarkdownRenderer;

  const seen: CodeTransformer = {
    tokens(lines) {
      const tokens = lines.flat();
      pieces = tokens.length;
      expected = tokens.flatMap(({ content, htmlStyle }) => {
        const style = Object.entries(htmlStyle ?? {}).map(([name, value]) => `${name}:${value}`);
        return lettersOf(content, style.join(';').toLowerCase());
      });
    },
  };

  before(async () => {
    const { theme, codeTransformers = [] } = config.markdown ?? {};
    assert.ok(theme);
    renderer = await createMarkdownRenderer('.', { theme, codeTransformers: [seen, ...codeTransformers] });
  });

  it('is drawn by fewer elements, in the same colours', () => {
    const html = renderer.render('```ts\nconst points = [10, 20].map((one) => one * 2); // doubled\n```\n');
    assert.deepEqual(drawn(html), expected);
    assert.ok(expected.length > 40);
    const elements = html.match(/<span style/g)?.length ?? 0;
    assert.ok(elements < 0.7 * pieces, `${elements} of ${pieces}`);
  });

  it('is coloured to the end of each line, however slow the machine is', (t) => {
    let now = 0;
    t.mock.method(Date, 'now', () => (now += 1000));
    const html = renderer.render('```ts\nexport const points: readonly number[] = [10, 20];\n```\n');
    assert.deepEqual(drawn(html), expected);
    assert.ok(new Set(expected.map((letter) => letter.slice(2))).size > 1);
  });

  it('without a language has the colour of what is around it', () => {
    assert.doesNotMatch(renderer.render('```\nyour page → your proxy\n```\n'), /--shiki/);
  });
});

/** Each letter with the colours that it is drawn in, spaces aside. */
function drawn(html: string): string[] {
  const [, block = ''] = /(<code.*<\/code>)/s.exec(html) ?? [];
  const around: string[] = [];
  return Array.from(block.matchAll(/<(\/?)([^>]*)>|([^<]+)/g)).flatMap(([, closes, tag = '', text]) => {
    if (text !== undefined) return lettersOf(text.replaceAll('&gt;', '>'), around.at(-1));
    if (closes) around.pop();
    else around.push(/style="(.*?);?"/.exec(tag)?.[1]?.toLowerCase() ?? around.at(-1) ?? '');
    return [];
  });
}

function lettersOf(text: string, colours = ''): string[] {
  return Array.from(text.replaceAll(/\s/g, ''), (letter) => `${letter} ${colours}`);
}
