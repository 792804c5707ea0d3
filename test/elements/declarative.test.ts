import { assert } from '@open-wc/testing';
import { RewardsCheckin } from '../../src/elements/index.ts';
import { FakeProxy, Held, json, MEMBER, view } from './fake-proxy.ts';
import { part, press, reaches } from './widget.ts';

describe('a widget that a server drew', () => {
  let proxy: FakeProxy;

  beforeEach(() => {
    localStorage.clear();
    proxy = new FakeProxy();
  });

  afterEach(() => proxy.restore());

  it('is drawn once, where it was, and works', async () => {
    const loaded = new Held();
    proxy.onAction = () => loaded.reply;
    if (!customElements.get('sample-checkin')) RewardsCheckin.define('sample-checkin');
    const sample = document.createElement('sample-checkin');
    sample.setAttribute('member-id', MEMBER);
    document.body.append(sample);
    if (!(sample instanceof RewardsCheckin)) throw new Error('It is no check-in.');
    await sample.updateComplete;
    const styles = [...(sample.shadowRoot?.adoptedStyleSheets ?? [])]
      .flatMap(({ cssRules }) => Array.from(cssRules, ({ cssText }) => cssText))
      .join('');
    const drawn = `<template shadowrootmode="open"><style>${styles}</style>${sample.shadowRoot?.innerHTML}</template>`;
    sample.remove();

    const box = document.createElement('div');
    document.body.append(box);
    box.setHTMLUnsafe(
      `<served-checkin action="daily" member-id="${MEMBER}">${drawn}</served-checkin><p>What stands below.</p>`,
    );
    const [element, below] = box.children;
    if (!element || !(below instanceof HTMLElement)) throw new Error('There is no widget.');
    assert.isAbove(part(element, 'card').offsetHeight, 200);
    const top = below.offsetTop;
    RewardsCheckin.define('served-checkin');
    if (!(element instanceof RewardsCheckin)) throw new Error('It was not upgraded.');
    await element.updateComplete;
    assert.lengthOf(element.shadowRoot?.querySelectorAll('section') ?? [], 1);
    assert.equal(below.offsetTop, top);
    loaded.give(json(200, view()));
    await reaches(element, 'ready');
    assert.equal(below.offsetTop, top);
    press(element);
    await reaches(element, 'granted');
    box.remove();
  });
});
