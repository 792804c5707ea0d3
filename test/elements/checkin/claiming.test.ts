import { assert, fixtureCleanup, oneEvent, waitUntil } from '@open-wc/testing';
import {
  type Failure,
  RewardsClaimEvent,
  RewardsGrantedEvent,
  RewardsPendingEvent,
  RewardsProblemEvent,
} from '../../../src/elements/index.ts';
import { claim, FakeProxy, Held, HOUR, inMs, json, lost, MEMBER, problem, standing, view } from '../fake-proxy.ts';
import { checkin, enter, hasPart, inState, part, press, reaches, said } from './checkin.ts';

const keyOf = (proxy: FakeProxy, at: number) => proxy.claims[at]?.headers.get('idempotency-key');

describe('<rewards-checkin> claiming', () => {
  let proxy: FakeProxy;
  let restores: (() => void)[];

  /** Replaces a method until the test is over. */
  function stub<T extends object, K extends keyof T>(object: T, name: K, value: T[K]): void {
    const before = Object.getOwnPropertyDescriptor(object, name);
    Object.defineProperty(object, name, { configurable: true, writable: true, value });
    restores.push(() => {
      if (before) Object.defineProperty(object, name, before);
      else Reflect.deleteProperty(object, name);
    });
  }

  beforeEach(() => {
    proxy = new FakeProxy();
    restores = [];
  });

  afterEach(async () => {
    fixtureCleanup();
    await Promise.resolve();
    proxy.restore();
    for (const restore of restores) restore();
  });

  it('asks for the action without a member, and sends the member id alone as JSON', async () => {
    const element = await checkin();
    press(element, MEMBER);
    await reaches(element, 'granted');
    assert.deepEqual(
      proxy.seen.map(({ method, url }) => `${method} ${url}`),
      ['GET /rewards/actions/daily', 'POST /rewards/actions/daily/claims'],
    );
    assert.deepEqual(proxy.claims[0]?.body, { memberId: MEMBER });
    assert.equal(proxy.claims[0]?.headers.get('content-type'), 'application/json');
    assert.match(keyOf(proxy, 0) ?? '', /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  });

  it('asks for the action with the member that the site knows, and encodes what it puts in an address', async () => {
    const element = await checkin({ memberId: 'a:b' });
    assert.equal(proxy.loads[0]?.url, '/rewards/actions/daily?memberId=a%3Ab');
    element.endpoint = '/rewards/';
    element.action = 'summer meetup/?';
    await waitUntil(() => proxy.loads.length === 2);
    assert.equal(proxy.loads[1]?.url, '/rewards/actions/summer%20meetup%2F%3F?memberId=a%3Ab');
  });

  it('shows what the service echoed, not what was announced', async () => {
    const element = await checkin();
    assert.equal(part(element, 'grant').textContent, '+10 points');
    press(element);
    await reaches(element, 'granted');
    assert.equal(part(element, 'heading').textContent, '+12 points');
  });

  it('shows text of the owner as text', async () => {
    proxy.onClaim = () =>
      json(201, claim({ grants: [{ type: 'points', points: 1, remark: '<img src=x onerror=alert(1)>' }] }));
    const element = await checkin();
    press(element);
    await reaches(element, 'granted');
    assert.include(said(element), '+1 point <img src=x onerror=alert(1)>');
  });

  it('events bubble out of the shadow root of whoever uses the widget, and are typed', async () => {
    const element = await checkin();
    const asked = oneEvent(document.body, 'rewards-claim');
    const granted = oneEvent(document.body, 'rewards-granted');
    press(element);
    const claimEvent = await asked;
    assert.instanceOf(claimEvent, RewardsClaimEvent);
    assert.deepEqual(claimEvent.detail, { action: 'daily', memberId: MEMBER });
    assert.isTrue(claimEvent.composed && claimEvent.cancelable);
    const grantedEvent = await granted;
    assert.instanceOf(grantedEvent, RewardsGrantedEvent);
    assert.equal(grantedEvent.detail.id, 'claim-7f3k');
    assert.isTrue(grantedEvent.composed && !grantedEvent.cancelable);
  });

  it('a cancelled claim is not sent and can be made again', async () => {
    const element = await checkin();
    element.addEventListener('rewards-claim', (event) => event.preventDefault(), { once: true });
    enter(element, MEMBER);
    await element.claim();
    assert.isTrue(inState(element, 'ready'));
    assert.lengthOf(proxy.claims, 0);
    await element.claim();
    assert.lengthOf(proxy.claims, 1);
  });

  it('a page that resets the widget instead of letting it claim has its way', async () => {
    const element = await checkin({ memberId: MEMBER });
    element.addEventListener('rewards-claim', () => element.reset(), { once: true });
    await element.claim();
    await reaches(element, 'ready');
    assert.lengthOf(proxy.claims, 0);
  });

  it('problems are reported with their code, and with what the browser saw where no problem came', async () => {
    const element = await checkin();
    const codes: string[] = [];
    element.addEventListener('rewards-problem', (event) => {
      assert.instanceOf(event, RewardsProblemEvent);
      codes.push(event.detail.code satisfies Failure['code']);
    });
    for (const onClaim of [() => problem('internal'), lost, () => json(200, {}), () => problem('refused')]) {
      proxy.onClaim = onClaim;
      enter(element, MEMBER);
      await element.claim();
    }
    assert.deepEqual(codes, ['internal', 'no-reply', 'bad-reply', 'refused']);
  });

  it('claim() resolves when the proxy has answered', async () => {
    const element = await checkin({ memberId: MEMBER });
    await element.claim();
    assert.isTrue(inState(element, 'granted'));
    await element.claim();
    assert.lengthOf(proxy.claims, 1, 'a granted claim cannot be made again');
  });

  it('pressing twice sends one claim', async () => {
    const held = new Held();
    proxy.onClaim = () => held.reply;
    const element = await checkin();
    press(element);
    press(element);
    part(element, 'button').click();
    await reaches(element, 'submitting');
    await waitUntil(() => proxy.claims.length > 0);
    part(element, 'button').click();
    await element.claim();
    assert.equal(part(element, 'button').getAttribute('aria-disabled'), 'true');
    assert.isFalse(part(element, 'button').hasAttribute('disabled'));
    held.give(json(201, claim()));
    await reaches(element, 'granted');
    assert.lengthOf(proxy.claims, 1);
  });

  describe('an idempotency key', () => {
    const openEnded: [string, FakeProxy['onClaim']][] = [
      ['the connection broke', lost],
      ['garbage came', () => json(201, {})],
      ['the proxy failed inside', () => problem('internal')],
    ];
    for (const [what, onClaim] of openEnded) {
      it(`is kept over a retry after ${what}`, async () => {
        proxy.onClaim = onClaim;
        const element = await checkin();
        press(element);
        await reaches(element, 'failed');
        proxy.onClaim = () => json(201, claim());
        part(element, 'retry').click();
        await reaches(element, 'granted');
        assert.lengthOf(proxy.claims, 2);
        assert.equal(keyOf(proxy, 1), keyOf(proxy, 0));
        assert.deepEqual(proxy.claims[1]?.body, proxy.claims[0]?.body);
      });
    }

    it('is kept over a retry after 20 seconds without a reply', async () => {
      const waits: number[] = [];
      const timeOut = new AbortController();
      proxy.onClaim = () => new Held().reply;
      const element = await checkin();
      stub(AbortSignal, 'timeout', (milliseconds: number) => {
        waits.push(milliseconds);
        return timeOut.signal;
      });
      press(element);
      await waitUntil(() => proxy.claims.length === 1);
      timeOut.abort(new DOMException('The operation timed out.', 'TimeoutError'));
      await reaches(element, 'failed');
      assert.deepEqual(waits, [20_000]);
      stub(AbortSignal, 'timeout', () => new AbortController().signal);
      proxy.onClaim = () => json(201, claim());
      part(element, 'retry').click();
      await reaches(element, 'granted');
      assert.equal(keyOf(proxy, 1), keyOf(proxy, 0));
    });

    it('is new after the proxy said that nothing was done', async () => {
      proxy.onClaim = () => problem('unreachable');
      const element = await checkin();
      press(element);
      await reaches(element, 'failed');
      part(element, 'retry').click();
      await waitUntil(() => proxy.claims.length === 2);
      assert.notEqual(keyOf(proxy, 1), keyOf(proxy, 0));
    });

    it('is new for another member, and for a new press', async () => {
      proxy.onClaim = lost;
      const element = await checkin();
      press(element, 'one');
      await reaches(element, 'failed');
      enter(element, 'two');
      await element.claim();
      element.reset();
      await reaches(element, 'ready');
      press(element, 'two');
      await waitUntil(() => proxy.claims.length === 3);
      assert.equal(new Set([0, 1, 2].map((at) => keyOf(proxy, at))).size, 3);
    });

    it('is made on a page that is not served over https', async () => {
      stub(globalThis, 'isSecureContext', false);
      const element = await checkin();
      press(element);
      await reaches(element, 'granted');
      assert.match(keyOf(proxy, 0) ?? '', /^[\da-f]{32}$/);
    });
  });

  it('a retry after a failed load loads, and does not claim', async () => {
    proxy.onAction = lost;
    const element = await checkin({ memberId: MEMBER });
    assert.isTrue(inState(element, 'failed'));
    proxy.onAction = () => json(200, view());
    part(element, 'retry').click();
    await reaches(element, 'ready');
    assert.lengthOf(proxy.claims, 0);
  });

  it('a throttled visitor can try again when the time is up, not before', async () => {
    proxy.onClaim = () => problem('throttled', { retryAfter: 1 });
    const element = await checkin({ memberId: MEMBER });
    press(element);
    await reaches(element, 'throttled');
    part(element, 'retry').click();
    assert.equal(part(element, 'retry').getAttribute('aria-disabled'), 'true');
    assert.isTrue(inState(element, 'throttled'));
    await waitUntil(() => part(element, 'retry').getAttribute('aria-disabled') === 'false', undefined, {
      timeout: 5000,
    });
    proxy.onClaim = () => json(201, claim());
    part(element, 'retry').click();
    await reaches(element, 'granted');
    assert.lengthOf(proxy.claims, 2);
  });

  it('loads anew when the next claim is due', async () => {
    proxy.onAction = () => json(200, view({ member: standing({ canClaim: false, nextClaimAt: inMs(HOUR) }) }));
    const element = await checkin({ memberId: MEMBER });
    assert.isTrue(inState(element, 'claimed'));
    proxy.onAction = () => json(200, view({ member: standing() }));
    const now = Date.now();
    stub(Date, 'now', () => now + HOUR);
    await reaches(element, 'ready');
    assert.lengthOf(proxy.loads, 2);
  });

  it('does not load again and again where the clock of the visitor is ahead', async () => {
    const now = Date.now();
    proxy.onAction = () => json(200, view({ member: standing({ canClaim: false, nextClaimAt: inMs(1500) }) }));
    const element = await checkin({ memberId: MEMBER });
    stub(Date, 'now', () => now + 30_000);
    await waitUntil(() => !hasPart(element, 'countdown'), undefined, { timeout: 5000 });
    assert.isTrue(inState(element, 'claimed'));
    assert.lengthOf(proxy.loads, 1);
  });

  describe('a pending claim', () => {
    it('is followed to its end, which is told once', async () => {
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
      stub(window, 'setTimeout', ((run: () => void, delay = 0) => {
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
      const element = await checkin();
      press(element);
      await waitUntil(() => proxy.polls.length === 1, undefined, { timeout: 5000 });
      element.remove();
      await waitUntil(() => proxy.polls[0]?.signal.aborted === true);
    });
  });

  describe('replies that nobody waits for any more', () => {
    it('are dropped when an attribute changed meanwhile, and their requests aborted', async () => {
      proxy.ignoresAborts = true;
      const late = new Held();
      proxy.onClaim = () => late.reply;
      const element = await checkin();
      let granted = false;
      element.addEventListener('rewards-granted', () => (granted = true));
      press(element);
      await waitUntil(() => proxy.claims.length === 1);
      proxy.onAction = () => json(200, view({ action: 'weekly', title: 'Weekly check-in' }));
      element.setAttribute('action', 'weekly');
      await waitUntil(() => part(element, 'title').textContent === 'Weekly check-in');
      assert.isTrue(proxy.claims[0]?.signal.aborted);
      late.give(json(201, claim()));
      await element.claim();
      assert.isFalse(granted);
      assert.isFalse(inState(element, 'granted'));
    });

    it('are dropped for every attribute, whichever of two loads ends first', async () => {
      proxy.ignoresAborts = true;
      for (const [name, value] of [
        ['member-id', 'other'],
        ['endpoint', '/rewards-of-another'],
        ['action', 'weekly'],
      ] as const) {
        const first = new Held();
        const second = new Held();
        proxy.onAction = () => json(200, view());
        const element = await checkin();
        const before = proxy.loads.length;
        proxy.onAction = () => (proxy.loads.length === before + 1 ? first.reply : second.reply);
        element.reset();
        await waitUntil(() => proxy.loads.length === before + 1);
        element.setAttribute(name, value);
        await waitUntil(() => proxy.loads.length === before + 2);
        second.give(json(200, view({ title: 'Second' })));
        await waitUntil(() => part(element, 'title').textContent === 'Second', name);
        first.give(json(200, view({ title: 'First' })));
        await new Promise(requestAnimationFrame);
        assert.equal(part(element, 'title').textContent, 'Second', name);
        element.remove();
      }
    });

    it('are dropped after a reset', async () => {
      const late = new Held();
      proxy.onClaim = () => late.reply;
      const element = await checkin();
      press(element);
      await waitUntil(() => proxy.claims.length === 1);
      element.reset();
      await reaches(element, 'ready');
      assert.isTrue(proxy.claims[0]?.signal.aborted);
      assert.equal(part(element, 'form').querySelector('input')?.value, '');
    });
  });

  it('removal aborts, and coming back loads anew', async () => {
    proxy.onClaim = () => new Held().reply;
    const element = await checkin();
    const parent = element.parentElement;
    press(element);
    await waitUntil(() => proxy.claims.length === 1);
    element.remove();
    await waitUntil(() => proxy.claims[0]?.signal.aborted === true);
    parent?.append(element);
    await reaches(element, 'ready');
    assert.equal(proxy.loads.at(-1)?.url, `/rewards/actions/daily?memberId=${MEMBER}`);
  });

  it('a move within the page does not disturb a claim', async () => {
    const held = new Held();
    proxy.onClaim = () => held.reply;
    const element = await checkin();
    press(element);
    await waitUntil(() => proxy.claims.length === 1);
    document.body.append(element);
    held.give(json(201, claim()));
    await reaches(element, 'granted');
    assert.lengthOf(proxy.loads, 1);
    element.remove();
  });
});
