import { assert, fixture, fixtureCleanup, html } from '@open-wc/testing';
import '../../../src/elements/member/member.define.ts';
import type { RewardsSignup } from '../../../src/elements/index.ts';
import { keepEntries } from '../../../src/elements/shared/sign-in/kept-entries.ts';
import '../../../src/elements/signup/signup.define.ts';
import { FakeProxy, field, json, MEMBER, problem, view } from '../fake-proxy.ts';
import { waitUntil } from '../wait-until.ts';
import { inState, part, reaches, said, type } from '../widget.ts';

/** What forms have by themselves, and fields of theirs that are called so go before. */
const NAMES = [
  'action method elements length id name title noValidate target submit reset requestSubmit reportValidity checkValidity',
  'matches closest contains querySelector querySelectorAll append getAttribute hasAttribute addEventListener children',
  'dispatchEvent parentNode isConnected localName type value checked focus constructor nodeType getRootNode',
].flatMap((names) => names.split(' '));

describe('<rewards-signup>, whose fields are called as what a form has', () => {
  let proxy: FakeProxy;

  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
    proxy = new FakeProxy();
  });

  afterEach(async () => {
    fixtureCleanup();
    await Promise.resolve();
    proxy.restore();
    sessionStorage.clear();
  });

  const values = Object.fromEntries(NAMES.map((name) => [name, `my ${name}`]));

  async function ready(element: RewardsSignup): Promise<RewardsSignup> {
    await waitUntil(() => inState(element, 'ready'), 'not ready');
    return element;
  }

  describe('in a form of the page’s own', () => {
    const own = async (content = NAMES): Promise<RewardsSignup> =>
      ready(
        await fixture(html`
          <rewards-signup action="daily" member-id=${MEMBER}>
            <form name="type">
              ${content.map((name) => html`<input name=${name} required maxlength="40" />`)}
              <button>Count me in</button>
            </form>
          </rewards-signup>
        `),
      );
    const inputs = (element: Element) => [...element.querySelectorAll('input')];
    const fillIn = (element: Element) => inputs(element).forEach((input) => type(input, `my ${input.name}`));

    it('sends them', async () => {
      const element = await own();
      fillIn(element);
      await element.claim();
      assert.isTrue(inState(element, 'granted'), said(element));
      assert.deepEqual(proxy.claims[0]?.body, { memberId: MEMBER, fields: values });
    });

    it('lets the browser say what is missing, and sends nothing', async () => {
      const element = await own();
      await element.claim();
      assert.isTrue(inState(element, 'invalid'));
      assert.lengthOf(proxy.claims, 0);
    });

    it('puts what the proxy found wrong at them', async () => {
      const element = await own();
      fillIn(element);
      const errors = NAMES.map((name) => ({ field: `fields.${name}`, message: 'is odd' }));
      proxy.onClaim = () => problem('invalid-request', { errors });
      await element.claim();
      assert.isTrue(inState(element, 'invalid'));
      for (const input of inputs(element)) assert.include(input.validationMessage, 'It is odd.', input.name);
    });

    it('empties them on reset', async () => {
      const element = await own();
      fillIn(element);
      element.reset();
      assert.isTrue(inputs(element).every(({ value }) => value === ''));
    });

    it('keeps them over a sign-in', async () => {
      const element = await own();
      fillIn(element);
      await keepEntries(element);
      const kept: { entries: unknown[] } = JSON.parse(Object.values(sessionStorage).join(''));
      assert.lengthOf(kept.entries, NAMES.length);
    });
  });

  it('draws them, sends them, and empties them on reset', async () => {
    const fields = NAMES.map((name) => field({ name, label: name }));
    proxy.onAction = () => json(200, view({ fields }));
    const element = await ready(
      await fixture(html`<rewards-signup action="daily" member-id=${MEMBER}></rewards-signup>`),
    );
    const inputs = () => [...(element.shadowRoot?.querySelectorAll<HTMLInputElement>('form input') ?? [])];
    for (const input of inputs()) type(input, `my ${input.name}`);
    part(element, 'button').click();
    await reaches(element, 'granted');
    assert.deepEqual(proxy.claims[0]?.body, { memberId: MEMBER, fields: values });
    element.reset();
    await reaches(element, 'ready');
    assert.deepEqual(
      inputs()
        .map(({ value }) => value)
        .filter(Boolean),
      [],
    );
  });

  it('sends the form that <rewards-member> is in when the visitor presses Enter', async () => {
    const form = await fixture<HTMLFormElement>(html`
      <form>
        <rewards-member></rewards-member>
        <input name="requestSubmit" />
      </form>
    `);
    const sent = new Promise<void>((resolve) => {
      HTMLFormElement.prototype.addEventListener.call(form, 'submit', (event) => {
        event.preventDefault();
        resolve();
      });
    });
    const member = HTMLFormElement.prototype.querySelector.call(form, 'rewards-member');
    const typed = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, composed: true });
    member?.shadowRoot?.querySelector('input')?.dispatchEvent(typed);
    await sent;
  });
});
