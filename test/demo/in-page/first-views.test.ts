import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { firstPaths, firstViews } from '../../../demo/first-views.ts';
import { FIRST_VIEWS, FirstViews } from '../../../demo/in-page/first-views.ts';
import type { RewardsConfig } from '../../../src/proxy/index.ts';

const BELOW = 'https://proxy.example/rewards';
const VIEWS = { '/actions/daily?lang=en': { action: 'daily' }, '/actions/meetup?lang=en': { action: 'meetup' } };

/** As much of a page as has the views. */
function pageWith(views: object | null): Document {
  const element = (id: string) => (id === FIRST_VIEWS && views ? { textContent: JSON.stringify(views) } : null);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is all that is read of it
  return { getElementById: element } as unknown as Document;
}

const untouched = () => Promise.resolve(true);
const ask = (views: FirstViews, path: string, init?: RequestInit) =>
  views.answer(new Request(BELOW + path, init), BELOW);

describe('the first views of a page', () => {
  it('are asked for as the widgets in it do', () => {
    const html = `<html lang="ar"><rewards-checkin
      endpoint="x" action="daily" member-id="739204618530271847"
    ></rewards-checkin><rewards-member></rewards-member><rewards-role action="crew"></rewards-role>`;
    assert.deepEqual(firstPaths(html), ['/actions/daily?memberId=739204618530271847&lang=ar', '/actions/crew?lang=ar']);
  });

  it('are what a proxy says to a member who has claimed nothing', async () => {
    const config: RewardsConfig = {
      service: { baseUrl: { env: 'REWARDS_BASE_URL' }, apiKey: { env: 'REWARDS_API_KEY' } },
      origins: [],
      timeZone: 'Europe/London',
      actions: { daily: { title: 'Daily check-in', repeats: 'daily', points: 10, remark: 'Daily check-in' } },
    };
    const paths = ['/actions/daily?lang=en', '/actions/daily?memberId=739204618530271847&lang=en'];
    const views = await firstViews(config, paths);
    assert.deepEqual(Object.keys(views), paths);
    const [nobody, noor] = Object.values(views) as { title: string; member: { canClaim: boolean } | null }[];
    assert.equal(nobody?.title, 'Daily check-in');
    assert.equal(nobody?.member, null);
    assert.equal(noor?.member?.canClaim, true);
    await assert.rejects(firstViews(config, ['/actions/none?lang=en']), /none/);
  });

  it('answer one by one and several at once', async () => {
    const views = new FirstViews(untouched, pageWith(VIEWS));
    assert.deepEqual(await (await ask(views, '/actions/daily?lang=en'))?.json(), { action: 'daily' });
    const query = new URLSearchParams(Object.keys(VIEWS).map((path) => ['path', path]));
    assert.deepEqual(await (await ask(views, `/batch?${query}`))?.json(), {
      replies: [
        { status: 200, body: { action: 'daily' } },
        { status: 200, body: { action: 'meetup' } },
      ],
    });
  });

  it('are over once something happened, or only the proxy knows what was asked for', async () => {
    assert.equal(await ask(new FirstViews(untouched, pageWith(null)), '/actions/daily?lang=en'), null);
    const touched = new FirstViews(() => Promise.resolve(false), pageWith(VIEWS));
    assert.equal(await ask(touched, '/actions/daily?lang=en'), null);
    for (const [path, init] of [
      ['/actions/daily?lang=en', { method: 'POST' }],
      ['/actions/daily?memberId=739204618530271847&lang=en', {}],
      ['/batch?path=%2Factions%2Fdaily%3Flang%3Den&path=%2Factions%2Fother', {}],
    ] as const) {
      const views = new FirstViews(untouched, pageWith(VIEWS));
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      assert.equal(await ask(views, path, init), null);
      // oxlint-disable-next-line no-await-in-loop -- see above
      assert.equal(await ask(views, '/actions/daily?lang=en'), null, path);
    }
  });
});
