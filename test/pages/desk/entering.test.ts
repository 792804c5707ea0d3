import { assert } from '@open-wc/testing';
import { waitUntil } from '../../elements/wait-until.ts';
import type { PageFrame } from '../page-frame.ts';
import { FakeDesk } from './fake-desk.ts';

const refusal = (status: number, code: string) => Response.json({ code, detail: '' }, { status });
const OUTSIDE = refusal(401, 'not-signed-in');

describe("who opens the desk's page", () => {
  let desk: FakeDesk;
  let page: PageFrame;

  beforeEach(() => {
    desk = new FakeDesk();
  });

  it('comes in by a link, which is used up and gone from the address', async () => {
    page = await desk.open({ hash: '#enter=token-1' });
    await page.reads(/Yes, 2 claims/);
    assert.deepEqual(page.asked[0], { method: 'POST', path: '/api/session', body: { token: 'token-1' } });
    assert.notMatch(page.window.location.href, /token-1/);
  });

  for (const [code, words] of [
    ['link-used', /This link was already used, or a newer one replaced it\./],
    ['link-unknown', /This link no longer works\./],
  ] as const) {
    it(`is told why a link lets nobody in: ${code}`, async () => {
      desk.broken.set('POST session', refusal(410, code)).set('GET desk', OUTSIDE);
      page = await desk.open({ hash: '#enter=token-1' });
      await page.reads(words);
      assert.notMatch(page.text, /claims?\b.*waits?/);
    });
  }

  it('stays in with a link of before', async () => {
    desk.broken.set('POST session', refusal(410, 'link-used'));
    page = await desk.open({ hash: '#enter=token-1' });
    await page.reads(/Yes, 2 claims/);
  });

  it('is told that a view could not be loaded, and sees how many claims wait all the same', async () => {
    desk.broken.set('GET audit', refusal(502, 'internal'));
    page = await desk.open({ hash: '#/audit' });
    await waitUntil(() => page.all('.nav .badge')[0]?.innerText === '2');
    assert.lengthOf(page.all('.error'), 1);
  });

  it('sees from time to time what holds now: that nobody answers, what waits, that the session is over', async () => {
    const looks: (() => void)[] = [];
    page = await desk.open({
      prepare: (window) => {
        Reflect.set(window, 'setInterval', (look: () => void) => looks.push(look));
      },
    });
    await page.reads(/Yes, 2 claims/);
    /** The time has come for another look. */
    const look = (pattern: RegExp) => {
      for (const one of looks) one();
      return page.reads(pattern);
    };
    desk.broken.set('GET waiting', refusal(502, 'internal'));
    await look(/The desk could not answer/);
    desk.broken.clear();
    desk.waiting.pop();
    await look(/Yes, 1 claim\b/);
    assert.equal(page.all('.error').length, 0);
    desk.broken.set('GET waiting', OUTSIDE);
    await look(/You are not signed in/);
    await waitUntil(() => !/claim\b/.test(page.text));
  });
});
