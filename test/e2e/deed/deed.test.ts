import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { HarbourChain } from '../../../demo/chain/index.ts';
import { IN_PAGE } from '../../../demo/in-page/addresses.ts';
import { HARBOUR_LIGHTS } from '../../../src/emulator/index.ts';
import type { ServerView } from '../../../src/emulator/index.ts';
import { allOr, itInFull } from '../../support/thorough.ts';
import { openDemoAnywhere } from '../support/anywhere.ts';
import { Widget } from '../support/asking-tab.ts';
import { Visitor, type VisitorOptions } from '../support/browser.ts';
import { findings } from '../support/page-checks.ts';
import { sharedBrowser } from '../support/shared-browser.ts';
import { StaticSite } from '../support/static-site.ts';

const KEEPER = '1172401938465029173';
const SCRIPTS_OF_VIEM = /viem@/;

/** The page as somebody has opened it, with a chain whose clock stands still. */
interface Opened {
  url: string;
  emulator: string;
  /** Puts on the chain's clock, where that is not the page's own. */
  wait: (seconds: number) => void;
  close: () => Promise<void>;
}

const FORMS: [name: string, open: () => Promise<Opened>][] = [
  [
    'beside npm start',
    async () => {
      let now = Date.now();
      const demo = await openDemoAnywhere({ chain: new HarbourChain({ now: () => now }) });
      const wait = (seconds: number) => void (now += seconds * 1000);
      return { url: `${demo.site}/`, emulator: demo.emulator, wait, close: () => demo.close() };
    },
  ],
  [
    'in the page',
    async () => {
      const { url, close } = await StaticSite.open();
      return { url, emulator: IN_PAGE.emulator, wait: () => {}, close };
    },
  ],
];

/** One who tries it. */
class Trying {
  readonly page: Page;
  readonly visitor: Visitor;
  readonly lantern: Widget;
  readonly deed: Widget;
  readonly #opened: Opened;
  readonly #member: string;

  constructor(page: Page, visitor: Visitor, opened: Opened, member: string) {
    this.page = page;
    this.visitor = visitor;
    this.lantern = new Widget(page, 'lantern');
    this.deed = new Widget(page, 'deed');
    this.#opened = opened;
    this.#member = member;
  }

  static async as(name: string, { visitor, opened }: { visitor: Visitor; opened: Opened }) {
    const page = await visitor.open(`${opened.url}examples/deed/`, async (fresh) => {
      await fresh.setViewport({ width: 1280, height: 800 });
      await fresh.evaluateOnNewDocument(() => {
        const clock = { now: Date.now() };
        Object.assign(globalThis, { clock });
        Date.now = () => clock.now;
      });
    });
    const member = HARBOUR_LIGHTS.members?.find((one) => one.name.startsWith(name))?.id ?? '';
    const trying = new Trying(page, visitor, opened, member);
    await trying.lantern.shows('ready');
    await trying.deed.shows('ready');
    await page.type('rewards-member >>> [part~=input]', member);
    await page.keyboard.press('Tab');
    await page.waitForSelector(`[action=lantern] >>> ::-p-text(${member})`);
    return trying;
  }

