import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import type { Demo } from '../../../demo/servers.ts';
import type { ServerView } from '../../../src/emulator/index.ts';
import { openDemoAnywhere } from '../support/anywhere.ts';
import { pressLast } from '../support/asking-tab.ts';
import { PlaygroundTab } from './playground-tab.ts';
import { openPublishedPages } from '../published/published-pages.ts';
import { sameDay } from '../support/same-day.ts';
import { sharedBrowser } from '../support/shared-browser.ts';
import { describeInFull, itInFull } from '../../support/thorough.ts';

const NOOR = '739204618530271847';
const OTHERS = [
  ['signup', 'rewards-signup'],
  ['role', 'rewards-role'],
  ['member', 'rewards-checkin'],
] as const;

describe('the playground, live', () => {
  const pages = openPublishedPages();
  const open = (t: TestContext, query = '') => PlaygroundTab.open(t, pages.browser, `${pages.url}playground/${query}`);

  it('grants a claim, pays nobody twice, and can start afresh', async (t) => {
    await sameDay();
    const tab = await open(t);
    await tab.shows('ready');
    await tab.enter(NOOR);
    await tab.press();
    await tab.shows('granted');
    const [granted, awarded, called, asked] = (await tab.log()).filter((entry) => !/key|state/.test(entry));
    assert.deepEqual(
      [granted, awarded, called, asked],
      ['rewards-granted', 'POST /1/points/award → 200', 'Noor Haddad gets 10 points', 'rewards-claim'],
    );
    await tab.widget((widget) => (widget as HTMLElement & { reset(): void }).reset());
    await tab.shows('claimed');
    assert.equal((await tab.log()).filter((entry) => entry.startsWith('POST')).length, 1);
    await tab.page.click('::-p-text(Start afresh)');
    await tab.shows('ready');
    assert.deepEqual(await tab.log(), []);
    await tab.press();
    await tab.shows('granted');
    assert.deepEqual(tab.errors, []);
  });

  itInFull('grants what was set of the reward, and writes the config of it', async (t) => {
    const tab = await open(t);
    await tab.shows('ready');
    await tab.type('points', '25');
    await tab.page.waitForSelector('rewards-checkin >>> ::-p-text(25)');
    await tab.type('streak', '30, 35');
    await tab.choose('zone', 'Asia/Kolkata');
    await tab.type('origin', 'https://shop.example.net');
    const code = await tab.snippet('config');
    assert.match(code, /origins: \['https:\/\/shop\.example\.net'\],\n {2}timeZone: 'Asia\/Kolkata',/);
    assert.match(code, /repeats: 'daily',\n.*points: \[25, 30, 35\],/);
    await tab.enter(NOOR);
    await tab.press();
    await tab.shows('granted');
    assert.ok((await tab.log()).includes('Noor Haddad gets 25 points'));

    await tab.type('points', '1');
    await tab.choose('repeats', 'once');
    assert.equal(await tab.page.$('#streak'), null);
    assert.match(await tab.snippet('config'), /repeats: 'once',\n.*points: 1,/);
    assert.match(await tab.address(), /\?points=1&repeats=once&origin=.*&zone=Asia%2FKolkata$/);
    await tab.press();
    await tab.page.waitForSelector('.entries ::-p-text(Noor Haddad gets 1 point)');
    assert.ok(!(await tab.log()).includes('Noor Haddad gets 1 points'));
    await tab.choose('element', 'rewards-signup');
    for (const field of ['meal', 'name', 'mail']) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await tab.page.click(`#field-${field}`);
    }
    await tab.page.waitForSelector('rewards-signup >>> select[name=meal]');
    assert.equal(await tab.page.$('rewards-signup >>> input[name=name]'), null);
    assert.match(await tab.snippet('config'), /fields: \{\s+meal: /);
    assert.deepEqual(tab.errors, []);
  });

  for (const [element, tag] of OTHERS) {
    itInFull(`answers the element ${element} as well`, async (t) => {
      const tab = await open(t, `?element=${element}`);
      await tab.shows('ready', tag);
      await tab.enter(NOOR);
      if (element === 'signup') {
        await tab.page.locator('rewards-signup >>> input[name=name]').fill('Noor');
        await tab.page.waitForSelector('rewards-signup >>> ::-p-text(Places left: 40)');
      }
      await tab.press(tag);
      await tab.shows('granted', tag);
      assert.deepEqual(tab.errors, []);
    });
  }

  for (const trust of ['signed', 'session']) {
    itInFull(
      `knows the member without asking where the identity is ${trust}, and asks nobody in who is signed out`,
      async (t) => {
        const tab = await open(t);
        await tab.choose('trust', trust);
        await tab.page.waitForSelector('rewards-checkin >>> form:not(:has([part~=input]))');
        assert.match(await tab.snippet('config'), new RegExp(`identity: '${trust}'`));
        assert.match(await tab.snippet('html'), new RegExp(`identity="${trust}"`));
        await tab.press();
        await tab.shows('granted');
        assert.ok((await tab.log()).includes('Noor Haddad gets 10 points'));
        await tab.choose('visitor', '');
        await tab.shows('ready');
        await tab.press();
        await tab.page.waitForSelector('.entries ::-p-text(sign-in-required)');
        assert.deepEqual(tab.errors, []);
      },
    );
  }

  itInFull('signs in with a stand-in of the platform, in a window of its own', async (t) => {
    const tab = await open(t, '?element=role&trust=platform');
    await tab.shows('ready', 'rewards-role');
    const popup = new Promise<Page | null>((resolve) => tab.page.once('popup', resolve));
    await tab.press('rewards-role', 'sign-in');
    await pressLast((await (await popup)?.waitForSelector('button::-p-text(Noor Haddad)')) ?? null);
    await tab.page.waitForSelector('rewards-role >>> ::-p-text(Noor Haddad)');
    await tab.press('rewards-role');
    await tab.shows('granted', 'rewards-role');
    assert.ok((await tab.log()).includes('Noor Haddad gets the role Meetup Crew'));
    assert.deepEqual(tab.errors, []);
  });

  itInFull('does not load the widget anew for what is a matter of looks', async (t) => {
    const tab = await open(t, `?member-id=${NOOR}`);
    await tab.shows('ready');
    await tab.press();
    await tab.shows('granted');
    await tab.widget((widget) => Object.assign(widget, { mark: 'same' }) && null);
    const logged = await tab.log();
    await tab.choose('theme', 'ember');
    await tab.choose('scheme', 'dark');
    await tab.choose('dir', 'rtl');
    await tab.choose('lang', 'ar');
    await tab.choose('frame', 'desktop');
    await tab.set('--rewards-accent', '#b42318');
    await tab.set('--rewards-radius', '0.5');
    await tab.page.waitForSelector('rewards-checkin >>> [lang=ar]');
    await tab.shows('granted');
    assert.equal(await tab.widget((widget) => (widget as HTMLElement & { mark?: string }).mark), 'same');
    assert.deepEqual(await tab.log(), logged);
  });
});

describeInFull('the playground of npm start', () => {
  let demo: Demo;
  let browser: Browser;

  before(async () => {
    demo = await openDemoAnywhere();
    browser = await sharedBrowser();
  });

  after(() => demo?.close());

  it('is its own proxy and community as well, beside the real servers', async (t) => {
    const tab = await PlaygroundTab.open(t, browser, `${demo.site}/playground/?state=full`);
    await tab.shows('full');
    await tab.choose('state', 'live');
    await tab.shows('ready');
    await tab.enter(NOOR);
    await tab.press();
    await tab.shows('granted');
    const { servers } = (await (await fetch(`${demo.emulator}/emulator/state`)).json()) as { servers: ServerView[] };
    assert.equal(servers[0]?.members.find(({ id }) => id === NOOR)?.points, 215);
    assert.deepEqual(tab.errors, []);
  });
});
