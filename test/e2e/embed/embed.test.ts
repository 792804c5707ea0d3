import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Frame, Page } from 'puppeteer-core';
import { signMemberToken } from '../../../src/proxy/identity/public.ts';
import { untilFound } from '../../support/browsers/page-engines.ts';
import { Visitor } from '../support/browser.ts';
import type { Community } from '../support/community.ts';
import { openFramedSites, SECRET } from './framed-sites.ts';
import { pressPart } from '../support/press-part.ts';
import { sharedBrowser } from '../support/shared-browser.ts';

/** In a tab behind another one the browser draws nothing, and calls nobody before it draws. */
const BY_TIMER = { polling: 50 };

describe('a widget in a frame', () => {
  const open = new AsyncDisposableStack();
  let browser: Browser;
  let community: Community;
  let proxy: string;
  let site: string;
  let stranger: string;
  let pages: Map<string, string>;
  let asked: string[];

  before(async () => {
    browser = await sharedBrowser();
    ({ community, proxy, site, stranger, pages, asked } = open.use(await openFramedSites()));
  });

  after(() => open.disposeAsync());

  const frameTag = (rest: string) => `<iframe title="Rewards" src="${proxy}/rewards/embed/${rest}"></iframe>`;
  const script = () => `<script src="${proxy}/rewards/embed.js" async></script>`;

  async function frameIn(page: Page): Promise<Frame> {
    const element = await page.waitForSelector(`iframe[src^="${proxy}/rewards/embed/"]`);
    const frame = await element?.contentFrame();
    assert.ok(frame);
    return frame;
  }

  const shows = (frame: Frame, state: string) =>
    frame.waitForFunction(
      (name) => document.querySelector('rewards-checkin')?.matches(`:state(${name})`),
      BY_TIMER,
      state,
    );

  /** Waits until the owner's page gives the frame the height that the frame's own page has, which may still change. */
  const fits = (page: Page, frame: Frame) =>
    untilFound('the frame is as high as its page', async () => {
      const wanted = await frame.evaluate(() => Math.ceil(document.documentElement.getBoundingClientRect().height));
      const given = await page.$eval('iframe', ({ style }) => Number.parseInt(style.height, 10));
      return given === wanted && wanted;
    });

  /** Waits until the browser has said of so many frames that they may not stand where they do. */
  async function blocked({ errors }: Visitor, times: number): Promise<void> {
    while (errors.filter((text) => /frame-ancestors/.test(text)).length < times) await delay(20);
  }

  /** Has the page in the frame be of another height. */
  const enlarge = (frame: Frame, percent: number) =>
    frame.evaluate((size) => void (document.body.style.fontSize = `${size}%`), percent);

  it('claims, and has the height that it needs, on a page of another site', async (t) => {
    for (const [path, parts] of [
      ['/script-first', [script(), frameTag('daily')]],
      ['/frame-first', [frameTag('daily'), script()]],
    ] as const) {
      pages.set(path, `<!doctype html><title>T</title>${parts.join('')}`);
      const member = await community.join();
      const visitor = await Visitor.of(t, browser);
      const page = await visitor.open(site + path);
      const frame = await frameIn(page);
      await shows(frame, 'ready');
      const field = await frame.waitForSelector('rewards-checkin >>> [part~=input]', { visible: true });
      await field?.type(member);
      const first = await fits(page, frame);
      await pressPart(frame, 'rewards-checkin');
      await shows(frame, 'granted');
      const { points } = await community.member(member);
      assert.equal(points, 10);
      await enlarge(frame, 200);
      assert.ok((await fits(page, frame)) > first);
      await enlarge(frame, 100);
      await fits(page, frame);
      assert.deepEqual(visitor.errors, []);
    }
  });

  it('takes the member’s token from the fragment, which nobody else sees', async (t) => {
    const member = await community.join();
    const token = await signMemberToken({ memberId: member, secret: SECRET, action: 'watch' });
    pages.set('/token', `<!doctype html><title>T</title>${frameTag(`watch#token=${token}`)}`);
    const visitor = await Visitor.of(t, browser);
    const page = await visitor.open(`${site}/token`);
    const frame = await frameIn(page);
    await shows(frame, 'ready');
    assert.equal(await frame.evaluate(() => location.hash), '');
    await pressPart(frame, 'rewards-checkin');
    await shows(frame, 'granted');
    assert.equal((await community.member(member)).points, 10);
    // A fresh one does not load the frame anew.
    const loaded = asked.length;
    await page.$eval('iframe', (element) => (element.src = element.src.replace(/#.*/, '#token=another')));
    await frame.waitForFunction(
      () => document.querySelector('rewards-checkin')?.memberToken === 'another' && location.hash === '',
      BY_TIMER,
    );
    assert.ok(asked.slice(loaded).every((line) => !line.startsWith('/rewards/embed/')));
    assert.ok(asked.every((line) => !line.includes(token) && !line.includes('another')));
    assert.deepEqual(visitor.errors, []);
  });

  it('is not drawn on a page of any other site, whatever stands around that', async (t) => {
    const refused = (page: Page) =>
      page.waitForFunction(() => document.querySelector('iframe')?.dataset['loaded'] === 'yes', BY_TIMER);
    pages.set(
      '/steal',
      `<!doctype html><title>T</title>
       <script>addEventListener('load', () => document.querySelector('iframe').dataset.loaded = 'yes')</script>
       ${frameTag('daily')}`,
    );
    pages.set('/around', `<!doctype html><title>T</title><iframe title="Stranger" src="${stranger}/steal"></iframe>`);
    pages.set('/inside', `<!doctype html><title>T</title>${frameTag('daily')}`);
    pages.set('/steal-all', `<!doctype html><title>T</title><iframe title="Owner" src="${site}/inside"></iframe>`);
    const visitor = await Visitor.of(t, browser);
    const page = await visitor.open(`${stranger}/steal`);
    await refused(page);
    for (const url of [`${site}/around`, `${stranger}/steal-all`]) await visitor.open(url);
    for (const opened of await page.browserContext().pages()) {
      await opened.waitForFunction(() => document.readyState === 'complete', BY_TIMER);
      for (const frame of opened.frames())
        assert.equal(await frame.$('rewards-checkin').catch(() => null), null, frame.url());
    }
    await blocked(visitor, 3);
  });

  it('and the page around it hear nobody but each other', async (t) => {
    pages.set(
      '/neighbour',
      `<!doctype html><title>T</title><script>
        const greeting = { type: 'rewards-embed' };
        for (const height of [5, '5', 1e9, -1, { valueOf: 5 }]) parent.postMessage({ ...greeting, height }, '*');
        parent.postMessage(greeting, '*');
        parent.frames[0].postMessage(greeting, '*');
        parent.frames[0].postMessage({ ...greeting, height: 7 }, '*');
        parent.postMessage('told', '*');
      </script>`,
    );
    pages.set('/owner', `<!doctype html><title>T</title>${frameTag('daily')}${script()}`);
    const visitor = await Visitor.of(t, browser);
    const page = await visitor.open(`${site}/owner`);
    const frame = await frameIn(page);
    await shows(frame, 'ready');
    const first = await fits(page, frame);
    await page.evaluate(async (src) => {
      const heights: string[] = [];
      const widget = document.querySelector('iframe');
      new MutationObserver(() => heights.push(widget?.style.height ?? '')).observe(widget ?? document, {
        attributes: true,
      });
      Object.assign(window, { heights });
      const told = new Promise((resolve) =>
        addEventListener('message', ({ data }) => data === 'told' && resolve(data)),
      );
      const neighbour = document.createElement('iframe');
      neighbour.src = src;
      document.body.append(neighbour);
      await told;
    }, `${stranger}/neighbour`);
    await enlarge(frame, 200);
    const larger = await fits(page, frame);
    const heights = await page.evaluate(() => Object(window).heights as string[]);
    assert.equal(heights.at(-1), `${larger}px`);
    assert.ok(
      heights.every((height) => Number.parseInt(height, 10) >= first),
      heights.join(' '),
    );
    assert.deepEqual(visitor.errors, []);
  });
});
