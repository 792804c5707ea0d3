import { assert, fixture, fixtureCleanup, html } from '@open-wc/testing';
import { CLAIMING, everyWidget, showSettled, widgetIn } from '../every-widget.ts';
import { claim, FakeProxy, Held, json, MEMBER, standing, view } from '../fake-proxy.ts';
import { isThorough, itNeeds } from '../it-needs.ts';
import { forceColors, wish } from '../surroundings.ts';
import { waitUntil } from '../wait-until.ts';
import { hasPart, part, reaches } from '../widget.ts';

/** The names of the animations in a widget, also of those that are over by now. */
const moving = ({ shadowRoot }: Element): string[] =>
  Array.from(shadowRoot?.querySelectorAll('*') ?? [])
    .flatMap((node) => [null, '::before', '::after'].map((pseudo) => getComputedStyle(node, pseudo).animationName))
    .filter((name) => name && name !== 'none');

describe('the wishes of the visitor', () => {
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
    await forceColors('none');
    await wish({ reducedMotion: 'no-preference' });
  });

  // The elements share the style sheet of their card: where there is little time, one of them is shown in the states that all draw alike.
  const showAll = () => showSettled(everyWidget('en', isThorough ? 'all' : 'distinct'));

  itNeeds('changed wishes', 'everything stands still for those who want that, and only for them', async () => {
    const page = await showSettled(everyWidget('en', 'all', ['submitting', 'granted']));
    for (const tag of CLAIMING) {
      const moves = (state: string) => Array.from(page.querySelectorAll(`${tag}[debug-state=${state}]`), moving);
      for (const names of moves('submitting')) assert.include(names, 'turn', tag);
      for (const names of moves('granted')) assert.include(names, 'pop', tag);
    }
    fixtureCleanup();
    await wish({ reducedMotion: 'reduce' });
    const still = await showAll();
    assert.deepEqual(Array.from(still.children).flatMap(moving), []);
  });

  itNeeds(
    'changed wishes',
    'there is joy at what was granted, which stands still for those who want that',
    async () => {
      proxy.onAction = () => json(200, view({ member: standing({ streak: 3 }) }));
      proxy.onClaim = () => json(201, claim({ streak: 4 }));
      for (const [reducedMotion, joy] of [
        ['no-preference', ['draw', 'fill', 'leave', 'rise']],
        ['reduce', []],
      ] as const) {
        await wish({ reducedMotion });
        const element = await fixture<HTMLElement>(
          html`<rewards-checkin action="daily" member-id=${MEMBER}></rewards-checkin>`,
        );
        await reaches(element, 'ready');
        await waitUntil(() => hasPart(element, 'count'));
        part(element, 'button').click();
        await reaches(element, 'granted');
        await waitUntil(() => joy.every((name) => moving(element).includes(name)));
        if (joy.length === 0) assert.deepEqual(moving(element), []);
        fixtureCleanup();
      }
    },
  );

  itNeeds('forced colours', 'every control has an edge in forced colours, a wrong one its own', async () => {
    await forceColors('active');
    const page = await showAll();
    const [wrong, others] = [new Set<string>(), new Set<string>()];
    for (const { shadowRoot } of page.children) {
      const controls = shadowRoot?.querySelectorAll('[part~=button], [part=input], [part=wallet]') ?? [];
      for (const control of controls) {
        const { borderTopColor, borderTopStyle, borderTopWidth, backgroundColor } = getComputedStyle(control);
        (control.ariaInvalid === 'true' ? wrong : others).add(borderTopStyle);
        assert.equal(borderTopWidth, '1px', control.outerHTML);
        assert.notEqual(borderTopColor, backgroundColor, control.outerHTML);
        assert.notEqual(borderTopColor, 'rgba(0, 0, 0, 0)', control.outerHTML);
      }
    }
    assert.isAbove(wrong.size, 0);
    for (const style of wrong) assert.isFalse(others.has(style));
  });

  itNeeds('forced colours', 'icons and the days of a streak can be told apart in forced colours', async () => {
    await forceColors('active');
    const page = await fixture<HTMLElement>(
      html`<div>${widgetIn('rewards-checkin', 'granted', { memberId: MEMBER })}</div>`,
    );
    const has = (selector: string) => page.firstElementChild?.shadowRoot?.querySelector(selector);
    await waitUntil(() => has('[part~=done] i') && has('[part=icon]'));
    const colours = (selector: string) => {
      const node = page.firstElementChild?.shadowRoot?.querySelector(selector);
      if (!node) throw new Error(`There is no ${selector}.`);
      const { backgroundColor, color, stroke } = getComputedStyle(node);
      return { backgroundColor, color, stroke };
    };
    assert.notEqual(colours('[part~=done] i').backgroundColor, colours('[part=card]').backgroundColor);
    // A browser leaves the colours of a drawing alone, and lines in the system's would be lost on ours.
    const { backgroundColor, stroke } = colours('[part=icon]');
    assert.equal(stroke, colours('[part=heading]').color);
    assert.equal(backgroundColor, 'rgba(0, 0, 0, 0)');
  });

  it('what stands on a colour has it on paper too, where a browser leaves out all other backgrounds', async () => {
    const page = await showAll();
    for (const { shadowRoot } of page.children) {
      const nodes =
        shadowRoot?.querySelectorAll('[part=card], [part~=button], section [part=icon], [part~=done] i') ?? [];
      assert.isNotEmpty(nodes);
      for (const node of nodes) assert.equal(getComputedStyle(node).printColorAdjust, 'exact', node.outerHTML);
    }
  });
});
