import { assert, fixtureCleanup, oneEvent } from '@open-wc/testing';
import {
  type Failure,
  RewardsClaimEvent,
  RewardsGrantedEvent,
  RewardsProblemEvent,
} from '../../../src/elements/index.ts';
import { claim, FakeProxy, Held, json, lost, MEMBER, problem, view } from '../fake-proxy.ts';
import { checkin, enter, inState, part, press, reaches, said } from './checkin.ts';
import { waitUntil } from '../wait-until.ts';

const keyOf = (proxy: FakeProxy, at: number) => proxy.claims[at]?.headers.get('idempotency-key');

describe('<rewards-checkin> claiming', () => {
  let proxy: FakeProxy;

  beforeEach(() => {
    proxy = new FakeProxy();
  });

  afterEach(async () => {
    fixtureCleanup();
    await Promise.resolve();
    proxy.restore();
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
    assert.match(keyOf(proxy, 0) ?? '', /^[\da-f]{32}$/);
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

  it('events bubble out of the shadow root of a component that uses the widget, and are typed', async () => {
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

  it('a retry after a failed load loads, and does not claim', async () => {
    proxy.onAction = lost;
    const element = await checkin({ memberId: MEMBER });
    assert.isTrue(inState(element, 'failed'));
    proxy.onAction = () => json(200, view());
    part(element, 'retry').click();
    await reaches(element, 'ready');
    assert.lengthOf(proxy.claims, 0);
  });
});
