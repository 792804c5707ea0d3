import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const sheetsIn = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), ([, name]) => name);

describe('the style sheets of a page that the demo shows within its own', () => {
  for (const [name, page] of [
    ['desk', 'src/desk/page'],
    ['console', 'src/emulator/console'],
  ] as const) {
    it(`are all of those that it has by itself, in their order: ${name}`, () => {
      const own = sheetsIn(read(`${page}/index.html`), /href="\.\/styles\/([\w-]+\.css)"/g);
      assert.ok(own.length > 0);
      const there = sheetsIn(read(`demo/${name}/main.ts`), new RegExp(`'../../${page}/styles/([\\w-]+\\.css)'`, 'g'));
      assert.deepEqual(there, own);
    });
  }
});
