import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { findLocale, formalLocales, loadMessages, locales } from '../../src/elements/locales/index.ts';
import type { Translation } from '../../src/elements/shared/messages.ts';
import { onchainEnglish } from '../../src/elements/onchain/messages.ts';
import { loadOnchainMessages } from '../../src/elements/onchain/locales/index.ts';
import { ENGLISH, SHARED_ENGLISH } from './english.ts';
import { localeFlaws, untranslated } from './locale-flaws.ts';
import { pseudoLocale } from './pseudo-locale.ts';

const SOURCE = new URL('../../src/elements/locales/', import.meta.url);
const BUILT = new URL('../../dist/cdn/locales/', import.meta.url);
const ONCHAIN = new URL('../../src/elements/onchain/locales/', import.meta.url);
const BUDGET = 1500;
const ONCHAIN_BUDGET = 700;

const tagsIn = (folder: URL) =>
  readdirSync(folder)
    .filter((name) => name !== 'index.ts')
    .map((name) => name.replace('.ts', ''));
const files = tagsIn(SOURCE);

const textsOf = async (tag: string, folder = SOURCE) =>
  ((await import(new URL(`${tag}.ts`, folder).href)) as { default: Translation }).default;

const sizeOf = (file: string) => gzipSync(readFileSync(new URL(file, BUILT)), { level: 9 }).length;

describe('the locales', () => {
  it('are all offered', () => {
    assert.deepEqual(
      [...locales, ...formalLocales].toSorted(),
      files.toSorted(),
      'each file needs a line in LOADERS, in locales/index.ts',
    );
  });

  it('are named by canonical tags', () => {
    for (const tag of files) assert.deepEqual(Intl.getCanonicalLocales(tag), [tag]);
  });

  for (const tag of files) {
    it(`${tag} is translated and well formed`, async (test) => {
      const texts = await textsOf(tag);
      assert.deepEqual(localeFlaws(tag, texts, SHARED_ENGLISH), []);
      assert.ok(texts.loading, 'the text for "loading" tells that there are texts in the language, and its direction');
      const missing = untranslated(texts, SHARED_ENGLISH);
      if (missing.length > 0) test.diagnostic(`${tag} shows in English: ${missing.join(', ')}`);
    });

    it(`${tag} leaves room for the example of an id in a narrow field`, async () => {
      const [before = ''] = (await textsOf(tag)).memberExample?.split(/\{\w+\}/) ?? [];
      assert.ok(before.replaceAll(/\p{M}/gu, '').length <= 8, `shorten "${before}", which stands before the id`);
    });

    it(`${tag} reaches the page`, async () => {
      assert.deepEqual(await loadMessages(tag), await textsOf(tag));
    });

    it(`${tag} takes at most ${BUDGET} bytes (gzip)`, () => {
      const size = sizeOf(`${tag}.js`);
      assert.ok(size <= BUDGET, `${tag} takes ${size} bytes: shorten its longest texts`);
    });
  }
});

describe('the texts that <rewards-onchain> alone has', () => {
  it('are there in every language', () => assert.deepEqual(tagsIn(ONCHAIN).toSorted(), files.toSorted()));

  for (const tag of files) {
    it(`in ${tag} are all translated, well formed, small, and reach the page`, async () => {
      const texts = await textsOf(tag, ONCHAIN);
      assert.deepEqual(localeFlaws(tag, texts, onchainEnglish), []);
      assert.deepEqual(untranslated(texts, onchainEnglish), []);
      assert.deepEqual(await loadOnchainMessages(tag), texts);
      const size = sizeOf(`onchain-${tag}.js`);
      assert.ok(size <= ONCHAIN_BUDGET, `${tag} takes ${size} bytes: shorten its longest texts`);
    });
  }

  it('are in the formal address where that is wanted, and in English for a language that has none', async () => {
    assert.match((await loadOnchainMessages('de-AT-formal'))?.confirm ?? '', /Ihrem/);
    assert.equal(await loadOnchainMessages('tlh'), undefined);
  });
});

