import type { Frame, Page } from 'puppeteer-core';

/** Presses a part of a widget once it can be pressed: while a widget loads or submits, its button takes no press. */
export async function pressPart(page: Page | Frame, widget: string, part = 'button', clicks = 1): Promise<void> {
  const pressable = `${widget} >>> [part~=${part}]:not([aria-disabled=true])`;
  const found = await page.waitForSelector(pressable, { visible: true });
  await found?.click({ count: clicks });
}
