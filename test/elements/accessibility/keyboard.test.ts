import { assert, fixture, fixtureCleanup, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { html as staticHtml, unsafeStatic } from 'lit/static-html.js';
import type { WidgetState } from '../../../src/elements/index.ts';
import { allSettled, CLAIMING, widgetIn } from '../every-widget.ts';
import { FakeProxy, field, Held, json, MEMBER, problem, view } from '../fake-proxy.ts';
import { engine } from '../it-needs.ts';
import { pressTab } from '../tab.ts';
import { waitUntil } from '../wait-until.ts';
import { part, reaches, said, turnTo } from '../widget.ts';

const WISHES = ['remember', 'help-summary'];
const FIELDS = ['name', 'mail', 'consent'];

/** What can be reached in a widget, in order, by state and by whether the visitor has to say who they are. */
const STOPS: [WidgetState, asks: boolean, stops: (fields: string[]) => string[]][] = [
  ['loading', true, () => ['input', 'button', ...WISHES]],
  ['ready', true, (fields) => ['input', ...fields, 'button', ...WISHES]],
  ['ready', false, (fields) => [...fields, 'button']],
  ['invalid', true, (fields) => ['input', ...fields, 'button', ...WISHES]],
  ['granted', false, () => []],
  ['closed', false, () => []],
  ['refused', true, (fields) => ['input', ...fields, 'button retry', 'more']],
  ['refused', false, (fields) => [...fields, 'button retry', 'more']],
  ['throttled', false, (fields) => [...fields, 'button retry']],
  ['offline', false, (fields) => [...fields, 'button retry']],
];

/** What has the focus in a widget: the part that it is or is in, or the field's name. */
function stop(element: Element): string | undefined {
  const active = element.shadowRoot?.activeElement;
  return active?.getAttribute('name') ?? active?.closest('[part]')?.getAttribute('part') ?? undefined;
}

describe('by keyboard alone', () => {
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

  for (const tag of CLAIMING) {
    it(`a key that is held down presses once: <${tag}>`, async () => {
      proxy.onAction = () => json(200, view({ fields: [field({ type: 'textarea' })] }));
      const element = await fixture<HTMLElement>(
        staticHtml`<${unsafeStatic(tag)} action="daily"></${unsafeStatic(tag)}>`,
      );
      await reaches(element, 'ready');
      part(element, 'input').focus();
      /** Whether the browser would do what the key does. */
      const hold = (node: Element, key: string, repeat: boolean) =>
        node.dispatchEvent(
          new KeyboardEvent('keydown', { key, repeat, bubbles: true, composed: true, cancelable: true }),
        );
      await waitUntil(() => !hold(part(element, 'input'), 'Enter', true), 'what holds keys off is not loaded');
      for (const node of [part(element, 'input'), part(element, 'button')]) {
        assert.isTrue(hold(node, 'Enter', false));
        assert.isFalse(hold(node, 'Enter', true));
        assert.isTrue(hold(node, 'ArrowLeft', true));
      }
      const text = element.shadowRoot?.querySelector('textarea');
      assert.equal(!!text, tag === 'rewards-signup');
      if (text) assert.isTrue(hold(text, 'Enter', true));
    });
  }

  /** Goes through the page from what stands above the widget to what stands below it. */
  async function walk(page: Element): Promise<string[]> {
    const [above, element, below] = page.children;
    if (!(above instanceof HTMLElement) || !element) throw new Error('There is no widget.');
    above.focus();
    const stops: string[] = [];
    for (let presses = 0; presses < 20; presses += 1) {
      await pressTab();
      if (document.activeElement === below) return stops;
      const name = stop(element) ?? 'nothing';
      stops.push(name);
      const active = element.shadowRoot?.activeElement;
      // WebKit's window has no focus here, so that nothing is :focus-visible.
      const isSeen = () => engine === 'WebKit' || (!!active && getComputedStyle(active).outlineStyle !== 'none');
      // oxlint-disable-next-line no-await-in-loop -- one stop after the other
      await waitUntil(isSeen, `nothing shows that the focus is on ${name}`);
    }
    throw new Error(`The visitor does not get out again: ${stops.join()}`);
  }

  for (const tag of CLAIMING) {
    for (const [state, asks, stops] of STOPS) {
      it(`all of <${tag}> ${state} is reached in order${asks ? '' : ', for a member that the site knows'}, and left again`, async () => {
        const page = await fixture<HTMLElement>(
          html`<div>
            <button>Above</button>${widgetIn(tag, state, { memberId: asks ? '' : MEMBER })}<button>Below</button>
          </div>`,
        );
        await waitUntil(() => allSettled(page));
        // With the step of a streak there is more to say than has room.
        const details = tag === 'rewards-checkin' && state === 'granted' && !asks ? ['more'] : [];
        const wallet = tag === 'rewards-onchain' && !asks ? ['wallet'] : [];
        assert.deepEqual(await walk(page), [...wallet, ...stops(tag === 'rewards-signup' ? FIELDS : []), ...details]);
      });
    }
  }

  it('all of <rewards-member> is reached in order, and left again', async () => {
    const page = await fixture<HTMLElement>(
      html`<div><button>Above</button><rewards-member></rewards-member><button>Below</button></div>`,
    );
    assert.deepEqual(await walk(page), ['input', ...WISHES]);
  });

  it('an id that cannot be one takes the focus nowhere else than to what comes next', async () => {
    const page = await fixture<HTMLElement>(html`<div><rewards-member></rewards-member><button>Below</button></div>`);
    const [element] = page.children;
    if (!element) throw new Error('There is no field.');
    await turnTo(element, () => part(element, 'input').focus());
    await sendKeys({ type: 'no id!' });
    const stops = [];
    for (let presses = 0; presses < 3; presses += 1) {
      await pressTab();
      stops.push(stop(element) ?? document.activeElement?.localName);
    }
    assert.deepEqual(stops, ['remember', 'help-summary', 'button']);
  });

  it('a role is claimed, refused, and claimed for another member', async () => {
    proxy.onClaim = () => problem('refused');
    const element = await fixture<HTMLElement>(html`<rewards-role action="daily"></rewards-role>`);
    await reaches(element, 'ready');
    part(element, 'input').focus();
    await sendKeys({ type: '1234' });
    await sendKeys({ press: 'Enter' });
    await reaches(element, 'refused');
    assert.equal(stop(element), 'input');
    proxy.onClaim = () => new Held().reply;
    await sendKeys({ press: 'End' });
    for (let letter = 0; letter < 4; letter += 1) await sendKeys({ press: 'Backspace' });
    await sendKeys({ type: MEMBER });
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => proxy.claims.length === 2);
    assert.deepEqual(
      proxy.claims.map(({ body }) => body),
      [{ memberId: '1234' }, { memberId: MEMBER }],
    );
  });

  it('what is wrong with a field is said where the visitor stays in it, which is not read out anew', async () => {
    proxy.onAction = () => json(200, view({ fields: [field()] }));
    const element = await fixture<HTMLElement>(html`<rewards-signup action="daily"></rewards-signup>`);
    await reaches(element, 'ready');
    part(element, 'input').focus();
    await sendKeys({ type: 'no id!' });
    await sendKeys({ press: 'Enter' });
    await reaches(element, 'invalid');
    assert.equal(said(element), 'Not a member id. Copy it again.');
    await sendKeys({ type: MEMBER });
    await reaches(element, 'ready');
    assert.equal(said(element), '');
    await pressTab();
    await sendKeys({ press: 'Enter' });
    await reaches(element, 'invalid');
    assert.equal(stop(element), 'name');
    assert.equal(said(element), 'This is needed.');
    await sendKeys({ type: 'W' });
    await sendKeys({ press: 'Backspace' });
    await pressTab();
    await sendKeys({ press: 'Enter' });
    await reaches(element, 'invalid');
    assert.equal(stop(element), 'name');
    assert.equal(said(element), '', 'of the field to which the visitor comes it is said with its name');
  });

  it('a sign-up is filled in and sent, and what is wrong gets the focus', async () => {
    const fields = [
      field(),
      field({ name: 'size', label: 'Size', type: 'select', options: [{ value: 's', label: 'Small' }] }),
      field({ name: 'consent', label: 'I agree', type: 'checkbox' }),
    ];
    proxy.onAction = () => json(200, view({ fields }));
    proxy.onClaim = () => new Held().reply;
    const element = await fixture<HTMLElement>(
      html`<rewards-signup action="daily" member-id=${MEMBER}></rewards-signup>`,
    );
    await reaches(element, 'ready');
    part(element, 'button').focus();
    await sendKeys({ press: ' ' });
    await waitUntil(() => stop(element) === 'name');
    await sendKeys({ type: 'Wren' });
    await pressTab();
    await sendKeys({ type: 'Small' });
    await pressTab();
    await sendKeys({ press: ' ' });
    await pressTab();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => proxy.claims.length === 1);
    assert.deepEqual(
      proxy.claims.map(({ body }) => body),
      [{ memberId: MEMBER, fields: { name: 'Wren', size: 's', consent: true } }],
    );
  });
});
