import '../../../src/elements/signup/signup.define.ts';
import { assert, fixture, fixtureCleanup, html } from '@open-wc/testing';
import type { TemplateResult } from 'lit';
import type { RewardsSignup } from '../../../src/elements/index.ts';
import { keepEntries } from '../../../src/elements/shared/sign-in/kept-entries.ts';
import { field, json } from '../fake-proxy.ts';
import { waitUntil } from '../wait-until.ts';
import { hasPart, part, reaches, type } from '../widget.ts';
import { type Platform, platformForEach } from './platform.ts';

const KEY = `rewards-elements:entries ${location.pathname} daily`;
const MINUTE = 60_000;

const FIELDS = [
  field({ name: 'nick', label: 'Nick' }),
  field({ name: 'size', label: 'Size', type: 'select', options: [{ value: 's', label: 'Small' }] }),
  field({ name: 'about', label: 'About you', type: 'textarea', required: false }),
  field({ name: 'seats', label: 'Seats', type: 'number', required: false }),
  field({ name: 'consent', label: 'I agree', type: 'checkbox' }),
];

const OWN = html`
  <form>
    <input name="nick" value="Nobody" />
    <input name="town" value="Here" />
    <input name="distance" type="range" value="10" />
    <textarea name="about"></textarea>
    <select name="days" multiple>
      <option>Friday</option>
      <option>Saturday</option>
      <option selected>Sunday</option>
    </select>
    <input name="meal" type="radio" value="soup" checked />
    <input name="meal" type="radio" value="fish" />
    <input name="wish" type="checkbox" value="sing" />
    <input name="wish" type="checkbox" value="dance" checked />
    <input name="guest" /><input name="guest" />
    <input name="pass" type="password" />
    <input name="shown-pass" autocomplete="current-password" />
    <input name="card" autocomplete="billing cc-number" />
    <input name="pin" autocomplete="OFF" />
    <input name="file" type="file" />
    <input name="ticket" type="hidden" />
    <button>Count me in</button>
  </form>
`;
const SECRETS = ['pass', 'shown-pass', 'card', 'pin', 'ticket'];

