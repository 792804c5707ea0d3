import '../../src/elements/define.ts';
import { assert, fixture, fixtureCleanup, html } from '@open-wc/testing';
import { waitUntil } from './wait-until.ts';
import { RewardsCheckin, RewardsMember, RewardsOnchain, RewardsRole, RewardsSignup } from '../../src/elements/index.ts';
import { readers } from '../../src/elements/shared/localization.ts';
import { page } from '../../src/elements/shared/member-store.ts';
import { claim, FakeProxy, Held, json, MEMBER, view } from './fake-proxy.ts';
import { isThorough } from './it-needs.ts';
import { Stubs } from './stubs.ts';
import { part, press, reaches } from './widget.ts';

/** What is left behind is so by the first of them. */
const ROUNDS = isThorough ? 1000 : 50;

describe('widgets that come and go', () => {
  let proxy: FakeProxy;
  let stubs: Stubs;

  beforeEach(() => {
    localStorage.clear();
    proxy = new FakeProxy();
    stubs = new Stubs();
  });

  afterEach(async () => {
    fixtureCleanup();
    await Promise.resolve();
    stubs.restore();
    proxy.restore();
  });

  it(`leave nothing behind after ${ROUNDS} rounds`, async function () {
    this.timeout(240_000);
    // Until it is, each widget listens for that.
    await waitUntil(() => document.readyState === 'complete');
    let listening = 0;
    const add = window.addEventListener.bind(window);
    const remove = window.removeEventListener.bind(window);
    stubs.set(window, 'addEventListener', ((...args: Parameters<typeof add>) => {
      listening += 1;
      add(...args);
    }) as typeof add);
    stubs.set(window, 'removeEventListener', ((...args: Parameters<typeof remove>) => {
      listening -= 1;
      remove(...args);
    }) as typeof remove);
    proxy.onAction = () => new Held().reply;
    for (let round = 0; round < ROUNDS; round += 1) {
      const widgets = [RewardsCheckin, RewardsMember, RewardsOnchain, RewardsRole, RewardsSignup].map(
        (Widget) => new Widget(),
      );
      document.body.append(...widgets);
      for (const widget of widgets) widget.remove();
    }
    await Promise.resolve();
    assert.equal(listening, 0);
    assert.equal(readers.size, 0);
    assert.equal(page.fields.size, 0);
    await waitUntil(() => proxy.seen.every(({ signal }) => signal.aborted));
  });

  it('work again in a page that is rendered anew as a text', async () => {
    const box = await fixture<HTMLElement>(html`<div></div>`);
    for (const title of ['First', 'Second']) {
      proxy.onAction = () => json(200, view({ title }));
      box.innerHTML = `<rewards-checkin action="daily" member-id="${MEMBER}"></rewards-checkin>`;
      const [element] = box.children;
      if (!element) throw new Error('There is no widget.');
      await reaches(element, 'ready');
      assert.equal(part(element, 'title').textContent, title);
      press(element);
      await reaches(element, 'granted');
    }
    assert.lengthOf(proxy.claims, 2);
  });

  it('go on with a claim where they are out of the page for a moment, as what Turbo carries to the next page is', async () => {
    const element = await fixture<RewardsCheckin>(
      html`<rewards-checkin action="daily" member-id=${MEMBER}></rewards-checkin>`,
    );
    await reaches(element, 'ready');
    const held = new Held();
    proxy.onClaim = () => held.reply;
    press(element);
    await waitUntil(() => proxy.claims.length === 1);
    const { parentElement } = element;
    element.remove();
    // Longer than a microtask that was queued as it left.
    await Promise.resolve().then(() => undefined);
    parentElement?.append(element);
    held.give(json(201, claim()));
    await reaches(element, 'granted');
    assert.lengthOf(proxy.loads, 1);
  });

  it('stay what they are when they are cloned', async () => {
    const element = await fixture<RewardsCheckin>(
      html`<rewards-checkin action="daily" member-id=${MEMBER}></rewards-checkin>`,
    );
    await reaches(element, 'ready');
    const copy = element.cloneNode(true) as RewardsCheckin;
    element.after(copy);
    await reaches(copy, 'ready');
    assert.equal(copy.memberId, MEMBER);
    assert.lengthOf(copy.shadowRoot?.querySelectorAll('section') ?? [], 1);
  });

  it('can be registered where a polyfill of scoped registries stands in, which cannot tell the name of a class', () => {
    const defined = new Map<string, CustomElementConstructor>();
    const registry = {
      get: (tag: string) => defined.get(tag),
      define: (tag: string, Widget: CustomElementConstructor) => void defined.set(tag, Widget),
    };
    RewardsCheckin.define('polyfilled-checkin', registry as unknown as CustomElementRegistry);
    assert.isTrue(defined.get('polyfilled-checkin') === RewardsCheckin);
  });

  it('can be registered with a registry of the page’s own, and work in its part of the page', async function () {
    let registry: CustomElementRegistry;
    try {
      registry = new CustomElementRegistry();
    } catch {
      return this.skip();
    }
    for (const Widget of [RewardsCheckin, RewardsMember, RewardsOnchain, RewardsRole, RewardsSignup]) {
      Widget.define(`scoped-${Widget.tag}`, registry);
      assert.isTrue(registry.get(`scoped-${Widget.tag}`) === Widget);
      Widget.define(`scoped-${Widget.tag}`, registry);
      assert.isTrue(customElements.get(`scoped-${Widget.tag}`) === undefined);
    }
    const host = await fixture<HTMLElement>(html`<div></div>`);
    const root = host.attachShadow({ mode: 'open', customElementRegistry: registry });
    root.innerHTML = `<scoped-rewards-checkin action="daily" member-id="${MEMBER}"></scoped-rewards-checkin>`;
    const [element] = root.children;
    assert.isTrue(element instanceof RewardsCheckin);
    if (!element) throw new Error('There is no widget.');
    await reaches(element, 'ready');
    press(element);
    await reaches(element, 'granted');
  });
});
