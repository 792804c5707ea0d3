import { assert, fixtureCleanup, nextFrame } from '@open-wc/testing';
import { ALTCHA, challenge } from '../challenge.ts';
import { claim, FakeProxy, Held, json, lost, MEMBER, problem, standing, view } from '../fake-proxy.ts';
import { solvedIn } from '../solved-in.ts';
import { Stubs } from '../stubs.ts';
import { waitUntil } from '../wait-until.ts';
import { leave, turnTo } from '../widget.ts';
import { checkin, inState, part, press, reaches, said } from './checkin.ts';

const nonces = async (proxy: FakeProxy) => {
  const solved = await Promise.all(proxy.claims.map(({ body }) => solvedIn(body)));
  return solved.map(({ parameters }) => parameters.nonce);
};
const keys = (proxy: FakeProxy) => proxy.claims.map(({ headers }) => headers.get('idempotency-key'));

/** Moves to the button, as with the keyboard. */
const touch = (element: Element) => part(element, 'button').focus();

describe('a proof of work in <rewards-checkin>', () => {
  let proxy: FakeProxy;
  let stubs: Stubs;

  beforeEach(() => {
    proxy = new FakeProxy();
    proxy.onAction = () => json(200, view({ challenge: ALTCHA, member: standing() }));
    proxy.onChallenge = () => challenge();
    stubs = new Stubs();
  });

  afterEach(async () => {
    fixtureCleanup();
    await Promise.resolve();
    proxy.restore();
    stubs.restore();
  });

  it('is done, and goes with the claim', async () => {
    const element = await checkin({ memberId: MEMBER });
    press(element);
    await reaches(element, 'granted');
    assert.lengthOf(proxy.challenges, 1);
    assert.equal(proxy.challenges[0]?.url, `/rewards/actions/daily/challenge?memberId=${MEMBER}`);
    await solvedIn(proxy.claims[0]?.body);
  });

  it('is begun when the visitor turns to the widget, and serves the claim that follows', async () => {
    const element = await checkin({ memberId: MEMBER });
    touch(element);
    await waitUntil(() => proxy.challenges.length === 1);
    assert.isTrue(inState(element, 'ready'));
    part(element, 'button').blur();
    touch(element);
    part(element, 'button').click();
    await reaches(element, 'granted');
    assert.lengthOf(proxy.challenges, 1);
    await solvedIn(proxy.claims[0]?.body);
  });

  it('is not begun for a mouse that passes, but for a finger', async () => {
    const element = await checkin({ memberId: MEMBER });
    const { claims } = element as unknown as { claims: { prepare: (event: Event) => Promise<unknown> } };
    await claims.prepare(new PointerEvent('pointerenter', { pointerType: 'mouse' }));
    // By then it would have been fetched.
    await import('../../../src/elements/client/challenge/altcha.ts');
    await nextFrame();
    assert.lengthOf(proxy.challenges, 0);
    part(element, 'card').dispatchEvent(new PointerEvent('pointerenter', { pointerType: 'touch' }));
    await waitUntil(() => proxy.challenges.length === 1);
  });

  it('is begun for a member who is entered, once the field is left', async () => {
    proxy.onAction = () => json(200, view({ challenge: ALTCHA }));
    const element = await checkin();
    await turnTo(element, () => touch(element));
    leave(element, MEMBER);
    await waitUntil(() => proxy.challenges.length === 1);
    assert.include(proxy.challenges[0]?.url ?? '', MEMBER);
    press(element, MEMBER);
    await reaches(element, 'granted');
    assert.lengthOf(proxy.challenges, 1);
    leave(element, '');
  });

  it('is for the member who claims, no matter for whom it was begun', async () => {
    proxy.onAction = () => json(200, view({ challenge: ALTCHA }));
    const element = await checkin();
    await turnTo(element, () => touch(element));
    leave(element, 'one');
    await waitUntil(() => proxy.challenges.length === 1);
    press(element, 'two');
    await reaches(element, 'granted');
    assert.deepEqual(
      proxy.challenges.map(({ url }) => url.split('=')[1]),
      ['one', 'two'],
    );
    const { parameters } = await solvedIn(proxy.claims[0]?.body);
    assert.isString(parameters.nonce);
  });

  it('is what the visitor is told they wait for', async () => {
    const held = new Held();
    proxy.onChallenge = () => held.reply;
    const waiting = new Held();
    proxy.onClaim = () => waiting.reply;
    const element = await checkin({ memberId: MEMBER });
    press(element);
    await reaches(element, 'submitting');
    await waitUntil(() => said(element) === 'Checking that you are not a robot…');
    assert.equal(part(element, 'status').getAttribute('role'), 'status');
    held.give(await challenge());
    await waitUntil(() => proxy.claims.length === 1);
    await waitUntil(() => said(element) === 'One moment…');
    waiting.give(json(201, claim()));
    await reaches(element, 'granted');
  });

  it('is the same, under the same key, in a retry after a lost reply', async () => {
    proxy.onClaim = lost;
    const element = await checkin({ memberId: MEMBER });
    press(element);
    await reaches(element, 'failed');
    proxy.onClaim = () => json(201, claim());
    part(element, 'retry').click();
    await reaches(element, 'granted');
    assert.lengthOf(proxy.challenges, 1);
    assert.equal(keys(proxy)[1], keys(proxy)[0]);
    assert.deepEqual(proxy.claims[1]?.body, proxy.claims[0]?.body);
  });

  it('is another, under another key, after an answer that used it up', async () => {
    proxy.onClaim = () => problem('unreachable');
    const element = await checkin({ memberId: MEMBER });
    press(element);
    await reaches(element, 'failed');
    proxy.onClaim = () => json(201, claim());
    part(element, 'retry').click();
    await reaches(element, 'granted');
    const [first, second] = await nonces(proxy);
    assert.notEqual(first, second);
    assert.notEqual(keys(proxy)[1], keys(proxy)[0]);
  });

  it('is done anew by itself where the proxy does not take it', async () => {
    let failures = 0;
    proxy.onClaim = () => (proxy.claims.length === 1 ? problem('challenge-failed') : json(201, claim()));
    const element = await checkin({ memberId: MEMBER });
    element.addEventListener('rewards-problem', () => (failures += 1));
    press(element);
    await reaches(element, 'granted');
    assert.equal(failures, 0);
    const [first, second] = await nonces(proxy);
    assert.notEqual(first, second);
    assert.notEqual(keys(proxy)[1], keys(proxy)[0]);
  });

  it('is explained where the proxy does not take the second either, and may be tried again', async () => {
    proxy.onClaim = () => problem('challenge-failed');
    const element = await checkin({ memberId: MEMBER });
    press(element);
    await reaches(element, 'failed');
    assert.lengthOf(proxy.claims, 2);
    assert.include(said(element), 'That check failed. Please try again.');
    proxy.onClaim = () => json(201, claim());
    part(element, 'retry').click();
    await reaches(element, 'granted');
    assert.lengthOf(new Set(await nonces(proxy)), 3);
  });

  it('is not kept until it has expired', async () => {
    const element = await checkin({ memberId: MEMBER });
    touch(element);
    await waitUntil(() => proxy.challenges.length === 1);
    const later = performance.now() + 240_000;
    stubs.set(performance, 'now', () => later);
    part(element, 'button').click();
    await reaches(element, 'granted');
    assert.lengthOf(proxy.challenges, 2);
  });

  it('is fetched with the token of a signed-in member', async () => {
    proxy.onAction = () => json(200, view({ challenge: ALTCHA, identity: 'signed' }));
    const element = await checkin({ memberId: '' });
    element.setAttribute('member-token', 'a.b.c');
    press(element);
    await reaches(element, 'granted');
    assert.equal(proxy.challenges[0]?.url, '/rewards/actions/daily/challenge');
    assert.equal(proxy.challenges[0]?.headers.get('authorization'), 'Bearer a.b.c');
    assert.hasAllKeys(proxy.claims[0]?.body, ['proof']);
  });

  it('is asked for, and no longer asked for, as the proxy says by now', async () => {
    proxy.onAction = () => json(200, view());
    const element = await checkin({ memberId: MEMBER });
    proxy.onAction = () => json(200, view({ challenge: ALTCHA }));
    proxy.onClaim = ({ body }) => (Object(body).proof ? json(201, claim()) : problem('challenge-failed'));
    press(element);
    await reaches(element, 'granted');
    element.reset();
    await reaches(element, 'ready');
    proxy.onChallenge = () => problem('not-found');
    proxy.onAction = () => json(200, view());
    proxy.onClaim = () => json(201, claim());
    press(element);
    await reaches(element, 'granted');
    assert.deepEqual(proxy.claims.at(-1)?.body, { memberId: MEMBER });
  });

  it('that failed ahead of time is done when the visitor presses', async () => {
    const refusal = problem('sign-in-required');
    let heard = false;
    stubs.set(refusal, 'json', async () => {
      const body: unknown = await Response.prototype.json.call(refusal);
      heard = true;
      return body;
    });
    proxy.onChallenge = () => refusal;
    const element = await checkin({ memberId: MEMBER });
    touch(element);
    await waitUntil(() => heard);
    proxy.onChallenge = () => challenge();
    press(element);
    await reaches(element, 'granted');
    assert.lengthOf(proxy.challenges, 2);
  });

  it('is not begun for a member who has to sign in first', async () => {
    proxy.onAction = () => json(200, view({ challenge: ALTCHA, identity: 'platform' }));
    const element = await checkin({ memberId: '' });
    touch(element);
    await import('../../../src/elements/client/challenge/altcha.ts');
    await nextFrame();
    assert.lengthOf(proxy.challenges, 0);
    press(element);
    await reaches(element, 'granted');
    assert.lengthOf(proxy.challenges, 1);
  });

  it('that is not to be had is a failure like that of the claim itself', async () => {
    const element = await checkin({ memberId: MEMBER });
    proxy.onChallenge = lost;
    press(element);
    await reaches(element, 'failed');
    assert.include(said(element), 'Please try again: it never counts twice.');
    proxy.onChallenge = () => problem('rate-limited', { retryAfter: 30 });
    part(element, 'retry').click();
    await reaches(element, 'throttled');
    assert.lengthOf(proxy.claims, 0);
  });

  it('that makes no sense is not done', async () => {
    const { parameters, signature } = await (await challenge()).json();
    for (const odd of [{}, { parameters, signature: 7 }, { parameters: { ...parameters, cost: 0 }, signature }]) {
      proxy.onChallenge = () => json(200, odd);
      const element = await checkin({ memberId: MEMBER });
      press(element);
      await reaches(element, 'failed');
    }
    assert.lengthOf(proxy.claims, 0);
  });

  it('of a kind that this version does not know has failed', async () => {
    proxy.onAction = () => json(200, view({ challenge: { type: 'riddle' } }));
    const element = await checkin({ memberId: MEMBER });
    press(element);
    await reaches(element, 'failed');
    assert.include(said(element), 'That check failed.');
    assert.lengthOf(proxy.claims, 0);
  });

  it('cannot be done on a page that is not served over https, which is reported', async () => {
    const errors: unknown[] = [];
    stubs.set(globalThis, 'reportError', (error: unknown) => void errors.push(error));
    stubs.set(globalThis, 'isSecureContext', false);
    const element = await checkin({ memberId: MEMBER });
    press(element);
    await reaches(element, 'failed');
    assert.include(said(element), 'That check failed.');
    assert.match(String(errors[0]), /https/);
    assert.lengthOf(proxy.claims, 0);
  });
});