describe('the search for a locale', () => {
  const cases: [string, string | undefined][] = [
    ['de', 'de'],
    ['DE', 'de'],
    ['de-AT', 'de'],
    ['de-Latn-CH', 'de'],
    ['de-formal', 'de-formal'],
    ['de-AT-formal', 'de-formal'],
    ['sv-formal', 'sv'],
    ['ar-EG', 'ar'],
    ['zh', 'zh-Hans'],
    ['zh-CN', 'zh-Hans'],
    ['zh-SG', 'zh-Hans'],
    ['zh-hans-hk', 'zh-Hans'],
    ['zh-TW', 'zh-Hant'],
    ['zh-HK', 'zh-Hant'],
    ['zh-MO', 'zh-Hant'],
    ['zh-Hant', 'zh-Hant'],
    ['yue', 'zh-Hant'],
    ['yue-CN', 'zh-Hans'],
    ['in', 'id'],
    ['tl', 'fil'],
    ['pa-IN', 'pa'],
    ['pa-PK', undefined],
    ['hi-Latn', undefined],
    ['ms-Arab', 'ms'],
    ['uz-Cyrl', 'uz'],
    ['sr-Cyrl-RS', 'sr'],
    ['sr-ME', 'sr-Latn'],
    ['pt', 'pt'],
    ['pt-BR', 'pt'],
    ['pt-PT', 'pt-PT'],
    ['pt-pt', 'pt-PT'],
    ['pt-Latn-PT', 'pt-PT'],
    ['pt-AO', 'pt-PT'],
    ['es-419', 'es'],
    ['fr-CA', 'fr'],
    ['nb-NO', 'nb'],
    ['no', 'nb'],
    ['nn-NO', 'nb'],
    ['tlh', undefined],
    ['de_DE', undefined],
    ['', undefined],
  ];
  for (const [tag, found] of cases) {
    it(`finds ${found ?? 'nothing'} for "${tag}"`, () => {
      assert.equal(findLocale(tag), found);
    });
  }
});

describe('the check of a locale', () => {
  const flawsWith = (changes: object) => localeFlaws('ar', { ...pseudoLocale('ar'), ...changes });

  it('finds nothing in a pseudo-locale', () => {
    for (const tag of ['ar', 'de', 'ja', 'pl']) assert.deepEqual(localeFlaws(tag, pseudoLocale(tag)), []);
  });

  it('finds English', () => {
    assert.equal(localeFlaws('de', ENGLISH).length, Object.keys(ENGLISH).length - 5);
  });

  it('finds unknown texts, and lets texts be missing', () => {
    const { loading: _, ...rest } = pseudoLocale('ar');
    assert.deepEqual(localeFlaws('ar', rest), []);
    assert.deepEqual(untranslated(rest), ['loading']);
    assert.deepEqual(flawsWith({ welcome: 'Ŵ' }), ['welcome is not known: leave it out']);
  });

  it('finds lost, changed and invented placeholders', () => {
    assert.deepEqual(flawsWith({ member: 'Ɱ' }), ['member must have {member}: Ɱ']);
    assert.deepEqual(flawsWith({ member: 'Ɱ {name}' }), ['member must have {member}: Ɱ {name}']);
    assert.deepEqual(flawsWith({ retry: 'Ɱ {name}' }), ['retry must have no placeholder: Ɱ {name}']);
  });

  it('finds plural forms that are missing or that the language does not have', () => {
    assert.deepEqual(
      flawsWith({ points: { one: 'ƥ {n}', two: 'ƥ {n}', few: 'ƥ {n}', many: 'ƥ {n}', other: 'ƥ {n}', some: 'Ƥ' } }),
      ['points has no form for "zero"'],
    );
    assert.deepEqual(localeFlaws('de', pseudoLocale('pl')), [
      'points has a form for "few", which the language does not know',
      'points has a form for "many", which the language does not know',
    ]);
  });

  it('finds no form, or one with a number, for a number that is not known', () => {
    const { some, ...points } = pseudoLocale('ar').points;
    assert.deepEqual(flawsWith({ points }), ['points has no form for "some"']);
    assert.deepEqual(flawsWith({ points: { ...points, some: `${some} {n}` } }), [
      `points must have no placeholder: ${some} {n}`,
    ]);
  });

  it('finds typewriter quotes and white space around a text', () => {
    assert.equal(flawsWith({ retry: "Don't" }).length, 1);
    assert.equal(flawsWith({ retry: ' Ŕ' }).length, 1);
  });
});
