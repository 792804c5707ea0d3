import { assert, fixtureCleanup } from '@open-wc/testing';
import type { RewardsStateEvent } from '../../../src/elements/index.ts';
import { FakeProxy, Held, HOUR, inMs, json, MEMBER, problem, standing, view } from '../fake-proxy.ts';
import { checkin, hasPart, input, part, press, reaches, turnTo } from './checkin.ts';
import { waitUntil } from '../wait-until.ts';

describe('between a page and <rewards-checkin>', () => {
  let proxy: FakeProxy;
  let heard: string[];
  const hear = (event: RewardsStateEvent) => heard.push(`${event.detail.state} ${event.detail.view?.title}`);

  beforeEach(() => {
    proxy = new FakeProxy();
    heard = [];
    addEventListener('rewards-state', hear);
  });

  afterEach(async () => {
    removeEventListener('rewards-state', hear);
    document.body.style.cssText = '';
    fixtureCleanup();
    await Promise.resolve();
    proxy.restore();
  });

  it('each state and the action are told, by property and by event', async () => {
    const sent = new Held();
    proxy.onClaim = () => sent.reply;
    const element = await checkin();
    await reaches(element, 'ready');
    assert.equal(element.state, 'ready');
    assert.equal(element.view?.title, 'Daily check-in');
    press(element);
    await reaches(element, 'submitting');
    sent.give(problem('refused'));
    await reaches(element, 'refused');
    assert.deepEqual(heard, ['ready Daily check-in', 'submitting Daily check-in', 'refused Daily check-in']);
    assert.isFalse(Reflect.set(element, 'state', 'ready'));
  });

  it('a load into a claim that was made already is told, too', async () => {
    proxy.onAction = () => json(200, view({ member: standing({ canClaim: false, nextClaimAt: inMs(HOUR) }) }));
    const element = await checkin({ memberId: MEMBER });
    await reaches(element, 'claimed');
    assert.deepEqual(heard, ['claimed Daily check-in']);
  });

  it('one element can have texts and a level of headings of its own', async () => {
    const one = await checkin();
    one.texts = { checkin: 'Ahoy!', refused: 'Not today' };
    one.headingLevel = 4;
    const other = await checkin();
    await reaches(one, 'ready');
    await reaches(other, 'ready');
    assert.equal(part(one, 'button').textContent.trim(), 'Ahoy!');
    assert.equal(part(other, 'button').textContent.trim(), 'Check in');
    proxy.onClaim = () => problem('refused');
    press(one);
    await reaches(one, 'refused');
    assert.equal(part(one, 'heading').textContent, 'Not today.');
    assert.equal(part(one, 'title').ariaLevel, '4');
    assert.equal(part(one, 'heading').ariaLevel, '5');
    assert.isNull(part(other, 'title').ariaLevel);
  });

  it('the icon and the text of a result and a footer can be the page’s', async () => {
    const element = await checkin();
    element.innerHTML =
      '<i slot="icon">★</i><b slot="result">Ask at the <a href="#desk">desk</a>.</b><p slot="footer">By the harbour</p>';
    const [icon, result, footer] = element.children;
    await reaches(element, 'ready');
    assert.isTrue(footer?.checkVisibility());
    assert.isFalse(result?.checkVisibility());
    press(element);
    await reaches(element, 'granted');
    for (const given of [icon, result, footer]) assert.isTrue(given?.checkVisibility());
    assert.isFalse(part(element, 'icon').checkVisibility());
  });

  it('indent, shadow and case of the text around do not get into it', async () => {
    document.body.style.cssText = 'text-indent: 3em; text-shadow: 0 0 2px red; text-transform: uppercase';
    const element = await checkin();
    await reaches(element, 'ready');
    const { textIndent, textShadow, textTransform } = getComputedStyle(part(element, 'title'));
    assert.deepEqual([textIndent, textShadow, textTransform], ['0px', 'none', 'none']);
  });

  it('no field is so small that a phone zooms in, and its keyboard knows what it is for', async () => {
    document.body.style.cssText = 'font-size: 13px';
    const element = await checkin();
    await reaches(element, 'ready');
    assert.equal(getComputedStyle(input(element)).fontSize, '16px');
    await turnTo(element, () => input(element).focus());
    assert.equal(input(element).enterKeyHint, 'go');
    assert.isFalse(hasPart(element, 'error'));
  });

  it('an outcome is spoken once: the focus goes where it is not', async () => {
    const element = await checkin();
    await reaches(element, 'ready');
    part(element, 'button').focus();
    press(element);
    await reaches(element, 'granted');
    await waitUntil(() => element.shadowRoot?.activeElement === part(element, 'card'));
    assert.isNull(part(element, 'status').querySelector('[tabindex]'));
    assert.isFalse(part(element, 'status').contains(element.shadowRoot?.activeElement ?? null));
  });
});
