import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { locales } from '../../src/elements/locales/index.ts';
import manifest from '../../package.json' with { type: 'json' };

const source = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

const page = source('../../demo/index.html');
const budgets = source('../size-budget.test.ts');

/** What the page says, as the number that it means. */
function said(name: string): number {
  const [, value] = new RegExp(`<data class="${name}" value="(\\d+)">`).exec(page) ?? [];
  return Number(value);
}

function found(text: string, pattern: RegExp): number {
  const [, value = ''] = pattern.exec(text) ?? [];
  return Number(value.replaceAll('_', ''));
}

describe("the numbers on the product's page", () => {
  it('are those of the crash tests, as in the README', () => {
    const kills = found(source('../crash/crash.test.ts'), /\['CRASH_KILLS'\] \?\? (\d+)/);
    const readme = source('../../README.md');
    assert.equal(said('kills'), kills);
    assert.equal(found(readme, /`npm test` (\d+) times/), kills);
    assert.equal(found(readme, /kills a proxy (\d+) times/), found(source('../run/run.ts'), /CRASH_KILLS: '(\d+)'/));
    assert.equal(said('soak'), found(manifest.scripts['test:soak'], /CRASH_KILLS=(\d+)/));
  });

  it('are the budgets that the bundles are held to, up to the next kB', () => {
    const inKilobytes = (bytes: number) => Math.ceil(bytes / 1000) * 1000;
    assert.equal(said('checkin-size'), inKilobytes(found(budgets, /'rewards-checkin\.js': ([\d_]+)/)));
    assert.equal(said('locale-size'), found(source('../locales/locales.test.ts'), /BUDGET = (\d+)/));
    assert.equal(said('all-size'), inKilobytes(found(budgets, /'rewards-elements\.js': ([\d_]+)/)));
  });

  it('are what the benchmarks say of others, and the bars are as long', () => {
    const table = source('../../demo/docs/benchmarks.md');
    for (const [name, row] of [
      ['bundled', '`<rewards-checkin>`'],
      ['cap', 'Cap'],
      ['shoelace', 'Shoelace, field and button'],
      ['altcha', 'ALTCHA'],
    ] as const) {
      const measured = found(table, new RegExp(`\\| ${row} \\| ([\\d.]+) kB \\|`));
      assert.equal(said(`${name}-size`), Math.round(measured) * 1000, name);
    }
    const bars = [...page.matchAll(/<rect width="(\d+)"[\s\S]*?<data class="[\w-]+" value="(\d+)">/g)];
    assert.equal(bars.length, 4);
    for (const [, width, value] of bars) assert.equal(Number(width) * 100, Number(value));
  });

  it('are as many languages as there are', () => {
    assert.equal(said('languages'), ['en', ...locales].filter((tag) => !tag.endsWith('-formal')).length);
  });

  it('stand there as texts of the same meaning', () => {
    for (const [, value = '', text = ''] of page.matchAll(/<data class="[\w-]+" value="(\d+)">([^<]+)<\/data>/g)) {
      const shown = Number(text.replaceAll(',', '').replace(' kB', '')) * (text.endsWith('kB') ? 1000 : 1);
      assert.equal(shown, Number(value));
    }
  });
});

describe("the words on the product's page", () => {
  it('are those of the button in each language', async () => {
    const words = [...page.matchAll(/<bdi lang="([\w-]+)">([^<]+)<\/bdi>/g)];
    assert.notEqual(words.length, 0);
    for (const [, lang, word] of words) {
      // oxlint-disable-next-line no-await-in-loop -- a few small files
      const { default: texts }: { default: { checkin: string } } = await import(
        `../../src/elements/locales/${lang}.ts`
      );
      assert.equal(word, texts.checkin, lang);
    }
  });
});
