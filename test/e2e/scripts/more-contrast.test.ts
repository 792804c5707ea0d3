import assert from 'node:assert/strict';
import { it } from 'node:test';
import { contrastOf, type Rgb } from '../../../demo/playground/contrast.ts';
import { MEMBER, view } from '../../elements/fake-proxy.ts';
import { newPage } from '../../support/browsers/new-page.ts';
import { sharedBrowser } from '../support/shared-browser.ts';
import { BundleSite } from './bundle-site.ts';

/** What WCAG 1.4.6 and 1.4.11 ask of text, and of the edges of a control. */
const TEXT = 7;
const EDGE = 3;

it('whoever wants more contrast gets it from the first drawing on: in secondary text, and at the edges of the card', async (t) => {
  const site = new BundleSite(
    ['rewards-checkin'],
    `<rewards-checkin action="daily" member-id="${MEMBER}"></rewards-checkin>`,
  );
  site.answers['GET /actions/daily'] = () => view();
  const browser = await sharedBrowser();
  const page = await newPage(browser);
  t.after(() => page.close());
  for (const scheme of ['light', 'dark']) {
    await page.emulateMediaFeatures([{ name: 'prefers-contrast', value: 'more' }]);
    await page.goto(`${await site.open(t)}/widget`);
    await page.evaluate((name) => (document.documentElement.style.colorScheme = name), scheme);
    const contrasts = async () => {
      const [surface, text, edge] = await page.$eval('rewards-checkin', ({ shadowRoot }) => {
        const context = new OffscreenCanvas(1, 1).getContext('2d');
        if (!context) throw new Error('There is no canvas.');
        const drawn = (colour: string): Rgb => {
          context.fillStyle = colour;
          context.fillRect(0, 0, 1, 1);
          const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
          return [red, green, blue];
        };
        const style = (part: string) => getComputedStyle(shadowRoot?.querySelector(`[part=${part}]`) ?? document.body);
        const { backgroundColor, borderTopColor } = style('card');
        return [drawn(backgroundColor), drawn(style('foot').color), drawn(borderTopColor)] as const;
      });
      return { text: contrastOf(text, surface), edge: contrastOf(edge, surface) };
    };
    const more = await contrasts();
    assert.ok(more.text >= TEXT && more.edge >= EDGE, `${scheme}: ${JSON.stringify(more)}`);
    await page.emulateMediaFeatures([]);
    const usual = await contrasts();
    assert.ok(more.text > usual.text && more.edge > usual.edge, `${scheme}: ${JSON.stringify({ more, usual })}`);
  }
});
