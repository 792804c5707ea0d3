import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { createMarkdownRenderer } from 'vitepress';
import config from '../../demo/docs/config.ts';
import { contrastOf, LEAST, type Rgb } from '../../demo/playground/contrast.ts';

/** One with a comment in each of the languages that recipes are written in. */
const PAGE = new URL('../../demo/docs/hosts.md', import.meta.url);
const STYLES = new URL('../../demo/docs/theme/theme.css', import.meta.url);

describe('the code on a page of the documentation', () => {
  for (const [scheme, selector] of [
    ['light', ':root'],
    ['dark', '.dark'],
  ] as const) {
    it(`can be read in the ${scheme} scheme, the comments too`, async () => {
      const page = (await readFile(PAGE, 'utf8')).replaceAll(/^<!--.*-->$/gm, '');
      const styles = await readFile(STYLES, 'utf8');
      const [, rules = ''] = styles.split(`${selector} {`);
      const ground = rgbOf(/--vp-c-bg-alt: (#\w{6})/.exec(rules)?.[1] ?? assert.fail('there is no such colour'));
      const theme = config.markdown?.theme;
      assert.ok(theme);
      const renderer = await createMarkdownRenderer('.', { theme });
      const html = renderer.render(page);
      const colours = new Set(
        [...html.matchAll(new RegExp(`--shiki-${scheme}:(#\\w{6})`, 'g'))].map(([, one]) => one ?? ''),
      );
      assert.ok(colours.size > 3);
      const faint = [...colours].filter((one) => contrastOf(rgbOf(one), ground) < LEAST);
      assert.deepEqual(faint, []);
    });
  }
});

function rgbOf(hex: string): Rgb {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}
