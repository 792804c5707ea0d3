import type { Page } from 'puppeteer-core';

/** Shows the page as where a person has all colours set (Windows' contrast themes), of which puppeteer's own method knows nothing. */
export async function forceColors(page: Page): Promise<void> {
  const client = await page.createCDPSession();
  await client.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: 'active' }] });
}

/**
 * The pixel that is drawn so far from the left and the top of the first such element, or of its right and bottom where negative, as a picture to be
 * compared: the computed style of a page does not say which colours are forced.
 */
export async function pixelOf(page: Page, selector: string, [x, y]: readonly [number, number]): Promise<string> {
  const clip = await page.$eval(
    selector,
    (element, right, down) => {
      element.scrollIntoView({ block: 'nearest' });
      const { left, top, width, height } = element.getBoundingClientRect();
      return {
        x: Math.floor(left + scrollX + right + (right < 0 ? width : 0)),
        y: Math.floor(top + scrollY + down + (down < 0 ? height : 0)),
        width: 1,
        height: 1,
      };
    },
    x,
    y,
  );
  return page.screenshot({ clip, encoding: 'base64' });
}
