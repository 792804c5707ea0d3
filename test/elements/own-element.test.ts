import { assert, fixture, fixtureCleanup, html, oneEvent } from '@open-wc/testing';
import { css, type CSSResultGroup } from 'lit';
import { cardStyles, ClaimElement, type Localization } from '../../src/elements/base.ts';
import { claim, FakeProxy, json, MEMBER, problem, view } from './fake-proxy.ts';
import { hasPart, inState, part, press, reaches, said } from './widget.ts';
import { waitUntil } from './wait-until.ts';

class GuildOath extends ClaimElement {
  static override readonly tag = 'guild-oath';
  static override styles: CSSResultGroup = [
    cardStyles,
    css`
      [part='oath'] {
        font-style: italic;
      }
    `,
  ];

  protected override verb(): string {
    return 'Swear the oath';
  }

  protected override renderAbout(localization: Localization): unknown {
    return html`<blockquote part="oath" lang=${localization.locale}>${this.view?.description}</blockquote>
      ${this.renderGrants(localization)}`;
  }
}

describe('an element of one’s own', () => {
  let proxy: FakeProxy;

  before(() => GuildOath.define());

  beforeEach(() => {
    proxy = new FakeProxy();
    proxy.onAction = () =>
      json(200, view({ title: 'The oath', description: 'I shall keep the lamp.', repeats: 'once' }));
  });

  afterEach(async () => {
    fixtureCleanup();
    await Promise.resolve();
    proxy.restore();
  });

  async function oath(): Promise<GuildOath> {
    const element = await fixture<GuildOath>(html`<guild-oath action="oath"></guild-oath>`);
    await waitUntil(() => !inState(element, 'loading'), 'still loading');
    return element;
  }

  it('draws what it is about in the card of all of them', async () => {
    const element = await oath();
    assert.equal(part(element, 'title').textContent, 'The oath');
    assert.equal(part(element, 'oath').textContent, 'I shall keep the lamp.');
    assert.equal(getComputedStyle(part(element, 'oath')).fontStyle, 'italic');
    assert.equal(part(element, 'button').textContent.trim(), 'Swear the oath');
    assert.notEqual(getComputedStyle(part(element, 'card')).backgroundColor, 'rgba(0, 0, 0, 0)');
    await assert.isAccessible(element);
  });

  it('claims, and tells of it as they do', async () => {
    const element = await oath();
    const granted = oneEvent(element, 'rewards-granted');
    press(element, MEMBER);
    assert.deepEqual((await granted).detail.grants, claim().grants);
    assert.equal(element.state, 'granted');
    assert.deepEqual(proxy.claims[0]?.body, { memberId: MEMBER });
    assert.isTrue(hasPart(element, 'answer'));
  });

  it('says what is in the way', async () => {
    const element = await oath();
    proxy.onClaim = () => problem('already-claimed');
    press(element, MEMBER);
    await reaches(element, 'claimed');
    assert.notEqual(said(element), '');
  });
});
