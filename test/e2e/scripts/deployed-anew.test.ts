import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { it } from 'node:test';
import { build } from 'vite';
import { claim, MEMBER, standing, view } from '../../elements/fake-proxy.ts';
import { newPage } from '../../support/browsers/new-page.ts';
import { fileAt, serve } from '../../support/http/serve.ts';
import { pressPart } from '../support/press-part.ts';
import { Requests } from '../support/requests.ts';
import { sharedBrowser } from '../support/shared-browser.ts';

const WIDGET = `<rewards-checkin compact action="daily" member-id="${MEMBER}"></rewards-checkin>`;
const PAGE = '<!doctype html><title>A page</title><script type="module" src="/main.js"></script>';
const SCRIPT = `
  import ${JSON.stringify(resolve('dist/packages/rewards-elements/dist/elements/checkin/checkin.define.js'))};
  addEventListener('vite:preloadError', (event) => event.preventDefault());
`;

it('a page made with Vite that hides what is lost stands while the site is deployed anew, and claims once its files are back and it is reloaded', async (t) => {
  const root = mkdtempSync(join(tmpdir(), 'rewards-deployed-'));
  t.after(() => rmSync(root, { recursive: true }));
  writeFileSync(join(root, 'index.html'), PAGE);
  writeFileSync(join(root, 'main.js'), SCRIPT);
  await build({ root, configFile: false, logLevel: 'silent' });
  const lost: string[] = [];
  let isAnew = false;
  async function answer({ method, url: path = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
    if (path.startsWith('/rewards/')) {
      const body = method === 'POST' ? claim() : view({ member: standing({ streak: 3 }) });
      return void response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    }
    if (isAnew) lost.push(path);
    const file = isAnew ? null : await fileAt(join(root, 'dist'), path);
    response.writeHead(file ? 200 : 404, { 'content-type': file?.type ?? 'text/plain' }).end(file?.body);
  }
  const { url, close } = await serve((request, response) => void answer(request, response));
  t.after(close);
  const browser = await sharedBrowser();
  const page = await newPage(browser);
  t.after(() => page.close());
  const requests = new Requests(page);
  const draw = async () => {
    await page.evaluate((widget) => void (document.body.innerHTML = widget), WIDGET);
    await page.waitForSelector('rewards-checkin:state(ready)');
  };
  await page.goto(url);
  isAnew = true;
  await draw();
  await requests.settled();
  assert.match(lost.join(), /\/assets\/pill-/);
  isAnew = false;
  // Not every Chromium asks again for a module that was lost: 153 does not, 156 does.
  await page.reload();
  await draw();
  await page.waitForSelector('rewards-checkin >>> [part=said]');
  await pressPart(page, 'rewards-checkin', 'pill');
  await page.waitForSelector('rewards-checkin:state(granted)');
});
