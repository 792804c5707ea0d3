import { assert } from '@open-wc/testing';
import { atLeisure } from '../../../demo/in-page/at-leisure.ts';

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
});
