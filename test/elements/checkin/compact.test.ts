import { assert, fixture, fixtureCleanup, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { loadLocale, type RewardsCheckin } from '../../../src/elements/index.ts';
import { DEBUG_STATES } from '../../../src/elements/debug.ts';
import { widgetIn } from '../every-widget.ts';
import { claim, FakeProxy, Held, json, MEMBER, problem, standing, view } from '../fake-proxy.ts';
import { itNeeds } from '../it-needs.ts';
import { leftOf } from '../left-of.ts';
import { waitUntil } from '../wait-until.ts';
import { enter, hasPart, input, leave, part, press, reaches } from '../widget.ts';

/** What the button of the widget says, to the eye and the ear. */
const told = (element: Element) => part(element, 'pill').textContent.trim().replace(/\s+/g, ' ');

const isOpen = (element: Element) => part(element, 'popup').matches(':popover-open');

/** Whether the sheet has the outline of all controls. */
const hasOutline = ({ cssRules }: CSSStyleSheet) =>
  [...cssRules].some(({ cssText }) => cssText.startsWith(':host :focus-visible'));

describe('<rewards-checkin compact>', () => {
  let proxy: FakeProxy;

  beforeEach(() => {
    localStorage.clear();
    proxy = new FakeProxy();
    proxy.onPoll = () => new Held().reply;
  });

  afterEach(async () => {
    fixtureCleanup();
    await Promise.resolve();
    proxy.restore();
  });

  async function made(memberId = ''): Promise<RewardsCheckin> {
    const element = await fixture<RewardsCheckin>(
      html`<rewards-checkin action="daily" member-id=${memberId} compact></rewards-checkin>`,
    );
    await reaches(element, 'ready');
    await waitUntil(() => hasPart(element, 'said'));
    return element;
  }

  it('says what is given, and opens the field for a member who is not known', async () => {
    const element = await made();
    assert.equal(told(element), 'Check in +10');
    assert.isFalse(part(element, 'input').checkVisibility());
    part(element, 'pill').click();
    assert.isTrue(isOpen(element));
    assert.isAbove(input(element).offsetWidth, 200);
    press(element);
    await reaches(element, 'granted');
    assert.isTrue(isOpen(element));
    assert.isTrue(part(element, 'heading').checkVisibility());
    assert.equal(part(element, 'said').textContent, '');
    assert.lengthOf(proxy.claims, 1);
  });

  it('has the number before its word where its language runs from right to left', async () => {
    await loadLocale('he');
    proxy.onClaim = () => json(201, claim({ streak: null }));
    const element = await made(MEMBER);
    element.lang = 'he';
    press(element);
    await reaches(element, 'granted');
    await waitUntil(() => told(element).includes('נקודות'));
    assert.isAbove(leftOf(part(element, 'pill'), '12'), leftOf(part(element, 'pill'), 'נקודות'));
  });

  it('is drawn, and says what it is for, before anything of it is loaded', async () => {
    proxy.onAction = () => new Held().reply;
    const element = document.createElement('rewards-checkin');
    element.compact = true;
    document.body.append(element);
    await element.updateComplete;
    const pill = part(element, 'pill');
    assert.isFalse(hasPart(element, 'said'));
    assert.equal(told(element), 'Check in');
    const { width, height } = pill.getBoundingClientRect();
    await waitUntil(() => hasPart(element, 'said'));
    const button = part(element, 'pill').getBoundingClientRect();
    assert.deepEqual([button.width, button.height], [width, height]);
    element.remove();
  });

  it('has a name that is not seen while its texts are loaded', async () => {
    const element = await made();
    const pill = part(element, 'pill');
    assert.equal(pill.ariaBusy, 'false');
    pill.ariaBusy = 'true';
    const text = pill.querySelector('span');
    assert.isTrue(text?.checkVisibility({ visibilityProperty: true }));
    assert.isFalse(text?.checkVisibility({ opacityProperty: true }));
  });

  itNeeds('the focus', 'shows the focus in the colour of its text, which can be read where it stands', async () => {
    const element = await made();
    element.style.color = 'rgb(1, 2, 3)';
    const pill = part(element, 'pill');
    pill.focus();
    const root = element.shadowRoot;
    await waitUntil(() => root?.adoptedStyleSheets.some(hasOutline));
    // It may come before the styles of the button or after them.
    if (root)
      root.adoptedStyleSheets = root.adoptedStyleSheets.toSorted(
        (one, other) => Number(hasOutline(one)) - Number(hasOutline(other)),
      );
    await sendKeys({ press: 'Shift' });
    assert.isTrue(pill.matches(':focus-visible'));
    const { outlineStyle, outlineColor } = getComputedStyle(pill);
    assert.deepEqual([outlineStyle, outlineColor], ['solid', 'rgb(1, 2, 3)']);
  });

  it('claims at once for a member that is known, and says so itself', async () => {
    proxy.onAction = () => json(200, view({ member: standing({ streak: 3 }) }));
    proxy.onClaim = () => json(201, claim({ streak: 4 }));
    const element = await made(MEMBER);
    part(element, 'pill').click();
    await reaches(element, 'granted');
    assert.isFalse(isOpen(element));
    await waitUntil(() => part(element, 'pill').querySelector('[part=count]')?.textContent.trim() === '4');
    assert.equal(part(element, 'said').textContent, '+12 points');
    assert.lengthOf(proxy.claims, 1);
    part(element, 'pill').click();
    assert.isTrue(isOpen(element));
    assert.lengthOf(proxy.claims, 1);
  });

  it('opens the field with the id in it where that turns out to be wrong', async () => {
    proxy.onAction = () => json(200, view({ member: standing({}) }));
    localStorage.setItem('rewards-member', MEMBER);
    proxy.onClaim = () => problem('invalid-request', { errors: [{ field: 'memberId', message: 'must be known' }] });
    const first = await made();
    part(first, 'pill').click();
    leave(first, MEMBER);
    press(first);
    await reaches(first, 'invalid');
    assert.isTrue(isOpen(first));
    assert.equal(input(first).value, MEMBER);
    await waitUntil(() => first.shadowRoot?.activeElement === input(first));
  });

  it('says an outcome once, in the card or beside the button, however often it is opened, closed and drawn', async () => {
    const element = await made();
    const heard: string[] = [];
    const draws = async () => {
      element.requestUpdate();
      await element.updateComplete;
      const text = part(element, 'said').textContent;
      if (text !== heard.at(-1)) heard.push(text);
    };
    part(element, 'pill').click();
    press(element);
    await reaches(element, 'granted');
    await draws();
    part(element, 'popup').hidePopover();
    await draws();
    assert.deepEqual(heard, ['']);
    element.reset();
    await reaches(element, 'ready');
    heard.length = 0;
    element.memberId = MEMBER;
    await element.updateComplete;
    await reaches(element, 'ready');
    part(element, 'pill').click();
    await reaches(element, 'granted');
    await draws();
    part(element, 'pill').click();
    assert.isTrue(isOpen(element));
    await draws();
    part(element, 'popup').hidePopover();
    await draws();
    assert.deepEqual(heard, ['+12 points']);
  });

  it('keeps the focus and what was typed when the mouse passes and when it is closed', async () => {
    const element = await made();
    part(element, 'pill').click();
    input(element).focus();
    enter(element, '1234');
    for (const type of ['pointerenter', 'pointerleave']) part(element, 'card').dispatchEvent(new PointerEvent(type));
    await element.updateComplete;
    assert.equal(element.shadowRoot?.activeElement, input(element));
    await sendKeys({ press: 'Escape' });
    assert.isFalse(isOpen(element));
    part(element, 'pill').click();
    assert.equal(input(element).value, '1234');
  });

  it('is as large in every state as before anything was loaded', async () => {
    const element = await fixture<RewardsCheckin>(html`<rewards-checkin action="daily" compact></rewards-checkin>`);
    const { offsetHeight, offsetWidth } = element;
    const page = await fixture<HTMLElement>(
      html`<div>
        ${DEBUG_STATES.flatMap((state) =>
          ['', MEMBER].map((memberId) => widgetIn('rewards-checkin', state, { memberId, compact: true })),
        )}
      </div>`,
    );
    for (const widget of page.querySelectorAll<HTMLElement>('rewards-checkin')) {
      const state = widget.getAttribute('debug-state');
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await waitUntil(() => widget.matches(`:state(${state})`) && hasPart(widget, 'pill'));
      const { offsetHeight: height, offsetWidth: width } = part(widget, 'pill');
      assert.deepEqual([state, height, width], [state, offsetHeight, offsetWidth]);
    }
  });

  it('has the colour of the page around it', async () => {
    const element = await made();
    element.style.color = 'rgb(1, 2, 3)';
    const { color, borderColor } = getComputedStyle(part(element, 'pill'));
    assert.deepEqual([color, borderColor], ['rgb(1, 2, 3)', 'rgb(1, 2, 3)']);
  });
});
