import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { HarbourChain } from '../../../demo/chain/index.ts';
import type { Demo } from '../../../demo/servers.ts';
import { HARBOUR_LIGHTS } from '../../../src/emulator/index.ts';
import { WIDEST } from '../../support/fonts/fonts.ts';
import { allOr, isThorough, itInFull } from '../../support/thorough.ts';
import { openDemoAnywhere } from '../support/anywhere.ts';
import { Widget } from '../support/asking-tab.ts';
import { Visitor } from '../support/browser.ts';
import { Community } from '../support/community.ts';
import { forceColors, pixelOf } from '../support/force-colors.ts';
import { findingsIn, inScheme, shiftsAround, shiftsOf, STILL, watchLayout } from '../support/page-checks.ts';
import { sharedBrowser } from '../support/shared-browser.ts';

const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
];
/** So many times as fast as it is a block comes after the other: nobody waits here to see it. */
const CHAIN_PACE = 30;
const SCHEMES = ['dark', 'light'];
/** Where there is little time: one whose form is the page's own, one from right to left, and how wide they are. */
const FEW: Readonly<Record<string, number>> = { meetup: 360, shop: 1280 };
/** Those with the least room to spare on the narrowest phone. */
const TIGHTEST = ['deed', 'game'];
const roleId = (wanted: string) => HARBOUR_LIGHTS.roles?.find(({ name }) => name === wanted)?.id;

/** A site: what a visitor does before the button is pressed, and what they and the community have afterwards. */
interface Example {
  name: string;
  action: string;
  prepare: (page: Page, widget: Widget, memberId: string) => Promise<void>;
  /** The page's own button, where the widget has none. */
  button?: string;
  says: RegExp;
  points: number;
  roles?: (string | undefined)[];
}

const typeId = async (_page: Page, widget: Widget, memberId: string) => widget.type(memberId);

/** The meetup's own fields. */
async function fillIn(page: Page): Promise<void> {
  await page.type('[name=name]', 'Ada Rask');
  await page.type('[name=email]', 'ada@example.org');
  await page.select('[name=seat]', 'Front');
  await page.click('[name=consent]');
}

const EXAMPLES: Example[] = [
  { name: 'game', action: 'pitstop', prepare: typeId, says: /\+10 points/, points: 10 },
  {
    name: 'meetup',
    action: 'evening',
    async prepare(page, widget, memberId) {
      await widget.type(memberId);
      await fillIn(page);
    },
    button: 'rewards-signup button',
    says: /Meetup Crew/,
    points: 15,
    roles: [roleId('Meetup Crew')],
  },
  {
    name: 'course',
    action: 'navigator',
    async prepare(page, widget, memberId) {
      await page.click('[value="30"]');
      assert.equal(await reachable(page), false);
      await page.click('[value="45"]');
      assert.equal(await reachable(page), true);
      await widget.type(memberId);
    },
    says: /Keeper/,
    points: 0,
    roles: [roleId('Keeper')],
  },
  {
    name: 'shop',
    action: 'loyalty',
    async prepare(page, _widget, memberId) {
      await page.type('rewards-member >>> [part~=input]', memberId);
    },
    button: 'rewards-checkin >>> [part=pill]:has(+ [part=said])',
    says: /\+5 نقاط/,
    points: 5,
  },
  { name: 'homepage', action: 'guestbook', prepare: typeId, says: /\+1 point/, points: 1 },
  {
    name: 'deed',
    action: 'lantern',
    async prepare(page, _widget, memberId) {
      await page.type('rewards-member >>> [part~=input]', memberId);
      await page.keyboard.press('Tab');
      await page.waitForSelector(`[action=lantern] >>> ::-p-text(${memberId})`);
      await page.click('#light');
      await page.waitForSelector('#confirmed ::-p-text(which is final)');
    },
    says: /\+25 points/,
    points: 25,
  },
];

/** Whether the course's widget can be used. */
const reachable = (page: Page) =>
  page.$eval('rewards-role', (role) => role.checkVisibility({ visibilityProperty: true }) && !role.closest('[inert]'));

const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight);

/** Looks at the page in dark and in light, as it is. */
async function inspect(page: Page, width: number, schemes: readonly string[] = SCHEMES): Promise<void> {
  assert.deepEqual(await findingsIn(page, schemes, STILL), []);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
}