describe('what was filled in, over a sign-in in the same tab', () => {
  let platform: Platform;
  platformForEach((made) => (platform = made));

  function asks(fields: typeof FIELDS): void {
    const { onAction } = platform.proxy;
    platform.proxy.onAction = async (request) => json(200, { ...(await (await onAction(request)).json()), fields });
  }

  async function signup(content: TemplateResult = html``, action = 'daily'): Promise<RewardsSignup> {
    const element = await fixture<RewardsSignup>(
      html`<rewards-signup action=${action} endpoint="https://proxy.example/rewards">${content}</rewards-signup>`,
    );
    await waitUntil(() => hasPart(element, 'account'), 'no word of signing in');
    return element;
  }

  /** Does what is done before the page is left, as far as a page can that runs tests. */
  async function leave(element: RewardsSignup): Promise<void> {
    await keepEntries(element);
    fixtureCleanup();
  }

  /** Draws the widget anew, and does something before the action is loaded. */
  async function comeBack(meanwhile: (element: RewardsSignup) => void): Promise<RewardsSignup> {
    const { onAction } = platform.proxy;
    const done = Promise.withResolvers<void>();
    platform.proxy.onAction = (request) => done.promise.then(() => onAction(request));
    const element = await fixture<RewardsSignup>(
      html`<rewards-signup action="daily" endpoint="https://proxy.example/rewards">${OWN}</rewards-signup>`,
    );
    meanwhile(element);
    done.resolve();
    return element;
  }

  const all = (root: ParentNode | null, name: string) => [
    ...(root?.querySelectorAll<HTMLInputElement>(`[name="${name}"]`) ?? []),
  ];
  function one(root: ParentNode | null, name: string): HTMLInputElement {
    const [control] = all(root, name);
    if (!control) throw new Error(`There is no field ${name}.`);
    return control;
  }
  const values = (root: ParentNode | null, names: string[]) => names.map((name) => one(root, name).value);

  it('is there again in fields that the element draws', async () => {
    asks(FIELDS);
    const element = await signup();
    const { shadowRoot } = element;
    type(one(shadowRoot, 'nick'), 'Noor');
    type(one(shadowRoot, 'size'), 's');
    type(one(shadowRoot, 'about'), 'Two\nlines');
    type(one(shadowRoot, 'seats'), '3');
    one(shadowRoot, 'consent').click();
    await leave(element);

    platform.cookie = true;
    const later = await signup();
    await waitUntil(() => one(later.shadowRoot, 'nick').value, 'nothing is filled in');
    assert.isNull(sessionStorage.getItem(KEY));
    part(later, 'button').click();
    await reaches(later, 'granted');
    assert.deepEqual(platform.proxy.claims[0]?.body, {
      fields: { nick: 'Noor', size: 's', about: 'Two\nlines', seats: '3', consent: true },
    });
  });

  it('is there again in a form of the page’s own, which hears of it; but no secrets, nor what the page had put there', async () => {
    const element = await signup(OWN);
    type(one(element, 'nick'), 'Noor');
    type(one(element, 'about'), '');
    type(one(element, 'distance'), '70');
    const [friday, , sunday] = one(element, 'days').querySelectorAll('option');
    if (friday && sunday) [friday.selected, sunday.selected] = [true, false];
    all(element, 'meal')[1]?.click();
    for (const wish of all(element, 'wish')) wish.click();
    all(element, 'guest')[1]?.setAttribute('value', 'The page’s guest');
    type(all(element, 'guest')[0] ?? one(element, 'guest'), 'Wren');
    for (const name of SECRETS) type(one(element, name), 'not to be kept');
    await leave(element);
    assert.notInclude(sessionStorage.getItem(KEY) ?? '', 'not to be kept');
    assert.notInclude(sessionStorage.getItem(KEY) ?? '', 'Here');

    const heard: string[] = [];
    const later = await comeBack((page) =>
      page.addEventListener(
        'input',
        ({ target }) => target instanceof HTMLElement && heard.push(target.getAttribute('name') ?? ''),
      ),
    );
    await waitUntil(() => one(later, 'nick').value === 'Noor', 'nothing is filled in');
    assert.isNull(sessionStorage.getItem(KEY));
    assert.deepEqual(values(later, ['nick', 'town', 'distance', 'about']), ['Noor', 'Here', '70', '']);
    const days = [...one(later, 'days').querySelectorAll('option')].map(({ selected }) => selected);
    assert.deepEqual(days, [true, false, false]);
    assert.deepEqual(
      [...all(later, 'meal'), ...all(later, 'wish')].map(({ checked }) => checked),
      [false, true, true, false],
    );
    assert.deepEqual(
      all(later, 'guest').map(({ value }) => value),
      ['Wren', ''],
    );
    assert.deepEqual(
      values(later, SECRETS),
      SECRETS.map(() => ''),
    );
    assert.sameMembers(heard, ['nick', 'distance', 'days', 'meal', 'wish', 'wish', 'guest']);
  });

  it('is not there at another address or for another action, nor a second time', async () => {
    const element = await signup(OWN);
    type(one(element, 'nick'), 'Noor');
    await leave(element);
    await signup(OWN, 'weekly');
    const before = location.href;
    history.replaceState(null, '', `/elsewhere${location.search}`);
    await signup(OWN);
    history.replaceState(null, '', before);
    assert.isNotNull(sessionStorage.getItem(KEY));
    const later = await signup(OWN);
    await waitUntil(() => one(later, 'nick').value === 'Noor', 'nothing is filled in');
    fixtureCleanup();
    const last = await signup(OWN);
    assert.equal(one(last, 'nick').value, 'Nobody');
  });

  it('does not take the place of what the visitor has typed meanwhile', async () => {
    const element = await signup(OWN);
    type(one(element, 'nick'), 'Noor');
    type(one(element, 'about'), 'Much');
    await leave(element);
    const later = await comeBack((page) => type(one(page, 'nick'), 'Nora'));
    await waitUntil(() => one(later, 'about').value === 'Much', 'nothing is filled in');
    assert.equal(one(later, 'nick').value, 'Nora');
  });

  it('is gone once a sign-in would have taken too long', async () => {
    const element = await signup(OWN);
    type(one(element, 'nick'), 'Noor');
    await leave(element);
    const { now } = Date;
    platform.stubs.set(Date, 'now', () => now() + 10 * MINUTE);
    const later = await signup(OWN);
    assert.isNull(sessionStorage.getItem(KEY));
    assert.equal(one(later, 'nick').value, 'Nobody');
  });

  it('is kept nowhere where it is nothing', async () => {
    asks(FIELDS.filter(({ type: kind }) => kind !== 'select'));
    const element = await signup();
    for (const entry of ['Noor', '']) {
      type(one(element.shadowRoot, 'nick'), entry);
      one(element.shadowRoot, 'consent').click();
    }
    await leave(element);
    assert.isEmpty(Object.keys(sessionStorage));
  });

  it('is dropped when the visitor goes back to the page as it was', async () => {
    const element = await signup(OWN);
    type(one(element, 'nick'), 'Noor');
    await leave(element);
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
    assert.isNotNull(sessionStorage.getItem(KEY));
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    assert.isNull(sessionStorage.getItem(KEY));
  });

  it('is lost, and nothing else, where the browser stores nothing', async () => {
    platform.stubs.set(window, 'sessionStorage', new Proxy(sessionStorage, { get: refuse }));
    const element = await signup(OWN);
    type(one(element, 'nick'), 'Noor');
    await leave(element);
    assert.equal(one(await signup(OWN), 'nick').value, 'Nobody');
  });
});

function refuse(): never {
  throw new DOMException('Blocked.', 'SecurityError');
}
