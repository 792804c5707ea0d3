import '../../src/elements/define.ts';
import { assert, fixture, fixtureCleanup, html } from '@open-wc/testing';
import type { RewardsCheckin } from '../../src/elements/index.ts';
import { FakeProxy, json, MEMBER, standing, view } from './fake-proxy.ts';
import { waitUntil } from './wait-until.ts';
import { hasPart, inState, part, reaches } from './widget.ts';

describe('the attributes of widgets', () => {
  let proxy: FakeProxy;

  beforeEach(() => {
    localStorage.clear();
    proxy = new FakeProxy();
    proxy.onAction = () => json(200, view({ member: standing() }));
  });

  afterEach(async () => {
    fixtureCleanup();
    await Promise.resolve();
    proxy.restore();
  });

  /** A widget as a framework makes one: its properties are set before it is in the page. */
  async function made(properties: Partial<Omit<RewardsCheckin, 'constructor'>>): Promise<RewardsCheckin> {
    const element = document.createElement('rewards-checkin');
    Object.assign(element, { action: 'daily', ...properties });
    (await fixture(html`<div></div>`)).append(element);
    await element.updateComplete;
    return element;
  }

  it('are properties, whose values show as attributes', async () => {
    const element = await made({ compact: true, identity: 'signed', memberId: MEMBER });
    assert.equal(element.getAttribute('compact'), '');
    assert.equal(element.getAttribute('identity'), 'signed');
    element.removeAttribute('compact');
    assert.isFalse(element.compact);
    element.setAttribute('identity', 'session');
    assert.equal(element.identity, 'session');
  });

  it('do not tell the page a token that was set as a property', async () => {
    const element = await made({ memberToken: 'a.b.c' });
    assert.isFalse(element.hasAttribute('member-token'));
    element.setAttribute('member-token', 'd.e.f');
    assert.equal(element.memberToken, 'd.e.f');
  });

  it('are as a framework sets them: a widget that shall not check in by itself does not', async () => {
    const element = await made({ auto: false, memberId: MEMBER });
    await reaches(element, 'ready');
    assert.lengthOf(proxy.claims, 0);
    assert.isFalse(element.hasAttribute('auto'));
    element.auto = true;
    await reaches(element, 'granted');
    assert.lengthOf(proxy.claims, 1);
  });

  it('that are "false" are false, no matter who wrote them', async () => {
    const box = await fixture<HTMLElement>(html`<form></form>`);
    box.innerHTML = `
      <rewards-checkin action="daily" member-id="${MEMBER}" auto="false" compact="false"></rewards-checkin>
      <rewards-member required="false" disabled="false"></rewards-member>`;
    const element = box.querySelector('rewards-checkin');
    const member = box.querySelector('rewards-member');
    if (!element || !member) throw new Error('The elements are missing.');
    await reaches(element, 'ready');
    assert.deepEqual([element.auto, element.compact, member.required, member.disabled], [false, false, false, false]);
    assert.isTrue(part(element, 'header').checkVisibility());
    assert.isTrue(member.matches(':enabled:valid'));
    assert.lengthOf(proxy.claims, 0);
    element.setAttribute('auto', '');
    element.setAttribute('auto', 'false');
    assert.isFalse(element.auto);
  });

  it('that say what to draw, or bring the token of the next claim, have nothing loaded anew', async () => {
    const element = await made({ memberId: MEMBER });
    await reaches(element, 'ready');
    element.compact = true;
    element.memberToken = 'a.b.c';
    await element.updateComplete;
    assert.lengthOf(proxy.loads, 1);
    assert.isTrue(inState(element, 'ready'));
  });

  it('that say what to load have it loaded, also along with another language', async () => {
    const element = await made({ memberId: MEMBER });
    await reaches(element, 'ready');
    element.lang = 'en-GB';
    element.action = 'weekly';
    await waitUntil(() => proxy.loads.length === 2);
    assert.match(proxy.loads[1]?.url ?? '', /weekly/);
  });

  it('can keep the field away before the proxy has answered', async () => {
    const element = await made({ identity: 'session' });
    assert.isFalse(hasPart(element, 'field'));
  });
});
