import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, it, type TestContext } from 'node:test';
import type { Browser, HTTPRequest, Page, Viewport } from 'puppeteer-core';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import { request } from '../../../src/ledger/conformance/requests.ts';
import { folderWithLedger, type Running, start } from '../../cli/command.ts';
import { allOr } from '../../support/thorough.ts';
import { Visitor } from '../support/browser.ts';
import { lost } from '../../desk/support.ts';
import { flawsOf, holdAnswer, press, reads, SHAPES } from './desk-page.ts';
import { holdRequests } from '../support/hold-requests.ts';
import { sharedBrowser } from '../support/shared-browser.ts';

const ALICE = '739204618530271847';
const MALLORY = '516830294751038469';
const CONFIG = {
  service: { baseUrl: 'http://127.0.0.1:9/' },
  origins: ['https://example.org'],
  actions: {
    daily: { title: 'Daily check-in', repeats: 'daily', points: 10, remark: 'Daily check-in' },
    meetup: { title: 'Meetup', repeats: 'once', points: 50, remark: 'Signed up', capacity: 20 },
  },
};

/** A proxy with two claims whose outcome is unknown, one after the other, and one that was granted. */
async function desk(
  t: TestContext,
  config = CONFIG,
): Promise<{ proxy: Running; cwd: string; link: string; ids: string[] }> {
  const cwd = await folderWithLedger(t, { 'rewards.config.json': JSON.stringify(config) });
  const ledger = sqliteLedger(join(cwd, 'rewards.db'));
  const ids: string[] = [];
  const now = Date.now();
  for (const [index, memberId] of ['1048273615902847361', ALICE, MALLORY].entries()) {
    const fields = index === 0 ? { name: 'Noor' } : null;
    const reservation = await ledger.reserve(request({ memberId, now: now - 10_000 + index, fields }));
    assert.ok(reservation.kind === 'reserved');
    const { id, grants } = reservation.claim;
    const [echo] = grants.map(({ order }) => order);
    const evidence = index === 0 ? { status: 200, code: 0 } : { failure: 'the reply ended early' };
    const settlement = index === 0 && echo ? { state: 'granted' as const, echo } : { state: 'unknown' as const };
    await ledger.settle(id, 0, { ...settlement, evidence }, now - 9_000);
    ids.push(id);
  }
  await ledger.close();
  const env = { REWARDS_API_KEY: 'canary-key' };
  const proxy = start(t, ['serve', '--port', '0', '--desk', '0'], { cwd, env });
  const [link] = await proxy.printed(/http:\/\/127\.0\.0\.1:\d+\/#enter=[\w-]{43}/);
  return { proxy, cwd, link, ids };
}

/** That desk in a page of that size, which asks what became of the first of the two claims. */
async function openUndecided(
  t: TestContext,
  browser: Browser,
  size: Viewport,
): Promise<{ page: Page; visitor: Visitor; ids: string[] }> {
  const { link, ids } = await desk(t);
  const visitor = await Visitor.of(t, browser);
  const page = await visitor.open(link, (opened) => opened.setViewport(size));
  await reads(page, /Yes, 2 claims/);
  await page.evaluate((id) => (location.hash = `#/waiting/${id}`), ids[1] ?? '');
  await reads(page, /If you say no and it is there after all/);
  return { page, visitor, ids };
}

describe('the desk of `rewards serve`', () => {
  let browser: Browser;

  before(async () => {
    browser = await sharedBrowser();
  });

  for (const [name, viewport, scheme] of allOr(SHAPES.slice(0, 1), SHAPES)) {
    it(`lets the five errands be done on ${name}, with nothing that axe finds`, async (t) => {
      const { proxy, cwd, link, ids } = await desk(t);
      const visitor = await Visitor.of(t, browser, { isKeeping: true });
      const page = await visitor.open(link, async (opened) => {
        await opened.setViewport(viewport);
        await opened.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      });
      const found: string[] = [];
      const look = async () => void found.push(...(await flawsOf(page)));

      // Does it work, and does anything wait?
      const overview = await reads(page, /Yes, 2 claims\.[\s\S]*Points given\s+10/);
      assert.match(overview, /no backup was ever made: see rewards backup --help/);
      assert.equal(new URL(page.url()).hash, '');
      assert.deepEqual(await page.$$eval('.wide', (all) => all.map((one) => one.scrollWidth - one.clientWidth)), [0]);
      await look();

      // Why does a claim hang, and what became of those that were lost?
      await press(page, 'Decide');
      await reads(page, /which of these 2 have theirs\?/);
      await page.locator('.each li:nth-child(1) label:nth-child(1) input').click();
      await page.locator('.each li:nth-child(2) label:nth-child(2) input').click();
      await reads(page, /Has it: 1\. Has not: 1\. Left as it is: 0\.[\s\S]*can be paid twice/);
      await page.locator('input[name=by]').fill('Wren');
      await page.locator('input[name=why]').fill('looked in the log');
      await look();
      await press(page, 'Record 2 decisions');
      await reads(page, /Nothing waits for you/);
      await look();

      // What became of the claim whose reference a visitor quotes?
      await page.locator('input[name=q]').fill(ids[1]?.slice(0, 13).toUpperCase() ?? '');
      await page.keyboard.press('Enter');
      const way = await reads(page, /decided by Wren: looked in the log/);
      assert.match(way, /739\s*204\s*618\s*530\s*271\s*847/);
      assert.match(way, /handed to the community|the slot was taken/);
      assert.match(way, /unknown: no clear answer came back/);
      await look();

      // What was given, as a file?
      await page.locator('nav a[href="./#/claims"]').click();
      // The claim that was looked up is called so, too.
      const list = await reads(page, /Export as CSV[\s\S]*Daily check-in, \+10 points/);
      assert.match(list, /not given[\s\S]*not given/, 'one choice of the filter, and the claim');
      await look();
      const csv = await page.evaluate(async () => {
        const href = document.querySelector<HTMLAnchorElement>('a[download]')?.href ?? '';
        return (await fetch(href)).text();
      });
      assert.equal(csv.trim().split('\r\n').length, 4);

      // Does all work, and who was here?
      await page.locator('nav a[href="./#/health"]').click();
      await reads(page, /none waits for a decision/);
      await look();
      await page.locator('nav a[href="./#/audit"]').click();
      const audit = await reads(page, /exported claims/);
      assert.match(
        audit,
        /decided: has it \(looked in the log\)[\s\S]*decided: has not|decided: has not[\s\S]*decided: has it/,
      );
      await look();

      assert.deepEqual(found, []);
      assert.deepEqual(visitor.errors, []);
      assert.deepEqual(visitor.missing, []);
      assert.equal(await proxy.stop(), 0);
      visitor.received.push(proxy.stdout);
      assert.doesNotMatch(visitor.received.join('\n'), /canary/);
      const ledger = sqliteLedger(join(cwd, 'rewards.db'));
      const states = [];
      for (const id of ids) states.push((await ledger.find(id))?.state);
      await ledger.close();
      assert.deepEqual(states, ['granted', 'granted', 'released']);
    });
  }

  it('takes a decision with two presses from the overview, none without who and why, and says on a phone that it is recorded', async (t) => {
    const { page, visitor } = await openUndecided(t, browser, SHAPES[0][1]);
    await press(page, 'Yes, has it');
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'by');
    await page.locator('input[name=by]').fill('Wren');
    await page.locator('input[name=why]').fill('looked in the log');
    await page.keyboard.press('Enter');
    assert.deepEqual(await flawsOf(page), []);
    await press(page, 'Yes, has it');
    await reads(page, /1 claim waits for you/);
    await page.waitForFunction(() => location.hash === '#/waiting');
    const said = await page.waitForSelector('.said ::-p-text(1 decision recorded.)', { visible: true });
    assert.ok(((await said?.boundingBox())?.width ?? 0) > 50);
    assert.deepEqual(await flawsOf(page), []);

    // The one that is left is decided from the overview, who decides is known by now, and what was said of the first is gone.
    await press(page, 'Overview');
    // What is loaded for it moves what is there already.
    await page.waitForFunction(() => document.title.startsWith('Overview'));
    await press(page, 'Decide');
    await page.locator('input[name=why]').fill('not there');
    assert.equal(await page.$('.said ::-p-text(recorded)'), null);
    await press(page, 'No, has not');
    await reads(page, /Nothing waits for you/);
    assert.deepEqual(visitor.errors, []);
  });

  it('keeps a decision on the page that could not be recorded, with its reason, and says why on a phone, too', async (t) => {
    const { page, ids } = await openUndecided(t, browser, { ...SHAPES[0][1], height: 480 });
    await page.locator('input[name=by]').fill('Wren');
    await page.locator('input[name=why]').fill('looked in the log');
    await page.setOfflineMode(true);
    await press(page, 'Yes, has it');
    await reads(page, /The desk does not answer/);
    assert.equal(new URL(page.url()).hash, `#/waiting/${ids[1]}`);
    assert.equal(await page.$eval('input[name=why]', ({ value }) => value), 'looked in the log');
    const { bottom, top } = await page.$eval('.error', (error) => error.getBoundingClientRect().toJSON());
    assert.ok(top >= 0 && bottom <= 480, `the error is from ${top} to ${bottom}`);
    assert.match(await page.evaluate(() => document.activeElement?.textContent ?? ''), /Yes, has it/);

    await page.setOfflineMode(false);
    await press(page, 'Try again');
    await page.waitForFunction(() => !document.querySelector('.error'));
    assert.equal(await page.$eval('input[name=why]', ({ value }) => value), 'looked in the log');
    await press(page, 'Yes, has it');
    await reads(page, /1 claim waits for you/);
  });

  it('looks again what waits where nobody answered that after a decision', async (t) => {
    const { page } = await openUndecided(t, browser, SHAPES[1][1]);
    await page.locator('input[name=by]').fill('Wren');
    await page.locator('input[name=why]').fill('looked in the log');
    let asked = 0;
    await holdRequests(page, /api\/waiting/, (held) => {
      asked += 1;
      void (asked === 1 ? held.abort() : held.continue());
    });
    await press(page, 'Yes, has it');
    await reads(page, /1 claim waits for you/);
    assert.ok(asked > 1);
  });

  it('fits in 320 px, which is 400 % on a desktop, and with letters twice as large', async (t) => {
    const { link, ids } = await desk(t);
    const visitor = await Visitor.of(t, browser);
    const page = await visitor.open(link, (opened) => opened.setViewport({ width: 320, height: 256 }));
    await reads(page, /Yes, 2 claims/);
    const found: string[] = [];
    const views: [string, RegExp][] = [
      ['waiting', /2 claims wait for you/],
      [`waiting/${ids[1]}`, /Look in your community/],
      ['claims', /Export as CSV[\s\S]*waiting/],
      [`claim/${ids[0]}`, /Its way/],
      ['give', /Who gives it/],
      ['health', /Looked at/],
      ['audit', /opened the desk/],
    ];
    for (const [view, shown] of views) {
      /* oxlint-disable no-await-in-loop -- one view after the other */
      await page.evaluate((hash) => (location.hash = hash), `#/${view}`);
      await reads(page, shown);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (over > 0) found.push(`${view} is ${over} px too wide`);
      /* oxlint-enable no-await-in-loop */
    }
    assert.deepEqual(found, []);
    await page.setViewport({ width: 390, height: 844 });
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    const cut = await page.$$eval('.nav a', (names) => names.filter((a) => a.scrollWidth > a.clientWidth).length);
    assert.equal(cut, 0);
    const reached = await page.$$eval('.nav a', (names) => {
      const last = names.at(-1);
      last?.focus();
      return last === undefined ? 0 : innerWidth - last.getBoundingClientRect().right;
    });
    assert.ok(reached >= 0, `the last view is ${-reached} px beyond the side`);
    const covered = await page.$$eval('.top .square', (buttons) =>
      buttons
        .filter((button) => {
          const { left, right, top, height } = button.getBoundingClientRect();
          return [left + 1, (left + right) / 2, right - 1].some((x) => {
            const there = document.elementFromPoint(x, top + height / 2);
            return there === null || !button.contains(there);
          });
        })
        .map((button) => button.getAttribute('aria-label')),
    );
    assert.deepEqual(covered, [], 'what stands beside the search');
  });

  it('shows whole what has a word longer than a line, and the end of an id on one', async (t) => {
    const { daily, ...others } = CONFIG.actions;
    const title = `Summer meetup ${'Donaudampfschifffahrt'.repeat(3)} by the harbour`;
    const { link, ids } = await desk(t, { ...CONFIG, actions: { ...others, daily: { ...daily, title } } });
    const visitor = await Visitor.of(t, browser);
    const page = await visitor.open(link, (opened) => opened.setViewport({ width: 320, height: 640 }));
    await reads(page, /Yes, 2 claims/);
    const found: string[] = [];
    const views: [string, RegExp][] = [
      ['overview', /By action/],
      ['waiting', /2 claims wait for you/],
      [`waiting/${ids[1]}`, /Look in your community/],
      [`waiting/${ids[1]}?together`, /which of these 2/],
      ['claims', /Export as CSV[\s\S]*waiting/],
      [`claim/${ids[0]}`, /Its way/],
    ];
    for (const [view, shown] of views) {
      /* oxlint-disable no-await-in-loop -- one view after the other */
      await page.evaluate((hash) => (location.hash = hash), `#/${view}`);
      await reads(page, shown);
      const flaws = await page.$$eval('main, main *', (all) =>
        [
          ...all.filter((one) => {
            const { overflowX } = getComputedStyle(one);
            const isCut = overflowX === 'clip' || overflowX === 'hidden' || one.matches('main, .each');
            return isCut && one.clientWidth > 1 && one.scrollWidth > one.clientWidth;
          }),
          ...all.filter((one) => one.matches('.short') && one.getClientRects().length > 1),
        ].map(({ tagName, className }) => `${tagName}.${className}`),
      );
      found.push(...flaws.map((flaw) => `${view}: ${flaw}`));
      /* oxlint-enable no-await-in-loop */
    }
    assert.deepEqual(found, []);
    await page.setViewport({ width: 360, height: 740 });
    await page.evaluate(() => (location.hash = '#/claims'));
    await reads(page, /Export as CSV/);
    const beyond = await page.$$eval('.filter label', (fields) =>
      fields.map((field) => {
        const { right = 0 } = field.lastElementChild?.getBoundingClientRect() ?? {};
        return Math.round(right - field.getBoundingClientRect().right);
      }),
    );
    assert.deepEqual(beyond, [0, 0, 0, 0]);
  });

  it('has the whole ids of an outage to look for, and says if somebody else has decided meanwhile', async (t) => {
    const { cwd, link, ids } = await desk(t);
    const visitor = await Visitor.of(t, browser);
    const page = await visitor.open(link, (opened) => opened.setViewport(SHAPES[0][1]));
    await reads(page, /Yes, 2 claims/);
    await press(page, 'Decide');
    await reads(page, /739\s*204\s*618\s*530\s*271\s*847/);
    const copied = await page.$$eval('.each button', (all) => all.map((one) => one.getAttribute('aria-label')));
    assert.deepEqual(copied, [`Copy ${ALICE}`, `Copy ${MALLORY}`]);
    const ledger = sqliteLedger(join(cwd, 'rewards.db'));
    const decision = { state: 'released' as const, who: 'Noor', why: 'not in the log' };
    await ledger.resolve(ids[1] ?? '', decision, Date.now());
    await press(page, 'All have it');
    await page.locator('input[name=by]').fill('Wren');
    await page.locator('input[name=why]').fill('looked in the log');
    await ledger.resolve(ids[2] ?? '', decision, Date.now());
    await ledger.close();
    await press(page, 'Record 2 decisions');
    const text = await reads(page, /Somebody else/);
    assert.match(text, /Nothing was recorded\. Somebody else had already decided 2 claims, which stay as they were\./);
  });

  it('says what holds now where it was left open: that nobody answers, what waits, and that the session is over', async (t) => {
    const { cwd, link } = await desk(t);
    const visitor = await Visitor.of(t, browser);
    const page = await visitor.open(link, (opened) => opened.setViewport(SHAPES[0][1]));
    await reads(page, /Yes, 2 claims/);
    /** As when somebody comes back to the page. */
    const comesTo = (pattern: string) =>
      page.waitForFunction(
        (wanted) => {
          document.dispatchEvent(new Event('visibilitychange'));
          return new RegExp(wanted).test(document.body.innerText);
        },
        { polling: 50 },
        pattern,
      );
    await page.setOfflineMode(true);
    await comesTo('The desk does not answer');
    const ledger = sqliteLedger(join(cwd, 'rewards.db'));
    await lost(ledger, '903618274509136283', Date.now());
    await ledger.close();
    await page.setOfflineMode(false);
    await comesTo('Yes, 3 claims');
    assert.equal(await page.$('.error'), null);
    await page.evaluate(() => fetch('./api/session', { method: 'DELETE' }));
    await comesTo('You are not signed in');
  });

  it('says of gifts what they gave, and no places or points of an action that they are none of', async (t) => {
    const { cwd, link } = await desk(t);
    const ledger = sqliteLedger(join(cwd, 'rewards.db'));
    const reservation = await ledger.reserve(request({ action: 'gift:by-hand', memberId: ALICE, now: Date.now() }));
    assert.equal(reservation.kind, 'reserved');
    await ledger.close();
    const visitor = await Visitor.of(t, browser);
    const page = await visitor.open(link, (opened) => opened.setViewport(SHAPES[1][1]));
    await reads(page, /Given by hand/);
    const rows = await page.$$eval('.list tbody tr', (all) =>
      all.map((row) => [
        row.querySelector('th')?.innerText.trim(),
        ...Array.from(row.querySelectorAll<HTMLElement>('.cap'), (cell) => cell.innerText),
      ]),
    );
    const [, ...gifts] = rows.find(([title]) => title === 'Given by hand') ?? [];
    assert.deepEqual(gifts, ['', '']);
    assert.ok(rows.some((row) => row.some((cell) => /of 20/.test(cell ?? ''))));
  });

  it('leaves readers who scroll on where they are, when the rest of a view comes', async (t) => {
    const { link } = await desk(t);
    const visitor = await Visitor.of(t, browser);
    const page = await visitor.open(link, (opened) => opened.setViewport(SHAPES[0][1]));
    await reads(page, /Yes, 2 claims/);
    await press(page, 'Claims');
    await page.waitForFunction(() => document.title.startsWith('Claims'));
    const asked = Promise.withResolvers<HTTPRequest>();
    await holdRequests(page, /\/api\/health$/, asked.resolve);
    await press(page, 'Overview');
    const held = await asked.promise;
    const scrolled = await page.evaluate(() => {
      scrollTo(0, 60);
      return scrollY;
    });
    assert.equal(scrolled, 60);
    await held.continue();
    await page.waitForFunction(() => document.title.startsWith('Overview'));
    assert.equal(await page.evaluate(() => scrollY), 60);
  });

  it('keeps the names of its views and of what can be chosen in their place, from the first on, whichever is shown', async (t) => {
    const { link } = await desk(t);
    const visitor = await Visitor.of(t, browser);
    const asked = Promise.withResolvers<HTTPRequest>();
    const page = await visitor.open(link, async (opened) => {
      await opened.setViewport(SHAPES[1][1]);
      await holdRequests(opened, /\/api\/waiting$/, asked.resolve);
    });
    const placesOf = (selector: string) =>
      page.$$eval(selector, (names) => names.map((name) => name.getBoundingClientRect().toJSON()));
    const held = await asked.promise;
    await page.waitForSelector('.opening');
    assert.equal(await page.$eval('h1', (heading) => heading.textContent), 'Overview');
    const names = await placesOf('.nav a');
    assert.equal(names.length, 6);
    await held.continue();
    await reads(page, /Yes, 2 claims/);
    assert.deepEqual(await placesOf('.nav a'), names);
    const spans = await placesOf('.choice label');
    await press(page, '30 days');
    await page.waitForSelector('.choice label:nth-child(3) :checked');
    assert.deepEqual(await placesOf('.choice label'), spans);
    await page.locator('.nav a[href$=audit]').click();
    await page.waitForFunction(() => document.title.startsWith('Audit'));
    assert.deepEqual(await placesOf('.nav a'), names);
    assert.deepEqual(visitor.errors, []);
  });

  it('takes nobody back to what was looked for who has just gone elsewhere', async (t) => {
    const { link } = await desk(t);
    const visitor = await Visitor.of(t, browser);
    const page = await visitor.open(link, (opened) => opened.setViewport(SHAPES[1][1]));
    await reads(page, /Yes, 2 claims/);
    await holdAnswer(page, '/api/search');
    await page.locator('[name=q]').fill(ALICE);
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => 'answer' in window);
    await page.evaluate(() => {
      location.hash = '#/claims';
      (window as never as { answer: () => void }).answer();
    });
    await page.waitForSelector('a[download]');
    assert.equal(new URL(page.url()).hash, '#/claims');
    assert.deepEqual(visitor.errors, []);
  });

  it('says to a person with an old link what to do, and lets in by the next one', async (t) => {
    const { proxy, link } = await desk(t);
    const owner = await Visitor.of(t, browser);
    await reads(await owner.open(link), /Does it work\?/);

    const late = await Visitor.of(t, browser);
    const page = await late.open(link);
    const text = await reads(page, /This link was already used/);
    assert.doesNotMatch(text, new RegExp(`Daily|${ALICE}`));
    assert.equal(new URL(page.url()).hash, '');
    assert.match(text, /Print a new link/);
    // One was printed when the proxy began, which may be a moment ago.
    const printed = () => {
      document.querySelector<HTMLButtonElement>('button.main')?.click();
      return /A new link is in the terminal/.test(document.body.innerText);
    };
    await page.waitForFunction(printed, { polling: 500 });
    const [, newer = ''] = await proxy.printed(/#enter=[\w-]{43}[\s\S]*(http:\/\/127\.0\.0\.1:\d+\/#enter=[\w-]{43})/);
    assert.notEqual(newer, link);
    await page.goto('about:blank');
    await page.goto(newer);
    await reads(page, /Does it work\?/);
    assert.equal(await proxy.stop(), 0);
  });

  it('is shown in no frame, and by no other name', async (t) => {
    const { proxy, link } = await desk(t);
    const owner = await Visitor.of(t, browser);
    const page = await owner.open(link);
    await reads(page, /Does it work\?/);
    const { origin, port } = new URL(link);
    await page.goto('about:blank');
    await page.setContent(`<iframe src="${origin}/"></iframe>`);
    assert.deepEqual(
      page.frames().map((frame) => new URL(frame.url()).protocol),
      ['about:', 'chrome-error:'],
    );
    const other = await owner.open(`http://desk.localhost:${port}/`);
    await reads(other, /You are not signed in/);
    assert.equal(await proxy.stop(), 0);
  });
});
