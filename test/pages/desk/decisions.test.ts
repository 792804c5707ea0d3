import { assert } from '@open-wc/testing';
import { waitUntil } from '../../elements/wait-until.ts';
import type { PageFrame } from '../page-frame.ts';
import { FakeDesk } from './fake-desk.ts';

describe("a decision on the desk's page", () => {
  let desk: FakeDesk;
  let page: PageFrame;

  beforeEach(() => {
    desk = new FakeDesk();
  });

  async function sayWho(): Promise<void> {
    await page.fill('input[name=by]', 'Wren');
    await page.fill('input[name=why]', ' looked in the log ');
  }

  for (const [words, state] of [
    ['Yes, has it', 'granted'],
    ['No, has not', 'released'],
  ] as const) {
    it(`of one claim is recorded as it was said: ${words}`, async () => {
      page = await desk.open({ hash: '#/waiting/claim-1' });
      await page.reads(/does this member have \+?10 points[^]*If you say no and it is there after all/);
      assert.deepEqual(
        page.all('.answers-of-one button').map(({ children }) => Array.from(children, (one) => one.textContent)),
        [
          ['Yes, has it', 'Recorded at once: it counts as granted.'],
          ['No, has not', 'Recorded at once: they may claim again.'],
        ],
      );
      assert.deepEqual(
        page.all('.lines a').map(({ ariaCurrent }) => ariaCurrent),
        ['true', null],
      );
      // Nobody has said who decides, and why.
      await page.press(words);
      await page.fill('input[name=by]', 'Wren');
      await page.press(words);
      await sayWho();
      await page.press(words);
      await page.reads(/1 claim waits for you/);
      assert.deepEqual(desk.decisions, [{ ids: ['claim-1'], state, by: 'Wren', why: 'looked in the log' }]);
      await page.reads(/1 decision recorded/);
    });
  }

  it('of several is recorded for each as it was said, with the risk told, and for no other', async () => {
    page = await desk.open({ hash: '#/waiting/claim-1?together' });
    await page.reads(/which of these 2 have theirs/);
    const choose = (claim: number, answer: number) =>
      page.all(`.each li:nth-child(${claim}) label:nth-child(${answer}) input`)[0]?.click();
    choose(1, 1);
    await page.reads(/Has it: 1\. Has not: 0\. Left as it is: 1\./);
    assert.notMatch(page.text, /you say that nothing was given/);
    choose(2, 2);
    await page.reads(/Has it: 1\. Has not: 1\. Left as it is: 0\.[^]*For 1 claim you say that nothing was given\./);
    await sayWho();
    await page.press('Record 2 decisions');
    await page.reads(/Nothing waits for you/);
    assert.deepEqual(
      desk.decisions.map(({ ids, state }) => [ids, state]),
      [
        [['claim-1'], 'granted'],
        [['claim-2'], 'released'],
      ],
    );
  });

  it('stays on the page with its reason where it could not be recorded', async () => {
    page = await desk.open({ hash: '#/waiting/claim-1' });
    const problem = { code: 'ledger-failed', detail: 'The ledger does not answer.' };
    desk.broken.set('POST decisions', Response.json(problem, { status: 503 }));
    await page.reads(/If you say no/);
    await sayWho();
    await page.press('Yes, has it');
    await page.reads(/The ledger does not answer\./);
    assert.equal(page.window.location.hash, '#/waiting/claim-1');
    assert.equal(page.all<HTMLInputElement>('input[name=why]')[0]?.value, ' looked in the log ');
  });

  it('is asked for what waits since only once somebody wants to see that: the list does not move by itself', async () => {
    const looks: (() => void)[] = [];
    page = await desk.open({
      hash: '#/waiting',
      prepare: (window) => void Reflect.set(window, 'setInterval', (look: () => void) => looks.push(look)),
    });
    await page.reads(/2 claims wait for you/);
    desk.waiting.pop();
    for (const look of looks) look();
    await page.reads(/There are others now/);
    assert.lengthOf(page.all('.lines li'), 2);
    await page.press('There are others now');
    await page.reads(/1 claim waits for you/);
    assert.lengthOf(page.all('.lines li'), 1);
    assert.notMatch(page.text, /There are others now/);
  });

  it('is offered together for claims of one outage', async () => {
    page = await desk.open({ hash: '#/waiting' });
    await page.reads(/2 claims wait for you/);
    await page.press('Decide these 2');
    await waitUntil(() => page.window.location.hash === '#/waiting/claim-1?together');
  });
});
