import { assert, fixture, fixtureCleanup, html } from '@open-wc/testing';
import '../../src/elements/define.ts';
import { type Failure, registerMessages } from '../../src/elements/index.ts';
import { FakeProxy } from './fake-proxy.ts';
import { Stubs } from './stubs.ts';
import { waitUntil } from './wait-until.ts';
import { inState, part, press, reaches } from './widget.ts';

const points = { one: '{n} point', other: '{n} points' };
const NOT_RIGHT = 'This is not set up right. Please tell the owner of this site.';

describe('a widget that cannot be drawn', () => {
  let proxy: FakeProxy;
  let stubs: Stubs;
  let reported: unknown[];
  let problems: Failure[];
  const hear = ({ detail }: CustomEvent<Failure> | { detail: Failure }) => problems.push(detail);

  beforeEach(() => {
    localStorage.clear();
    proxy = new FakeProxy();
    stubs = new Stubs();
    reported = [];
    problems = [];
    stubs.set(window, 'reportError', (error) => void reported.push(error));
    document.addEventListener('rewards-problem', hear);
  });

  afterEach(async () => {
    document.removeEventListener('rewards-problem', hear);
    fixtureCleanup();
    await Promise.resolve();
    globalThis.rewardsMessages = undefined;
    stubs.restore();
    proxy.restore();
  });

  const alertIn = (element: Element) => element.shadowRoot?.querySelector('[role=alert]')?.textContent;

  it('says so, once, and does not load again and again', async () => {
    // A text that the page has no right to leave out, from the first drawing on.
    Object.assign(globalThis, { rewardsMessages: { en: { memberLabel: Object.create(null) } } });
    const element = await fixture(html`<rewards-checkin action="daily"></rewards-checkin>`);
    await waitUntil(() => alertIn(element), 'it says nothing');
    assert.equal(alertIn(element), NOT_RIGHT);
    assert.isTrue(inState(element, 'failed'));
    await waitUntil(() => proxy.loads.length);
    await waitUntil(() => problems.length, 'the page hears of nothing');
    for (let n = 0; n < 20; n += 1) await new Promise(requestAnimationFrame);
    assert.lengthOf(proxy.loads, 1);
    assert.lengthOf(reported, 1);
    assert.deepEqual(problems, [{ code: 'not-drawn' }]);
    await assert.isAccessible(element);
  });

  it('goes on where it was once it can be', async () => {
    Object.assign(globalThis, { rewardsMessages: { en: { points: null } } });
    const element = await fixture(html`<rewards-checkin action="daily"></rewards-checkin>`);
    await waitUntil(() => alertIn(element), 'it says nothing');
    registerMessages('en', { points });
    await reaches(element, 'ready');
    assert.isUndefined(alertIn(element));
    assert.equal(part(element, 'points').textContent, '+10 points');
    press(element);
    await reaches(element, 'granted');
    assert.lengthOf(proxy.loads, 1);
  });

  it('says so in the language of the page', async () => {
    Object.assign(globalThis, { rewardsMessages: { de: { points: null } } });
    const element = await fixture(html`<rewards-role action="daily" lang="de"></rewards-role>`);
    await waitUntil(() => alertIn(element)?.startsWith('Hier ist etwas falsch eingerichtet.'), 'it is not in German');
  });

  it('says so where the field for the whole page cannot be drawn, too', async () => {
    Object.assign(globalThis, { rewardsMessages: { en: { memberLabel: Object.create(null) } } });
    const element = await fixture(html`<rewards-member></rewards-member>`);
    await waitUntil(() => alertIn(element), 'it says nothing');
    assert.isFalse(inState(element, 'failed'));
    assert.deepEqual(problems, []);
  });
});
