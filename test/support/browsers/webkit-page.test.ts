import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { InputSource, WebDriver } from './webdriver.ts';
import type { WebKitInspector } from './webkit-inspector.ts';
import { WebKitPage } from './webkit-page.ts';

describe('a page of WebKit', () => {
  const acts: InputSource[] = [];
  const sent: object[] = [];
  const driver = { act: async (source: InputSource) => void acts.push(source) };
  const inspector = { send: async (_method: string, params: object) => void sent.push(params) };
  const page = new WebKitPage(driver as unknown as WebDriver, inspector as unknown as WebKitInspector);

  it('presses keys by their names, and types characters one by one', async () => {
    await page.keyboard.press('Enter');
    await page.keyboard.type('a😀');
    assert.deepEqual(
      acts.splice(0).map(({ actions }) => actions.map(({ type, value }) => [type, value])),
      [
        [
          ['keyDown', '\uE007'],
          ['keyUp', '\uE007'],
        ],
        [
          ['keyDown', 'a'],
          ['keyUp', 'a'],
          ['keyDown', '😀'],
          ['keyUp', '😀'],
        ],
      ],
    );
  });

  it('refuses a key that it does not know', () => {
    assert.throws(() => page.keyboard.press('Shift+Tab'), /^Error: There is no key Shift\+Tab\. Use one character, or/);
  });

  it('emulates what is asked for, and nothing else any longer', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    assert.deepEqual(sent, [
      { name: 'PrefersColorScheme', value: 'Dark' },
      { name: 'PrefersReducedMotion' },
      { media: '' },
    ]);
  });
});
