import '../../src/elements/define.ts';
import { assert, fixture, fixtureCleanup, html } from '@open-wc/testing';
import { CLAIMING } from './every-widget.ts';
import { FakeProxy, json, MEMBER, standing, view } from './fake-proxy.ts';
import { waitUntil } from './wait-until.ts';
import { hasPart, part, press, reaches } from './widget.ts';

/** What an element looks like, where somebody sees it. */
const lookOf = (node: Element) => {
  const { borderTopWidth, borderTopLeftRadius, fontWeight, display } =
    node.ownerDocument.defaultView?.getComputedStyle(node) ?? {};
  return { borderTopWidth, borderTopLeftRadius, fontWeight, display };
};

describe('a widget that is moved to another document', () => {
  let proxy: FakeProxy;
  let errors: string[];
  const note = ({ message }: ErrorEvent) => errors.push(message);
  /** What is in a frame that goes is told nothing of it. */
  let drawn: HTMLElement | undefined;

  beforeEach(() => {
    localStorage.clear();
    proxy = new FakeProxy();
    proxy.onAction = () => json(200, view({ member: standing({ streak: 3 }) }));
    errors = [];
    addEventListener('error', note);
  });

  afterEach(async () => {
    removeEventListener('error', note);
    drawn?.remove();
    fixtureCleanup();
    await Promise.resolve();
    proxy.restore();
  });

  /** The document of a frame that is as wide as the page. */
  async function otherDocument(): Promise<Document> {
    const frame = await fixture<HTMLIFrameElement>(html`<iframe title="other" width="800"></iframe>`);
    if (!frame.contentDocument) throw new Error('The frame has no document.');
    return frame.contentDocument;
  }

  async function draw(tag: string): Promise<{ element: HTMLElement; box: HTMLElement }> {
    const box = await fixture<HTMLElement>(html`<div></div>`);
    const element = (drawn = document.createElement(tag));
    element.setAttribute('action', 'daily');
    box.append(element);
    await waitUntil(() => hasPart(element, 'card') && !element.matches(':state(loading)'), 'not drawn');
    return { element, box };
  }

  for (const tag of [...CLAIMING, 'rewards-member']) {
    it(`looks there and back here as it did: <${tag}>`, async () => {
      const other = await otherDocument();
      const { element, box } = await draw(tag);
      const before = lookOf(part(element, 'card'));
      assert.equal(before.borderTopWidth, '1px');
      for (const place of [other.body, box, other.body]) {
        place.append(element);
        await waitUntil(() => lookOf(part(element, 'card')).borderTopWidth === '1px', 'it has lost its styles');
        assert.deepEqual(lookOf(part(element, 'card')), before);
      }
      assert.deepEqual(errors, []);
    });
  }

  for (const tag of ['rewards-checkin', 'rewards-member']) {
    it(`has its help look there and back here as it did: <${tag}>`, async () => {
      const other = await otherDocument();
      const { element, box } = await draw(tag);
      const isHelped = () => hasPart(element, 'steps') && lookOf(part(element, 'steps')).display === 'grid';
      part(element, 'help-summary').focus();
      part(element, 'help-summary').click();
      await waitUntil(isHelped, 'the help has no styles');
      for (const place of [other.body, box]) {
        place.append(element);
        part(element, 'help-summary').click();
        await waitUntil(isHelped, 'the help has lost its styles');
      }
      assert.deepEqual(errors, []);
    });
  }

  it('claims there, and shows all that it showed when it is back', async () => {
    const other = await otherDocument();
    const { element, box } = await draw('rewards-checkin');
    other.body.append(element);
    press(element, MEMBER);
    await reaches(element, 'granted');
    await waitUntil(() => lookOf(part(element, 'days')).display === 'flex', 'the days have no styles there');
    box.append(element);
    await waitUntil(() => lookOf(part(element, 'days')).display === 'flex', 'the days have no styles here');
    await waitUntil(() => lookOf(part(element, 'answer')).display === 'flex', 'the outcome has no styles here');
    assert.lengthOf(proxy.claims, 1);
    assert.deepEqual(errors, []);
  });

  it('goes on with a claim that is under way', async () => {
    const other = await otherDocument();
    const { element } = await draw('rewards-role');
    press(element, MEMBER);
    other.body.append(element);
    await reaches(element, 'granted');
    assert.lengthOf(proxy.claims, 1);
    assert.deepEqual(errors, []);
  });
});
