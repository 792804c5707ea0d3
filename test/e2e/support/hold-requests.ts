import type { HTTPRequest, Page } from 'puppeteer-core';

/** Holds what the page asks for at such addresses from now on: `hold` gets each request, which goes on once it is told to. */
export async function holdRequests(page: Page, address: RegExp, hold: (request: HTTPRequest) => void): Promise<void> {
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    if (address.test(request.url())) hold(request);
    else void request.continue();
  });
}
