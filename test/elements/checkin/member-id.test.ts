import { assert, fixture, fixtureCleanup, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { claim, FakeProxy, json, lost, MEMBER, problem, view } from '../fake-proxy.ts';
import { itNeeds } from '../it-needs.ts';
import { checkin, enter, hasPart, inState, input, part, press, reaches, said } from './checkin.ts';
import { leave, turnTo } from '../widget.ts';
import { waitUntil } from '../wait-until.ts';

const storage = Object.getOwnPropertyDescriptor(window, 'localStorage') ?? {};
const KEY = 'rewards-elements:member-id';

/** The text that a screen reader gives the field besides its name. */
const described = (element: Element) =>
  element.shadowRoot?.getElementById(input(element).getAttribute('aria-describedby') ?? '')?.textContent.trim();

function checkbox(element: Element): HTMLInputElement {
  const box = part(element, 'remember').querySelector('input');
  if (!box) throw new Error('There is no checkbox.');
  return box;
}

async function sendShortcut(key: string): Promise<void> {
  await sendKeys({ down: 'Control' });
  await sendKeys({ press: key });
  await sendKeys({ up: 'Control' });
}

describe('the member id in <rewards-checkin>', () => {
  let proxy: FakeProxy;

  beforeEach(() => {
    localStorage.clear();
    proxy = new FakeProxy();
  });

  afterEach(async () => {
    fixtureCleanup();
    await Promise.resolve();
    proxy.restore();
    Object.defineProperty(window, 'localStorage', storage);
    localStorage.clear();
  });

  it('is asked for in a field with a label and attributes that fit an id', async () => {
    const element = await checkin();
    const field = input(element);
    assert.equal(field.labels?.[0]?.textContent, 'Your member id');
    assert.equal(field.ariaRequired, 'true');
    assert.equal(field.autocomplete, 'off');
    await turnTo(element, () => input(element).focus());
    assert.equal(field.autocapitalize, 'none');
    assert.isFalse(field.spellcheck);
    assert.equal(field.dir, 'ltr');
  });

  it('is text and no field where the site knows it', async () => {
    const element = await checkin({ memberId: MEMBER });
    assert.isFalse(hasPart(element, 'field'));
    assert.equal(part(element, 'member').textContent, `Member: ${MEMBER}`);
    element.memberId = '';
    await waitUntil(() => hasPart(element, 'field'));
  });

  const fullWidth = MEMBER.replaceAll(/\d/g, (digit) => '０１２３４５６７８９'[Number(digit)] ?? '');
  for (const text of [`<@${MEMBER}>`, `<@!${MEMBER}>`, ` ${MEMBER}\u200B `, `\u00AD\u180E${MEMBER}`, fullWidth]) {
    it(`is taken out of what surrounds it when sent: ${JSON.stringify(text)}`, async () => {
      const element = await checkin();
      press(element, text);
      await reaches(element, 'granted');
      assert.deepEqual(proxy.claims[0]?.body, { memberId: MEMBER });
    });
  }

  it('is taken out of a mention as soon as that is pasted, a second time as well', async () => {
    const source = await fixture<HTMLTextAreaElement>(html`<textarea aria-label="source"></textarea>`);
    source.value = `<@${MEMBER}>`;
    source.select();
    await sendShortcut('c');
    const element = await checkin();
    await turnTo(element, () => input(element).focus());
    let pasted = 0;
    input(element).addEventListener('input', () => (pasted += 1));
    for (const [count, before] of ['', MEMBER].entries()) {
      assert.equal(input(element).value, before);
      input(element).select();
      await sendShortcut('v');
      await waitUntil(() => pasted > count && input(element).value === MEMBER);
    }
    // Removed with the focus, it would tell of the change only when the next test has begun.
    input(element).blur();
  });

  it('is tidied when the visitor leaves the field', async () => {
    const element = await checkin();
    await turnTo(element, () => input(element).focus());
    await sendKeys({ type: ` <@${MEMBER}>` });
    await waitUntil(() => input(element).value === ` <@${MEMBER}>`);
    input(element).blur();
    assert.equal(input(element).value, MEMBER);
  });

  for (const [text, error] of [
    ['', 'This is needed.'],
    ['   ', 'This is needed.'],
    ['Jane#1234', 'Not a member id. Copy it again.'],
  ] as const) {
    it(`is refused with a word on it at the field, which gets the focus: ${JSON.stringify(text)}`, async () => {
      const element = await checkin();
      assert.equal(described(element), '');
      assert.equal(input(element).placeholder, 'Your id, not your name');
      assert.equal(input(element).getAttribute('aria-invalid'), 'false');
      press(element, text);
      await reaches(element, 'invalid');
      assert.equal(described(element), error);
      assert.equal(input(element).getAttribute('aria-invalid'), 'true');
      assert.isTrue(hasPart(element, 'error'));
      await waitUntil(() => element.shadowRoot?.activeElement === input(element));
      assert.lengthOf(proxy.claims, 0);
      enter(element, 'other');
      await reaches(element, 'ready');
      assert.equal(described(element), '');
      assert.equal(input(element).placeholder, 'Such as 80351110224678912');
    });
  }

  for (const [memberIdExample, hint] of [
    ['noor.haddad', 'Such as noor.haddad'],
    [null, 'Your id, not your name'],
  ] as const) {
    it(`is shown by the site’s own example, if it has one: ${memberIdExample}`, async () => {
      proxy.onAction = () => json(200, view({ memberIdExample }));
      const element = await checkin();
      input(element).focus();
      enter(element, 'other');
      await waitUntil(() => input(element).autocapitalize === 'none');
      await element.updateComplete;
      assert.equal(input(element).placeholder, hint);
    });
  }

  it('goes by the community’s own name for it, at the field and where something is wrong', async () => {
    proxy.onAction = () => json(200, view({ memberIdLabel: 'Your Harbour id' }));
    const element = await checkin();
    await reaches(element, 'ready');
    assert.equal(part(element, 'label').textContent, 'Your Harbour id');
    press(element, 'no id!');
    await reaches(element, 'invalid');
    assert.equal(described(element), 'Please check this.');
    leave(element, 'noor');
    await waitUntil(() => input(element).getAttribute('aria-invalid') === 'false');
    assert.equal(described(element), 'Please check this.');
  });

  it('goes by that name where the site knows it and the proxy finds it wrong', async () => {
    proxy.onAction = () => json(200, view({ memberIdLabel: 'Your Harbour id' }));
    proxy.onClaim = () => problem('invalid-request', { errors: [{ field: 'memberId', message: 'must be known' }] });
    const element = await checkin({ memberId: MEMBER });
    await reaches(element, 'ready');
    press(element);
    await reaches(element, 'invalid');
    assert.equal(said(element), 'Your Harbour id: Please check this.');
  });

  it('goes by that name where the community refuses it, and where another can be entered', async () => {
    proxy.onAction = () => json(200, view({ memberIdLabel: 'Your Harbour id' }));
    proxy.onClaim = () => problem('refused');
    const element = await checkin();
    press(element, MEMBER);
    await reaches(element, 'refused');
    assert.include(said(element), 'Your Harbour id: Please check this.');
    proxy.onClaim = () => problem('already-claimed');
    press(element, MEMBER);
    await reaches(element, 'claimed');
    assert.equal(part(element, 'change').textContent, 'Your Harbour id…');
  });

  itNeeds('style of a placeholder', 'is shown whole by its example in a column of 200 pixels', async () => {
    const element = await checkin();
    element.style.cssText = 'inline-size: 200px; font-family: monospace';
    // As far apart as readers may set the letters of all elements (WCAG 1.4.12).
    input(element).style.letterSpacing = '0.12em';
    await turnTo(element, () => input(element).focus());
    await waitUntil(() => input(element).placeholder.startsWith('Such as'));
    const { borderInlineStartWidth, fontFamily, paddingInlineStart } = getComputedStyle(input(element));
    const edge = Number.parseFloat(borderInlineStartWidth) + Number.parseFloat(paddingInlineStart);
    const { fontSize, letterSpacing } = getComputedStyle(input(element), '::placeholder');
    const canvas = document.createElement('canvas').getContext('2d');
    if (!canvas) throw new Error('There is no canvas.');
    canvas.font = `${fontSize} ${fontFamily}`;
    if (letterSpacing !== 'normal') canvas.letterSpacing = letterSpacing;
    const { width } = canvas.measureText(input(element).placeholder);
    // What Firefox calls the client's width of an input has no padding in it.
    assert.isAtMost(width, input(element).getBoundingClientRect().width - 2 * edge);
  });

  it('gets the focus again when a wrong one is sent again', async () => {
    const element = await checkin();
    press(element, '');
    await waitUntil(() => element.shadowRoot?.activeElement === input(element));
    part(element, 'button').focus();
    part(element, 'button').click();
    await waitUntil(() => element.shadowRoot?.activeElement === input(element));
  });

  for (const text of ['noor@example.org', 'Zoë']) {
    it(`of another kind than usual raises a doubt, and is for the proxy to judge: ${text}`, async () => {
      const element = await checkin();
      await turnTo(element, () => input(element).focus());
      leave(element, text);
      await waitUntil(() => described(element) === 'This does not look like a member id.');
      assert.equal(input(element).getAttribute('aria-invalid'), 'false');
      press(element, text);
      await reaches(element, 'granted');
      assert.deepEqual(proxy.claims[0]?.body, { memberId: text });
    });
  }

  for (const memberIdExample of ['noor.haddad', null]) {
    it(`raises no doubt where the community has its own kind, with an example or without: ${memberIdExample}`, async () => {
      proxy.onAction = () => json(200, view({ memberIdExample }));
      const element = await checkin();
      await turnTo(element, () => input(element).focus());
      leave(element, 'wren');
      await element.updateComplete;
      assert.equal(described(element), '');
    });
  }

  it('that only the proxy finds wrong is treated alike', async () => {
    proxy.onClaim = () => problem('invalid-request', { errors: [{ field: 'memberId', message: 'must be known' }] });
    const element = await checkin();
    press(element);
    await reaches(element, 'invalid');
    assert.equal(described(element), 'Not a member id. Copy it again.');
    await waitUntil(() => element.shadowRoot?.activeElement === input(element));
  });

  it('that the site knows is called wrong, not missing, where the proxy finds it wrong', async () => {
    proxy.onClaim = () => problem('invalid-request', { errors: [{ field: 'memberId', message: 'must be known' }] });
    const element = await checkin({ memberId: MEMBER });
    press(element);
    await reaches(element, 'invalid');
    assert.equal(said(element), 'Not a member id. Copy it again.');
  });

  it('is called wrong, not missing, when it is that after it was missing', async () => {
    const element = await checkin();
    part(element, 'button').click();
    await waitUntil(() => described(element) === 'This is needed.');
    leave(element, 'no id!');
    await waitUntil(() => described(element) === 'Not a member id. Copy it again.');
  });

  it('comes with help on how to find it', async () => {
    const element = await checkin();
    await turnTo(element, () => input(element).focus());
    part(element, 'help-summary').click();
    assert.isTrue(part(element, 'help').matches(':popover-open'));
    await waitUntil(() => hasPart(element, 'steps'));
    assert.match(part(element, 'help').textContent, /developer mode.*Right-click.*Copy user id/s);
  });

  it('is remembered only when asked to, and then shared with the next widget', async () => {
    const element = await checkin();
    press(element);
    await reaches(element, 'granted');
    assert.lengthOf(localStorage, 0);
    element.reset();
    await reaches(element, 'ready');
    enter(element, MEMBER);
    checkbox(element).click();
    await element.claim();
    assert.equal(localStorage.getItem(KEY), MEMBER);
    const next = await checkin();
    assert.equal(input(next).value, MEMBER);
    assert.isTrue(checkbox(next).checked);
    assert.equal(proxy.loads.at(-1)?.url, `/rewards/actions/daily?memberId=${MEMBER}`);
  });

  it('is forgotten as soon as the visitor wishes so', async () => {
    localStorage.setItem(KEY, MEMBER);
    const element = await checkin();
    assert.isFalse(input(element).checkVisibility({ visibilityProperty: true }));
    await turnTo(element, () => part(element, 'button').focus());
    await waitUntil(() => hasPart(element, 'change'));
    part(element, 'change').click();
    await waitUntil(() => element.shadowRoot?.activeElement === input(element));
    checkbox(element).click();
    assert.lengthOf(localStorage, 0);
    assert.equal(input(element).value, MEMBER);
  });

  it('stays forgotten when another widget claims, which was drawn while it was remembered', async () => {
    localStorage.setItem(KEY, MEMBER);
    const first = await checkin();
    const second = await checkin();
    for (const element of [second, first]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await turnTo(element, () => part(element, 'button').focus());
    }
    await waitUntil(() => hasPart(first, 'change') && hasPart(second, 'change'));
    part(first, 'change').click();
    await waitUntil(() => first.shadowRoot?.activeElement === input(first));
    checkbox(first).click();
    assert.lengthOf(localStorage, 0);
    await second.claim();
    await reaches(second, 'invalid');
    enter(second, MEMBER);
    await second.claim();
    await reaches(second, 'granted');
    assert.isFalse(checkbox(second).checked);
    assert.lengthOf(localStorage, 0);
  });

  it('is not forgotten because of another widget, in which the visitor does not ask to be remembered', async () => {
    const element = await checkin();
    await turnTo(element, () => input(element).focus());
    localStorage.setItem(KEY, 'from elsewhere');
    await sendKeys({ type: MEMBER });
    await waitUntil(() => input(element).value === MEMBER);
    input(element).blur();
    assert.equal(localStorage.getItem(KEY), 'from elsewhere');
  });

  it('can be entered anew after the proxy would not even take the remembered one', async () => {
    localStorage.setItem(KEY, 'stale');
    proxy.onAction = ({ url }) =>
      url.includes('stale')
        ? problem('invalid-request', { errors: [{ field: 'memberId', message: 'is unknown' }] })
        : json(200, view());
    const element = await checkin();
    assert.isTrue(inState(element, 'invalid'));
    enter(element, MEMBER);
    await element.claim();
    await reaches(element, 'ready');
    await element.claim();
    assert.isTrue(inState(element, 'granted'));
    assert.deepEqual(proxy.claims[0]?.body, { memberId: MEMBER });
  });

  it('can be another one after the remembered one has claimed', async () => {
    localStorage.setItem(KEY, MEMBER);
    proxy.onClaim = () => problem('already-claimed');
    const element = await checkin();
    press(element);
    await reaches(element, 'claimed');
    part(element, 'change').click();
    await reaches(element, 'ready');
    await waitUntil(() => element.shadowRoot?.activeElement === input(element));
    await waitUntil(() => getSelection()?.toString() === MEMBER);
    proxy.onClaim = () => json(201, claim({ memberId: 'another' }));
    press(element, 'another');
    await reaches(element, 'granted');
    assert.deepEqual(proxy.claims[1]?.body, { memberId: 'another' });
  });

  it('stays in the field over failures and retries', async () => {
    proxy.onClaim = lost;
    const element = await checkin();
    press(element, 'mine');
    await reaches(element, 'failed');
    assert.equal(input(element).value, 'mine');
  });

  for (const [how, blocked] of [
    [
      'throws when mentioned',
      {
        get: () => {
          throw new DOMException('Denied.', 'SecurityError');
        },
      },
    ],
    [
      'throws when written',
      {
        get: () => ({
          getItem: () => null,
          setItem: () => {
            throw new DOMException('Full.', 'QuotaExceededError');
          },
        }),
      },
    ],
    ['is not there', { get: () => undefined }],
  ] as const) {
    it(`does without a localStorage that ${how}`, async () => {
      Object.defineProperty(window, 'localStorage', { configurable: true, ...blocked });
      const element = await checkin();
      enter(element, MEMBER);
      checkbox(element).click();
      await element.claim();
      assert.isTrue(inState(element, 'granted'));
    });
  }
});