  /** What the community has of the member. */
  async member(): Promise<{ points: number; isKeeper: boolean }> {
    const { servers }: { servers: ServerView[] } = await this.page.evaluate(
      async (emulator) => (await fetch(`${emulator}/emulator/state`)).json(),
      this.#opened.emulator,
    );
    const found = servers[0]?.members.find(({ id }) => id === this.#member);
    return { points: found?.points ?? -1, isKeeper: found?.roles.includes(KEEPER) ?? false };
  }

  /** Lets so many seconds pass for the page and for the chain. */
  async wait(seconds: number): Promise<void> {
    this.#opened.wait(seconds);
    await this.page.evaluate((ms) => void (Reflect.get(globalThis, 'clock').now += ms), seconds * 1000);
  }

  async mood(value: string): Promise<void> {
    await this.page.click(`[name=mood][value=${value}]`);
  }

  /** The same where that is another account, for which the cards begin anew: while they load they hear no press. */
  async account(value: string): Promise<void> {
    await this.mood(value);
    await this.deed.shows('ready');
  }

  /** Waits until the page says that of the transaction. */
  async confirmed(text: string): Promise<void> {
    await this.page.waitForFunction(
      (wanted) => document.querySelector('#confirmed')?.textContent?.includes(wanted),
      { polling: 100 },
      text,
    );
  }

  /** Lights the lantern, and waits until that is in a block. */
  async light(): Promise<void> {
    await this.page.click('#light');
    await this.confirmed('Sent.');
    await this.wait(2);
    await this.confirmed('with 0 of 6 on it');
  }

  /** What the wallet was asked, line by line. */
  heard(): Promise<string[]> {
    return this.page.$$eval('#heard > li', (items) =>
      items.map((item) => `${item.querySelector('b')?.textContent}: ${item.querySelector('span')?.textContent}`),
    );
  }
}

for (const [form, open] of allOr(FORMS.slice(0, 1), FORMS)) {
  describe(`Lanternkeep’s deed, on a chain ${form}`, () => {
    let opened: Opened;
    let browser: Browser;
    const as = async (name: string, t: TestContext, options?: VisitorOptions) =>
      Trying.as(name, { visitor: await Visitor.of(t, browser, options), opened });

    before(async () => {
      opened = await open();
      browser = await sharedBrowser();
    });

    after(() => opened?.close());

    it('pays for a lit lantern once that is final, and then gives the role for the deed', async (t) => {
      const trying = await as('Wren', t);
      const { points } = await trying.member();
      await trying.light();
      await trying.lantern.press();
      assert.match(await trying.lantern.shows('throttled'), /left/);
      assert.equal((await trying.member()).points, points);
      assert.equal(await trying.page.$eval('#lantern', (picture) => picture.classList.contains('lit')), true);

      await trying.wait(12);
      assert.match(await trying.lantern.shows('granted'), /\+25 points/);
      await trying.confirmed('which is final');
      assert.equal((await trying.member()).points, points + 25);

      await trying.deed.press();
      assert.match(await trying.deed.shows('granted'), /Keeper/);
      assert.deepEqual(await trying.member(), { points: points + 25, isKeeper: true });
      const [connected, sent, ...signed] = await trying.heard();
      assert.match(connected ?? '', /^Show an account: 0x\w{4}…\w{4}$/);
      assert.match(sent ?? '', /^Send a transaction: 0x/);
      assert.equal(signed.length, 2);
      assert.deepEqual(await findings(trying.page), []);
      assert.deepEqual(trying.visitor.errors, []);
    });

    itInFull('has a wallet that is on another chain switch, and goes on', async (t) => {
      const trying = await as('Mateo', t);
      await trying.light();
      await trying.wait(12);
      await trying.mood('elsewhere');
      await trying.deed.press();
      await trying.deed.shows('granted');
      assert.equal((await trying.heard()).at(-2), 'Switch the chain: Harbour Chain');
      assert.equal(await trying.page.$eval('[value=well]', (choice) => (choice as HTMLInputElement).checked), true);
      assert.deepEqual(trying.visitor.errors, []);
    });

    itInFull('says that a wallet said no, sends nothing, and goes on where it says yes', async (t) => {
      const trying = await as('Tobias', t);
      await trying.mood('declines');
      await trying.page.click('#light');
      await trying.confirmed('said no');
      await trying.deed.press();
      await trying.page.waitForSelector('[action=deed] >>> ::-p-text(You said no in your wallet. Nothing was sent.)');
      assert.deepEqual(await trying.heard(), ['Show an account: It said no.', 'Show an account: It said no.']);
      assert.equal((await trying.member()).isKeeper, false);
      await trying.mood('well');
      await trying.light();
      await trying.wait(12);
      await trying.deed.press();
      await trying.deed.shows('granted');
      assert.deepEqual(trying.visitor.errors, []);
    });

    itInFull('gives nothing for an account that holds nothing', async (t) => {
      const trying = await as('Yuki', t);
      await trying.light();
      await trying.wait(12);
      await trying.account('empty');
      await trying.deed.press();
      assert.match(await trying.deed.shows('refused'), /That did not work/);
      assert.equal((await trying.member()).isKeeper, false);
      await trying.account('well');
      await trying.deed.press();
      await trying.deed.shows('granted');
      assert.equal((await trying.member()).isKeeper, true);
      assert.deepEqual(trying.visitor.errors, []);
    });

    itInFull('loads what signs, and what is a chain, when somebody asks for it', async (t) => {
      const trying = await as('Noor', t, { isKeeping: true });
      assert.doesNotMatch(trying.visitor.received.join('\n'), SCRIPTS_OF_VIEM);
      await trying.light();
      assert.match(trying.visitor.received.join('\n'), SCRIPTS_OF_VIEM);
    });
  });
}
