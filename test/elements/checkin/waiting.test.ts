import { assert, fixtureCleanup, oneEvent } from '@open-wc/testing';
import { RewardsPendingEvent } from '../../../src/elements/index.ts';
import { claim, FakeProxy, Held, HOUR, inMs, json, lost, MEMBER, problem, standing, view } from '../fake-proxy.ts';
import { Stubs } from '../stubs.ts';
import { FONTS, resetFonts, useFonts } from '../fonts.ts';
import { checkin, enter, hasPart, inState, input, part, press, reaches, said } from './checkin.ts';
import { waitUntil } from '../wait-until.ts';

describe('<rewards-checkin> waiting', () => {
  let proxy: FakeProxy;
  let stubs: Stubs;

  beforeEach(() => {
    proxy = new FakeProxy();
    stubs = new Stubs();
  });

  afterEach(async () => {
    resetFonts();
    fixtureCleanup();
    await Promise.resolve();
    proxy.restore();
    stubs.restore();
  });

  it('a throttled visitor can try again when the time is up, not before', async () => {
    proxy.onClaim = () => problem('throttled', { retryAfter: 20 });
    const element = await checkin({ memberId: MEMBER });
    stubs.stopClock();
    press(element);
    await reaches(element, 'throttled');
    part(element, 'retry').click();
    assert.equal(part(element, 'retry').getAttribute('aria-disabled'), 'true');
    assert.isTrue(inState(element, 'throttled'));
    stubs.stopClock(20_000);
    await waitUntil(() => part(element, 'retry').getAttribute('aria-disabled') === 'false');
    proxy.onClaim = () => json(201, claim());
    part(element, 'retry').click();
    await reaches(element, 'granted');
    assert.lengthOf(proxy.claims, 2);
  });

  it('a visitor who was too fast sees the time run, and is where they were when it is up', async () => {
    proxy.onClaim = () => problem('rate-limited', { retryAfter: 20 });
    const element = await checkin();
    stubs.stopClock();
    press(element);
    await reaches(element, 'throttled');
    assert.equal(part(element, 'countdown').textContent, '0:20 left');
    assert.equal(part(element, 'retry').getAttribute('aria-disabled'), 'true');
    stubs.stopClock(20_000);
    await reaches(element, 'ready');
    assert.isFalse(hasPart(element, 'countdown'));
    assert.lengthOf(proxy.loads, 1);
    assert.lengthOf(proxy.claims, 1);
    assert.equal(input(element).value, MEMBER);
    proxy.onClaim = () => json(201, claim());
    part(element, 'button').click();
    await reaches(element, 'granted');
  });

  it('asks again by itself for what is not proved yet, and tells how far it is', async () => {
    proxy.onClaim = () =>
      problem('not-yet', { retryAfter: 20, reason: 'Two more blocks.', progress: { done: 1, of: 3 } });
    const element = await checkin({ memberId: MEMBER });
    stubs.stopClock();
    press(element);
    await reaches(element, 'throttled');
    assert.match(said(element), /^Not confirmed yet\. Two more blocks\./);
    assert.equal(part(element, 'countdown').textContent, '1 / 3 · 0:20 left');
    proxy.onClaim = () => json(201, claim());
    stubs.stopClock(20_000);
    await reaches(element, 'granted');
    assert.lengthOf(proxy.claims, 2);
    assert.lengthOf(new Set(proxy.claims.map(({ headers }) => headers.get('idempotency-key'))), 2);
    assert.lengthOf(proxy.loads, 1);
  });

  it('asks again by itself where nobody could find out whether it is proved', async () => {
    const unknown = { retryAfter: 20, errors: [{ field: 'proof', message: 'cannot be found out' }] };
    proxy.onClaim = () => problem('throttled', unknown);
    const element = await checkin({ memberId: MEMBER, lang: 'de' });
    stubs.stopClock();
    press(element);
    await reaches(element, 'throttled');
    await waitUntil(() => said(element) === 'Noch nicht bestätigt. Es wurde nichts gesendet.');
    proxy.onClaim = () => json(201, claim());
    stubs.stopClock(20_000);
    await reaches(element, 'granted');
    assert.lengthOf(proxy.claims, 2);
  });

  it('does not ask again for an id that the visitor is about to mend', async () => {
    proxy.onClaim = () => problem('not-yet', { retryAfter: 20 });
    const element = await checkin();
    stubs.stopClock();
    press(element);
    await reaches(element, 'throttled');
    enter(element, '98765');
    await reaches(element, 'ready');
    assert.isFalse(hasPart(element, 'countdown'));
    proxy.onClaim = () => json(201, claim({ memberId: '98765' }));
    part(element, 'button').click();
    await reaches(element, 'granted');
    assert.deepEqual(
      proxy.claims.map(({ body }) => body),
      [{ memberId: MEMBER }, { memberId: '98765' }],
    );
  });

  it('asks again for an id that the visitor has only left, and has who was too fast wait while they type', async () => {
    proxy.onClaim = () => problem('not-yet', { retryAfter: 20 });
    const element = await checkin();
    stubs.stopClock();
    press(element);
    await reaches(element, 'throttled');
    input(element).dispatchEvent(new Event('change', { bubbles: true }));
    proxy.onClaim = () => problem('rate-limited', { retryAfter: 20 });
    stubs.stopClock(20_000);
    await waitUntil(() => proxy.claims.length === 2);
    await waitUntil(() => !said(element).includes('Not confirmed'));
    await reaches(element, 'throttled');
    enter(element, '98765');
    await element.updateComplete;
    assert.isTrue(inState(element, 'throttled'));
  });

  it('has nothing to say but the time where what is not proved yet is told in English alone', async () => {
    proxy.onClaim = () => problem('not-yet', { retryAfter: 20, detail: 'Please stay on this page.' });
    const element = await checkin({ memberId: MEMBER, lang: 'de' });
    stubs.stopClock();
    press(element);
    await reaches(element, 'throttled');
    await waitUntil(() => said(element) === 'Noch nicht bestätigt');
    assert.equal(part(element, 'countdown').textContent, 'Noch 0:20');
  });

  it('leaves its one line above the time to the heading where the reason is longer, which is heard and in the details', async () => {
    const reason = 'The harbour counts its lanterns once an hour, and yours is not among them.';
    proxy.onClaim = () => problem('not-yet', { retryAfter: 20, reason });
    const element = await checkin({ memberId: MEMBER });
    element.style.cssText = 'display: block; inline-size: 320px';
    press(element);
    await reaches(element, 'throttled');
    await waitUntil(() => hasPart(element, 'more'));
    const sentence = part(element, 'text').querySelector('slot[name=result] span') ?? element;
    assert.notEqual(getComputedStyle(sentence).clipPath, 'none');
    assert.equal(said(element), `Not confirmed yet. ${reason}`);
    assert.include(part(element, 'details').textContent, reason);
  });

  for (const fonts of FONTS) {
    // Chromium 150 draws none of the lines where the first is higher than the room that they have.
    it(`says so in a line that is no higher than it should be, in ${fonts}`, async () => {
      await useFonts(fonts);
      proxy.onClaim = () => problem('not-yet', { retryAfter: 20, reason: 'Wait.' });
      const element = await checkin({ memberId: MEMBER });
      press(element);
      await reaches(element, 'throttled');
      const text = part(element, 'text');
      const line = Number.parseFloat(getComputedStyle(text).lineHeight);
      const isOneLine = () => {
        const { height } = text.getBoundingClientRect();
        assert.isAtMost(height, line + 0.1);
        // WebKit has lines of whole pixels.
        assert.isAtLeast(height, Math.floor(line) - 0.1);
      };
      isOneLine();
      text.style.maxBlockSize = 'none';
      isOneLine();
    });
  }

  it('loads by itself what was asked for too often to be loaded', async () => {
    proxy.onAction = () => problem('rate-limited', { retryAfter: 20 });
    const element = await checkin({ memberId: MEMBER });
    assert.isTrue(inState(element, 'throttled'));
    proxy.onAction = () => json(200, view({ member: standing() }));
    stubs.stopClock(20_000);
    await reaches(element, 'ready');
    assert.lengthOf(proxy.loads, 2);
  });

  it('loads anew when the next claim is due', async () => {
    proxy.onAction = () => json(200, view({ member: standing({ canClaim: false, nextClaimAt: inMs(HOUR) }) }));
    const element = await checkin({ memberId: MEMBER });
    assert.isTrue(inState(element, 'claimed'));
    proxy.onAction = () => json(200, view({ member: standing() }));
    stubs.stopClock(HOUR);
    await reaches(element, 'ready');
    assert.lengthOf(proxy.loads, 2);
  });

  it('asks for nothing in a tab that nobody sees when the next claim is due, and once when the visitor is back', async () => {
    proxy.onAction = () => json(200, view({ member: standing({ canClaim: false, nextClaimAt: inMs(HOUR / 2) }) }));
    const element = await checkin({ memberId: MEMBER });
    assert.isTrue(hasPart(element, 'countdown'));
    element.auto = true;
    await element.updateComplete;
    proxy.onAction = () => json(200, view({ member: standing() }));
    stubs.set(Document.prototype, 'hidden', true);
    stubs.stopClock(HOUR / 2);
    await waitUntil(() => !hasPart(element, 'countdown'));
    assert.isTrue(inState(element, 'claimed'));
    assert.lengthOf(proxy.loads, 1);
    stubs.set(Document.prototype, 'hidden', false);
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    await reaches(element, 'granted');
    assert.lengthOf(proxy.loads, 2);
    assert.lengthOf(proxy.claims, 1);
  });

  it('does not load again and again where the clock of the visitor is ahead', async () => {
    stubs.stopClock();
    proxy.onAction = () => json(200, view({ member: standing({ canClaim: false, nextClaimAt: inMs(1500) }) }));
    const element = await checkin({ memberId: MEMBER });
    assert.isTrue(hasPart(element, 'countdown'));
    stubs.stopClock(30_000);
    await waitUntil(() => !hasPart(element, 'countdown'));
    assert.isTrue(inState(element, 'claimed'));
    assert.lengthOf(proxy.loads, 1);
  });

  describe('a pending claim', () => {
    /** Has the polls follow one another without a pause. */
    function hurry(): void {
      const later = window.setTimeout.bind(window);
      stubs.set(window, 'setTimeout', ((run: () => void) => later(run, 0)) as typeof window.setTimeout);
    }

    it('is followed to its end, which is told once', async () => {
      hurry();
      proxy.onClaim = () => json(202, claim({ status: 'pending' }));
      proxy.onPoll = () => (proxy.polls.length < 2 ? json(200, claim({ status: 'pending' })) : json(200, claim()));
      const element = await checkin();
      const told: string[] = [];
      for (const type of ['rewards-pending', 'rewards-granted', 'rewards-problem'] as const) {
        element.addEventListener(type, (event) => told.push(event.type));
      }
      press(element);
      const event = await oneEvent(element, 'rewards-pending');
      assert.instanceOf(event, RewardsPendingEvent);
      await reaches(element, 'granted');
      assert.deepEqual(told, ['rewards-pending', 'rewards-granted']);
      assert.equal(proxy.polls[0]?.url, '/rewards/claims/claim-7f3k');
      assert.lengthOf(proxy.claims, 1);
    });

    it('may turn out refused, or not done at all', async () => {
      proxy.onAction = () => json(200, view({ member: standing({ canClaim: false, pendingClaimId: 'claim-7f3k' }) }));
      proxy.onPoll = () => json(200, claim({ status: 'refused' }));
      const refused = await checkin({ memberId: MEMBER });
      await reaches(refused, 'refused');
      assert.equal(part(refused, 'reference').textContent, 'Reference: claim-7f3k');
      proxy.onPoll = () => json(200, claim({ status: 'released' }));
      const released = await checkin({ memberId: MEMBER });
      await reaches(released, 'failed');
      assert.include(said(released), 'Nothing was sent');
    });

    it('stays pending while polls fail, is asked for less and less often, and cannot be sent again', async () => {
      const delays: number[] = [];
      const enough = Promise.withResolvers<void>();
      const later = window.setTimeout.bind(window);
      proxy.onClaim = () => json(202, claim({ status: 'pending' }));
      proxy.onPoll = () => (proxy.polls.length % 2 ? lost() : problem('internal'));
      const element = await checkin();
      stubs.set(window, 'setTimeout', ((run: () => void, delay = 0) => {
        if (delays.push(delay) === 9) enough.resolve();
        return later(run, 0);
      }) as typeof window.setTimeout);
      press(element);
      await enough.promise;
      assert.deepEqual(delays, [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
      await element.claim();
      assert.isTrue(inState(element, 'pending'));
      assert.lengthOf(proxy.claims, 1);
    });

    it('is no longer polled once the widget is removed', async () => {
      proxy.onClaim = () => json(202, claim({ status: 'pending' }));
      const held = new Held();
      proxy.onPoll = () => held.reply;
      hurry();
      const element = await checkin();
      press(element);
      await waitUntil(() => proxy.polls.length === 1);
      element.remove();
      await waitUntil(() => proxy.polls[0]?.signal.aborted === true);
    });
  });
});