describe('the example sites', () => {
  let demo: Demo;
  let browser: Browser;
  let community: Community;

  before(async () => {
    const began = Date.now();
    demo = await openDemoAnywhere({
      chain: new HarbourChain({ now: () => began + CHAIN_PACE * (Date.now() - began) }),
    });
    browser = await sharedBrowser(WIDEST);
    community = new Community(demo.emulator);
  });

  after(() => demo?.close());

  async function open(t: TestContext, path: string, size: (typeof SIZES)[number]): Promise<[Visitor, Page]> {
    const visitor = await Visitor.of(t, browser);
    const page = await visitor.open(`${demo.site}/examples/${path}`, async (fresh) => {
      await fresh.setViewport(size);
      await inScheme(fresh, 'light', STILL);
      await watchLayout(fresh);
    });
    return [visitor, page];
  }

  for (const { name, action, prepare, button, says, points, roles = [] } of EXAMPLES) {
    for (const size of SIZES.filter(({ width }) => isThorough || width === FEW[name])) {
      it(`rewards a visitor, moves nothing, fits, and has nothing that axe objects to: ${name}, ${size.width} px`, async (t) => {
        const id = await community.join();
        const [visitor, page] = await open(t, `${name}/`, size);
        const widget = new Widget(page, action);
        await widget.shows('ready');
        await inspect(page, size.width, allOr([], SCHEMES));
        assert.deepEqual(await shiftsOf(page), []);

        await prepare(page, widget, id);
        const height = await heightOf(page);
        await (button ? page.click(button) : widget.press());
        assert.match(await widget.shows('granted'), says);
        const member = await community.member(id);
        assert.equal(member.points, points);
        assert.deepEqual(member.roles, roles);

        await inspect(page, size.width, allOr(['dark'], SCHEMES));
        assert.equal(await heightOf(page), height);
        assert.deepEqual(await shiftsAround(page), []);
        assert.deepEqual(visitor.errors, []);
      });
    }
  }

  for (const { name, action } of EXAMPLES) {
    const declare = TIGHTEST.includes(name) ? it : itInFull;
    declare(
      `are no wider than 320 px with letters and words as far apart as readers may set them (WCAG 1.4.12): ${name}`,
      async (t) => {
        const [, page] = await open(t, `${name}/`, { width: 320, height: 640 });
        await new Widget(page, action).shows('ready');
        if (await page.$('.try-it')) await page.waitForSelector('.try-it button:nth-of-type(3)');
        const width = await page.evaluate(() => {
          // The page's policy allows no style of others.
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(
            '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
          );
          document.adoptedStyleSheets.push(sheet);
          return document.documentElement.scrollWidth;
        });
        assert.equal(width, 320);
      },
    );
  }

  itInFull('show whose id is lent below the pointer, too, and the focus where colours are forced', async (t) => {
    const [, page] = await open(t, 'game/', { width: 1280, height: 800 });
    await new Widget(page, 'pitstop').shows('ready');
    await page.click('.try-it ::-p-text(Wren)');
    const lent = '.try-it [aria-pressed=true]';
    const below = await pixelOf(page, lent, [16, 3]);
    await page.mouse.move(0, 400);
    assert.equal(below, await pixelOf(page, lent, [16, 3]));
    await forceColors(page);
    await page.keyboard.down('Shift');
    await page.keyboard.press('Tab');
    await page.keyboard.up('Shift');
    await page.keyboard.press('Tab');
    await page.waitForSelector(`${lent}:focus-visible`);
    const [outline, text] = await page.$eval(lent, (button) => [
      getComputedStyle(button).outlineColor,
      getComputedStyle(document.body).color,
    ]);
    assert.equal(outline, text);
  });

  itInFull('lend a visitor the id of a member', async (t) => {
    const [, page] = await open(t, 'game/', { width: 1280, height: 800 });
    const widget = new Widget(page, 'pitstop');
    await widget.shows('ready');
    await page.click('.try-it ::-p-text(Wren)');
    await widget.press();
    await widget.shows('granted');
    const wren = HARBOUR_LIGHTS.members?.find(({ name }) => name.startsWith('Wren'));
    assert.equal((await community.member(wren?.id ?? '')).points, (wren?.points ?? 0) + 10);
  });

  it('take a sign-up without script', async (t) => {
    const id = await community.join();
    const visitor = await Visitor.of(t, browser);
    const page = await visitor.open(`${demo.site}/examples/meetup/`, (fresh) => fresh.setJavaScriptEnabled(false));
    await page.type('[name=memberId]', id);
    await fillIn(page);
    await Promise.all([page.waitForNavigation(), page.click('rewards-signup button')]);
    assert.deepEqual((await community.member(id)).roles, [roleId('Meetup Crew')]);
    assert.deepEqual(visitor.errors, []);
  });

  itInFull('are all on one page, each a press away', async (t) => {
    for (const size of SIZES) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other is gentle enough for two
      const [visitor, page] = await open(t, '', size);
      // oxlint-disable-next-line no-await-in-loop -- see above
      await inspect(page, size.width);
      // oxlint-disable-next-line no-await-in-loop -- see above
      const paths = await page.$$eval('main li a', (links) => links.map(({ pathname }) => pathname));
      assert.deepEqual(
        paths,
        EXAMPLES.map(({ name }) => `/examples/${name}/`),
      );
      assert.deepEqual(visitor.errors, []);
    }
  });

  it('need one script tag in a home page of 1998', async () => {
    const source = await readFile(new URL('../../../demo/examples/homepage/index.html', import.meta.url), 'utf8');
    assert.equal(source.match(/<script/g)?.length, 1);
  });
});
