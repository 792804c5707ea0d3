import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RewardsConfig } from '../../src/proxy/index.ts';
import { textIn } from '../../src/proxy/config/visitor-text.ts';
import { languagesOf } from '../../src/proxy/http/languages.ts';
import { setUp } from './support/setup.ts';

const MEMBER = { memberId: 'm-1' };

const actions: RewardsConfig['actions'] = {
  meetup: {
    title: { en: 'Summer meetup', ar: 'لقاء الصيف' },
    description: { en: 'In the park.', ar: 'في الحديقة.' },
    repeats: 'once',
    points: 5,
    remark: { en: 'Signed up', ar: 'تم التسجيل' },
    remarkReference: true,
    fields: {
      size: {
        label: { en: 'Shirt size', ar: 'مقاس القميص' },
        type: 'select',
        options: ['XL', { value: 's', label: { en: 'Small', ar: 'صغير' } }],
      },
    },
  },
};

const inArabic = { headers: { 'accept-language': 'ar-EG, en;q=0.5' } };

describe('texts of the config in several languages', () => {
  it('are in the language that the widget asks for', async () => {
    await using setup = setUp({ config: { actions } });
    const { body } = await setup.ask('/rewards/actions/meetup', inArabic);
    assert.deepEqual([body['title'], body['description']], ['لقاء الصيف', 'في الحديقة.']);
    const [field] = [body['fields']].flat();
    assert.equal(Object(field).label, 'مقاس القميص');
    assert.deepEqual(Object(field).options, [
      { value: 'XL', label: 'XL' },
      { value: 's', label: 'صغير' },
    ]);
  });

  it('are in that of the query, whatever the browser prefers', async () => {
    await using setup = setUp({ config: { actions } });
    const { body } = await setup.ask('/rewards/actions/meetup?lang=en-GB', inArabic);
    assert.equal(body['title'], 'Summer meetup');
  });

  it('are in the first one of the config for everybody else', async () => {
    await using setup = setUp({ config: { actions } });
    for (const headers of [{}, { 'accept-language': 'fr' }, { 'accept-language': '???,;q=x' }]) {
      const { body } = await setup.ask('/rewards/actions/meetup', { headers });
      assert.equal(body['title'], 'Summer meetup');
    }
  });

  it('reach the service in the first one, and the visitor in theirs, with the reference', async () => {
    await using setup = setUp({ config: { actions } });
    const claimed = await setup.claim('meetup', MEMBER, inArabic.headers);
    assert.equal(claimed.status, 201);
    const reference = String(claimed.body['id']).slice(0, 13);
    assert.ok(JSON.stringify(setup.calls).includes(`Signed up [${reference}]`));
    assert.equal(Object([claimed.body['grants']].flat()[0]).remark, `تم التسجيل [${reference}]`);
    const looked = await setup.ask(`/rewards/claims/${String(claimed.body['id'])}`);
    assert.equal(Object([looked.body['grants']].flat()[0]).remark, `Signed up [${reference}]`);
  });

  it('are known to the check of what is filled in', async () => {
    await using setup = setUp({ config: { actions } });
    const wrong = await setup.claim('meetup', { ...MEMBER, fields: { size: 'M' } });
    assert.equal(wrong.status, 400);
    const right = await setup.claim('meetup', { ...MEMBER, fields: { size: 's' } });
    assert.equal(right.status, 201);
  });
});

describe('the choice of a text', () => {
  const cases: [languages: string[], tags: string[], found: string][] = [
    [['ar-EG'], ['en', 'ar'], 'ar'],
    [['fr', 'ar'], ['en', 'ar'], 'ar'],
    [['zh-TW'], ['en', 'zh-Hans', 'zh-Hant'], 'zh-Hant'],
    [['zh-CN'], ['en', 'zh-Hant', 'zh-Hans'], 'zh-Hans'],
    [['zh-TW'], ['en', 'zh'], 'en'],
    [['pt-BR'], ['en', 'pt-PT'], 'pt-PT'],
    [['de-formal'], ['en', 'de'], 'de'],
    [['de'], ['en', 'de-formal', 'DE'], 'DE'],
    [['constructor', 'x'], ['en', 'de'], 'en'],
    [[], ['de', 'en'], 'de'],
  ];
  for (const [languages, tags, found] of cases) {
    it(`takes ${found} of ${tags.join(', ')} for ${languages.join(', ') || 'nobody in particular'}`, () => {
      assert.equal(textIn(Object.fromEntries(tags.map((tag) => [tag, tag])), languages), found);
    });
  }

  it('reads the query, and then the header by its weights', () => {
    const header = (text: string) =>
      languagesOf({ url: 'https://x/?lang=nl', headers: new Headers({ 'accept-language': text }) });
    assert.deepEqual(header('en;q=0.5, ar-EG, *;q=0.1, fr;q=0, de ; q=0.8'), ['nl', 'ar-EG', 'de', 'en']);
    assert.deepEqual(header('x,'.repeat(100_000)).length, 11);
  });
});
