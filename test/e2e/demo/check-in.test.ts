import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Widget } from '../support/asking-tab.ts';
import { Visitor } from '../support/browser.ts';
import { openDemoPages } from '../support/demo-pages.ts';
import { sameDay } from '../support/same-day.ts';
import { itInFull, repeats } from '../../support/thorough.ts';

/** The animations of the demo's scene, which never end. */
const SCENE = ['bob', 'sweep'];

describe('the check-in of the demo', () => {
  const pages = openDemoPages();

  repeats(['e2e/demo/page', 'e2e/demo/start'], () => {
    it('gives the points that the community shows then, live and in its own records', async (t) => {
      const id = await pages.community.join();
      const visitor = await Visitor.of(t, pages.browser);
      const tab = await visitor.visit(`${pages.demo.site}/demo/`);
      await tab.showsMember(id, /\b0 points/);
      const card = await tab.checkIn(id, 'granted');
      assert.match(card, /\+10 points/);
      assert.match(card, /Daily check-in/);
      await tab.waitForText('.log', 'gets 10 points: Daily check-in');
      await tab.showsMember(id, /\b10 points/);
      assert.equal((await pages.community.member(id)).points, 10);
      assert.deepEqual(visitor.errors, []);
    });
  });

  itInFull('says that one point is one point', async (t) => {
    const id = await pages.community.join();
    const tab = await (await Visitor.of(t, pages.browser)).visit(`${pages.demo.site}/demo/`);
    await tab.showsMember(id, /\b0 points/);
    const waved = await fetch(`${pages.demo.proxy}/rewards/actions/wave/claims`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: pages.demo.site },
      body: JSON.stringify({ memberId: id }),
    });
    assert.equal(waved.status, 201);
    await tab.waitForText('.log', 'gets 1 point: Waved from the pier');
    await tab.showsMember(id, /\b1 point(?!s)/);
  });

  repeats(['elements/checkin/states', 'proxy/claims/claims'], () => {
    it('says in another tab that it was done today, and when the next time is', async (t) => {
      await sameDay();
      const id = await pages.community.join();
      const visitor = await Visitor.of(t, pages.browser);
      await (await visitor.visit(`${pages.demo.site}/demo/`)).checkIn(id, 'granted');
      const card = await (await visitor.visit(`${pages.demo.site}/demo/`)).checkIn(id, 'claimed');
      assert.match(card, /Next: to(?:day|morrow) at \d/);
      assert.match(card, /in \d+ (?:day|hour|minute)/);
      assert.equal((await pages.community.member(id)).points, 10);
    });
  });

  repeats(['elements/checkin/claiming', 'proxy/claims/claims-at-once'], () => {
    it('counts once when the button is clicked twice', async (t) => {
      const id = await pages.community.join();
      const tab = await (await Visitor.of(t, pages.browser)).visit(`${pages.demo.site}/demo/`);
      await tab.type(id);
      await tab.press('button', 2);
      await tab.shows('granted');
      assert.equal((await pages.community.callsFor(id)).length, 1);
    });
  });

  it('counts once when two tabs press at the same time', async (t) => {
    const id = await pages.community.join();
    const visitor = await Visitor.of(t, pages.browser);
    const tabs = [
      await visitor.visit(`${pages.demo.site}/demo/`),
      await visitor.visit(`${pages.demo.site}/demo/`),
    ] as const;
    // What is entered in one tab serves the other.
    await tabs[1].enter(id);
    await Promise.all(tabs.map((tab) => tab.knows(id)));
    await Promise.all(tabs.map(({ page }) => page.$eval('rewards-checkin', (widget) => widget.claim())));
    await Promise.all(tabs.map((tab) => tab.past('submitting')));
    assert.equal((await pages.community.callsFor(id)).length, 1);
    assert.equal((await pages.community.member(id)).points, 10);
  });

  repeats(['elements/checkin/member-id'], () => {
    it('knows the visitor again who asked to be remembered', async (t) => {
      await sameDay();
      const id = await pages.community.join();
      const tab = await (await Visitor.of(t, pages.browser)).visit(`${pages.demo.site}/demo/`);
      await tab.press('remember');
      await tab.checkIn(id, 'granted');
      await tab.page.waitForFunction((entered) => Object.values(localStorage).includes(entered), {}, id);
      await tab.page.reload();
      await tab.shows('claimed');
    });

    it('cleans a mention that was pasted', async (t) => {
      const id = await pages.community.join();
      const tab = await (await Visitor.of(t, pages.browser)).visit(`${pages.demo.site}/demo/`);
      await tab.checkIn(` <@!${id}> `, 'granted');
      assert.equal((await pages.community.member(id)).points, 10);
    });
  });

  repeats(['elements/accessibility/keyboard'], () => {
    it('can be used with the keyboard alone', async (t) => {
      const id = await pages.community.join();
      const { page } = await (await Visitor.of(t, pages.browser)).visit(`${pages.demo.site}/demo/`);
      const { keyboard } = page;
      await keyboard.press('Tab');
      await keyboard.press('Enter');
      await keyboard.press('Tab');
      await keyboard.type(id);
      // Past the help, the wish to be remembered, and the three as whom one can come.
      for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Enter'] as const) {
        // oxlint-disable-next-line no-await-in-loop -- one key after the other
        await keyboard.press(key);
      }
      await page.waitForFunction(() => document.querySelector('rewards-checkin')?.matches(':state(granted)'));
      await page.waitForFunction(() => {
        const inside = document.querySelector('rewards-checkin')?.shadowRoot?.activeElement;
        // The whole card: who hears of it by the live region is not told a second time.
        return inside?.matches('[part=card]') && inside.querySelector('[part=heading]')?.textContent === '+10 points';
      });
    });
  });

  itInFull(
    'leaves it to the compositor to move the scene, so that widgets have the main thread to themselves',
    async (t) => {
      const page = await (
        await Visitor.of(t, pages.browser)
      ).open(`${pages.demo.site}/demo/`, (opened) =>
        opened.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'no-preference' }]),
      );
      const animated = await page.evaluate(() =>
        document
          .getAnimations()
          .filter((animation) => animation instanceof CSSAnimation)
          .map(({ animationName, effect }) => ({
            animationName,
            properties: effect instanceof KeyframeEffect ? effect.getKeyframes().flatMap(Object.keys) : [],
          })),
      );
      const scene = animated.filter(({ animationName }) => SCENE.includes(animationName));
      assert.deepEqual(scene.map(({ animationName }) => animationName).toSorted(), SCENE);
      // Besides what keyframes say of their time, the two properties that browsers can draw without the main thread.
      const left = new Set(['offset', 'computedOffset', 'easing', 'composite', 'transform', 'opacity']);
      assert.deepEqual(
        scene.flatMap(({ properties }) => properties.filter((property) => !left.has(property))),
        [],
      );
    },
  );

  itInFull('lets a visitor borrow the id of a member', async (t) => {
    const id = await pages.community.join();
    const tab = await (await Visitor.of(t, pages.browser)).visit(`${pages.demo.site}/demo/`);
    const row = await tab.page.waitForSelector(`.members li ::-p-text(${id})`);
    await row?.evaluate((text) => text.closest('li')?.querySelector('button')?.click());
    await tab.knows(id);
    await tab.press();
    await tab.shows('granted');
    const [other] = await tab.page.$$('.members button');
    await other?.click();
    await tab.shows('ready');
  });

  it('asks for the id once for all that can be claimed, and shows what each brings in the community', async (t) => {
    const id = await pages.community.join();
    const visitor = await Visitor.of(t, pages.browser);
    const tab = await visitor.visit(`${pages.demo.site}/demo/`);
    const { page } = tab;
    const [checkin, signup, role] = ['daily', 'meetup', 'deckhand'].map((action) => new Widget(page, action));
    assert.ok(checkin && signup && role);
    assert.equal((await page.$$('[action] >>> #member')).length, 0);
    await tab.type(id);
    await checkin.press();
    await checkin.shows('granted');
    // Each widget takes the member in once it is loaded for that.
    await page.waitForSelector(`[action=meetup] >>> ::-p-text(Member: ${id})`);
    await signup.shows('ready');
    await page.type('[action=meetup] >>> [name=name]', 'Visitor');
    await page.select('[action=meetup] >>> [name=bring]', 'Soup');
    await signup.press();
    assert.match(await signup.shows('granted'), /\+25 points\s· Role: Meetup Crew/);
    await role.press();
    assert.match(await role.shows('granted'), /Role: Deckhand/);
    await tab.waitForText('.log', 'gets the role Deckhand: Signed on as a deckhand');
    await page.waitForFunction(() => {
      const log = document.querySelector('.log');
      return log && Math.abs(log.scrollHeight - log.clientHeight - log.scrollTop) < 1;
    });
    await tab.showsMember(id, /Meetup Crew\s+Deckhand\s+\d+\s+35 points/);
    assert.equal((await pages.community.member(id)).points, 35);
    assert.deepEqual(visitor.errors, []);
  });

  describe('when the service fails', () => {
    it('shows a claim whose reply was lost as pending, and never sends it again', async (t) => {
      await sameDay();
      const id = await pages.community.join();
      await pages.community.fail({ kind: 'reset', at: 'no-reply', executed: true });
      const visitor = await Visitor.of(t, pages.browser);
      const tab = await visitor.visit(`${pages.demo.site}/demo/`);
      const card = await tab.checkIn(id, 'pending');
      assert.match(card, /do not send it again/);
      const details = await tab.page.$eval('rewards-checkin >>> [part=details]', (box) => box.textContent);
      assert.match(details, /Reference: \w+/);
      assert.equal((await pages.community.member(id)).points, 10);
      await (await visitor.visit(`${pages.demo.site}/demo/`)).checkIn(id, 'pending');
      assert.equal((await pages.community.callsFor(id)).length, 1);
    });

    repeats(['elements/accessibility/keyboard'], () => {
      it('shows what the community refuses, and lets the visitor correct the id', async (t) => {
        const id = await pages.community.join();
        const tab = await (await Visitor.of(t, pages.browser)).visit(`${pages.demo.site}/demo/`);
        await tab.checkIn('123456789012345678', 'refused');
        const input = await tab.page.waitForSelector('rewards-member >>> [part~=input]');
        await input?.click({ count: 3 });
        await tab.checkIn(id, 'granted');
        assert.equal((await pages.community.member(id)).points, 10);
      });
    });

    repeats(['elements/checkin/idempotency-key'], () => {
      it('lets the visitor try again after the connection was gone', async (t) => {
        const id = await pages.community.join();
        const tab = await (await Visitor.of(t, pages.browser)).visit(`${pages.demo.site}/demo/`);
        await tab.type(id);
        // What it takes to claim is loaded when the visitor turns to the button.
        const styles = () => document.querySelector('rewards-checkin')?.shadowRoot?.adoptedStyleSheets.length ?? 0;
        const atFirst = await tab.page.evaluate(styles);
        await tab.page.hover('rewards-checkin >>> [part~=button]');
        await tab.page.waitForFunction(`(${String(styles)})() > ${atFirst}`);
        await tab.page.setOfflineMode(true);
        await tab.press();
        await tab.shows('offline');
        await tab.page.setOfflineMode(false);
        // By then the widget may have come back by itself, or still offer to try again: both do this.
        await tab.page.$eval('rewards-checkin', (element) =>
          (element as HTMLElement & { claim(): Promise<void> }).claim(),
        );
        await tab.shows('granted');
        assert.equal((await pages.community.callsFor(id)).length, 1);
      });
    });
  });

  repeats(['proxy/canary', 'e2e/cli/serve'], () => {
    it('shows the API key nowhere', async (t) => {
      const id = await pages.community.join();
      const visitor = await Visitor.of(t, pages.browser, { isKeeping: true });
      const tab = await visitor.visit(`${pages.demo.site}/demo/`);
      await tab.checkIn(id, 'granted');
      visitor.received.push(await tab.page.content());
      const [call] = await pages.community.callsFor(id);
      assert.match(call?.key ?? '', /^\*+\w{4}$/);
      assert.ok(visitor.received.length > 20);
      assert.doesNotMatch(visitor.received.join('\n'), /emu_\w|x-api-key/);
    });
  });
});
