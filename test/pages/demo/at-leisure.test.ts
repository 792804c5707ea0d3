import { assert } from '@open-wc/testing';
import { atLeisure } from '../../../demo/in-page/at-leisure.ts';
import { onceUsed } from '../../../demo/in-page/once-used.ts';

describe('what a page does at leisure', () => {
  it('is done after seconds at the latest, where the browser never holds the page to be idle', async () => {
    const bound = await new Promise<number | undefined>((resolve) => {
      window.requestIdleCallback = (_task, options) => {
        resolve(options?.timeout);
        return 0;
      };
      atLeisure(() => {});
    });
    assert.isAtMost(bound ?? Infinity, 5000);
  });

  it('begins when somebody uses the page, and is done once', () => {
    let done = 0;
    window.requestIdleCallback = (task) => {
      task({ didTimeout: false, timeRemaining: () => 9 });
      return 0;
    };
    onceUsed(() => (done += 1));
    assert.equal(done, 0);
    for (const sign of ['keydown', 'scroll', 'keydown']) dispatchEvent(new Event(sign));
    assert.equal(done, 1);
  });
});
