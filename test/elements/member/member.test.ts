import { assert, fixture, fixtureCleanup, html, oneEvent } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { RewardsMember } from '../../../src/elements/index.ts';
import '../../../src/elements/define.ts';
import { checkin } from '../checkin/checkin.ts';
import { knownMember, page } from '../../../src/elements/shared/member-store.ts';
import { FakeProxy, json, MEMBER, standing, view } from '../fake-proxy.ts';
import { enter, hasPart, inState, input, leave, part, press, reaches, said, turnTo } from '../widget.ts';
import { Stubs } from '../stubs.ts';
import { itNeeds } from '../it-needs.ts';
import { waitUntil } from '../wait-until.ts';

const KEY = 'rewards-elements:member-id';

describe('<rewards-member>', () => {
  let proxy: FakeProxy;

  beforeEach(() => {
    localStorage.clear();
    proxy = new FakeProxy();
  });

  afterEach(async () => {
    fixtureCleanup();
    await Promise.resolve();
    proxy.restore();
    localStorage.clear();
  });

  const member = () => fixture<RewardsMember>(html`<rewards-member></rewards-member>`);

  describe('in a form', () => {
    async function form(content = html`<rewards-member required></rewards-member>`) {
      const element = await fixture<HTMLFormElement>(html`<form>${content}<button>Send</button></form>`);
      const field = element.querySelector('rewards-member');
      if (!field) throw new Error('There is no field.');
      await field.updateComplete;
      return { element, field };
    }

    /** Keeps the form on the page, and tells how often it was sent. */
    function countSent(element: HTMLFormElement): () => number {
      let sent = 0;
      element.addEventListener('submit', (event) => {
        event.preventDefault();
        sent += 1;
      });
      return () => sent;
    }

    it('sends the id under its name, without what surrounds it', async () => {
      const { element, field } = await form();
      enter(field, ` <@${MEMBER}> `);
      assert.deepEqual([...new FormData(element)], [['memberId', MEMBER]]);
      field.name = 'player';
      await field.updateComplete;
      assert.deepEqual([...new FormData(element)], [['player', MEMBER]]);
      assert.isTrue(field.form === element);
    });

    it('stops the form where it is required and empty, or holds no id', async () => {
      const { element, field } = await form();
      assert.isFalse(element.checkValidity());
      assert.isTrue(field.validity.valueMissing);
      assert.equal(field.validationMessage, 'This is needed.');
      enter(field, 'no id!');
      assert.isTrue(field.validity.patternMismatch);
      assert.isFalse(field.checkValidity());
      enter(field, MEMBER);
      assert.isTrue(element.checkValidity());
      assert.isTrue(field.willValidate);
    });

    it('takes a flaw from the page, until the text is changed', async () => {
      const { field } = await form();
      enter(field, MEMBER);
      field.setCustomValidity('Unknown here.');
      await field.updateComplete;
      assert.isTrue(field.matches(':state(invalid)'));
      assert.equal(part(field, 'error').textContent, 'Unknown here.');
      assert.isFalse(field.reportValidity());
      enter(field, 'another');
      assert.isTrue(field.checkValidity());
    });

    it('is reset, disabled and restored with its form', async () => {
      const { element, field } = await form(html`<fieldset><rewards-member></rewards-member></fieldset>`);
      enter(field, MEMBER);
      element.reset();
      assert.equal(field.value, '');
      const fieldset = element.querySelector('fieldset');
      if (fieldset) fieldset.disabled = true;
      await field.updateComplete;
      assert.isTrue(input(field).disabled);
      field.formStateRestoreCallback(MEMBER);
      assert.equal(field.value, MEMBER);
      assert.equal(input(field).value, MEMBER);
    });

    it('is sent by Enter', async () => {
      const { element, field } = await form();
      const sent = oneEvent(element, 'submit');
      element.addEventListener('submit', (event) => event.preventDefault());
      await turnTo(field, () => input(field).focus());
      await sendKeys({ type: MEMBER });
      await sendKeys({ press: 'Enter' });
      await sent;
      assert.deepEqual([...new FormData(element)], [['memberId', MEMBER]]);
    });

    it('is not sent by Enter at what else is in it', async () => {
      const { element, field } = await form();
      const sent = countSent(element);
      part(field, 'help-summary').focus();
      await sendKeys({ press: 'Enter' });
      assert.equal(sent(), 0);
    });

    it('keeps what was set before it is drawn, and tells of no change where another control of it has changed', async () => {
      const field = document.createElement('rewards-member');
      field.value = MEMBER;
      const around = await fixture(html`<form></form>`);
      around.append(field);
      field.dispatchEvent(new Event('change', { bubbles: true }));
      await field.updateComplete;
      assert.equal(field.value, MEMBER);
      let changes = 0;
      field.addEventListener('change', () => (changes += 1));
      part(field, 'remember').querySelector('input')?.click();
      assert.equal(changes, 0);
      leave(field, 'another');
      assert.equal(changes, 1);
    });

    it('is not sent by the Enter that ends what is written by an input method, or is held down', async () => {
      const { element, field } = await form();
      const sent = countSent(element);
      enter(field, MEMBER);
      const pressEnter = (init: KeyboardEventInit) =>
        input(field).dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, composed: true, ...init }),
        );
      pressEnter({ isComposing: true });
      pressEnter({ keyCode: 229 });
      pressEnter({ repeat: true });
      assert.equal(sent(), 0);
      pressEnter({});
      assert.equal(sent(), 1);
    });

    it('has what was filled in by whatever tells of it by `change` alone, as some password managers do', async () => {
      const { element, field } = await form();
      input(field).value = MEMBER;
      input(field).dispatchEvent(new Event('change', { bubbles: true }));
      assert.deepEqual([...new FormData(element)], [['memberId', MEMBER]]);
    });
  });

  it('takes the focus of a label and by script, and tells of changes as a native field does', async () => {
    const element = await member();
    element.focus();
    assert.isTrue(element.shadowRoot?.activeElement === input(element));
    const told: string[] = [];
    for (const type of ['input', 'change']) element.addEventListener(type, (event) => told.push(event.type));
    leave(element, MEMBER);
    assert.deepEqual(told, ['input', 'change']);
    assert.equal(element.value, MEMBER);
  });

  it('has properties that were set before the upgrade', async () => {
    const early = document.createElement('early-member');
    Object.assign(early, { value: MEMBER, required: true });
    document.body.append(early);
    RewardsMember.define('early-member');
    if (!(early instanceof RewardsMember)) throw new Error('It was not upgraded.');
    await early.updateComplete;
    assert.equal(early.value, MEMBER);
    assert.equal(input(early).value, MEMBER);
    assert.isTrue(early.required);
    early.remove();
  });

  it('has the page’s own label, help and footer in place of ours', async () => {
    const element = await fixture<RewardsMember>(html`
      <rewards-member>
        <span slot="label">Your Harbour id</span>
        <p slot="help">It is on your ticket.</p>
        <p slot="footer">We never ask for a password.</p>
      </rewards-member>
    `);
    const [label, help, footer] = element.children;
    assert.isTrue(label?.checkVisibility());
    assert.isTrue(footer?.checkVisibility());
    assert.isFalse(help?.checkVisibility());
    assert.equal(label?.assignedSlot?.closest('label')?.control, input(element));
    part(element, 'help-summary').click();
    assert.isTrue(help?.checkVisibility());
    await turnTo(element, () => input(element).focus());
    assert.isTrue(help?.checkVisibility());
    assert.isFalse(part(element, 'help').querySelector('ol')?.checkVisibility() ?? false);
    const { top, bottom } = part(element, 'card').getBoundingClientRect();
    for (const given of [label, footer]) {
      const box = given?.getBoundingClientRect();
      assert.isTrue(!!box && box.top >= top && box.bottom <= bottom);
    }
  });

  describe('advises', () => {
    it('with pictures on how to find one’s id', async () => {
      const element = await member();
      await turnTo(element, () => input(element).focus());
      part(element, 'help-summary').click();
      await waitUntil(() => hasPart(element, 'steps'));
      assert.lengthOf(part(element, 'steps').querySelectorAll('li > svg[aria-hidden=true]'), 3);
    });

    it('of a doubt, where the id is of an unusual kind, and lets it pass', async () => {
      const element = await member();
      await turnTo(element, () => input(element).focus());
      leave(element, 'wren');
      await waitUntil(() => part(element, 'hint').textContent === 'This does not look like a member id.');
      assert.equal(input(element).ariaInvalid, 'false');
      assert.isTrue(element.checkValidity());
      for (const usual of ['12345678901234567', MEMBER, '1234567890123456789']) {
        leave(element, usual);
        await element.updateComplete;
        assert.equal(part(element, 'hint').textContent, '');
      }
    });

    it('of a text that can be no id, once the visitor leaves it', async () => {
      const element = await member();
      await turnTo(element, () => input(element).focus());
      leave(element, '<@&123456789012345678>');
      await waitUntil(() => hasPart(element, 'error'));
      assert.isTrue(element.matches(':state(invalid)'));
    });
  });

  describe('serves all widgets', () => {
    it('with what was entered before its script had come, also when the visitor is at the next control by then', async () => {
      const element = await member();
      await checkin();
      input(element).focus();
      leave(element, MEMBER);
      element.shadowRoot?.querySelector<HTMLElement>('#remember')?.focus();
      await waitUntil(() => proxy.loads.at(-1)?.url === `/rewards/actions/daily?memberId=${MEMBER}`);
    });

    it('of the page, which draw no fields of their own', async () => {
      const element = await member();
      const first = await checkin();
      assert.isFalse(hasPart(first, 'input'));
      await turnTo(element, () => input(element).focus());
      leave(element, MEMBER);
      await waitUntil(() => part(first, 'member').textContent === `Member: ${MEMBER}`);
      await waitUntil(() => proxy.loads.at(-1)?.url === `/rewards/actions/daily?memberId=${MEMBER}`);
      part(first, 'button').click();
      await reaches(first, 'granted');
      assert.deepEqual(proxy.claims[0]?.body, { memberId: MEMBER });
    });

    it('by asking on their behalf, once, when one is pressed too early', async () => {
      const element = await member();
      const first = await checkin();
      part(first, 'button').click();
      await reaches(first, 'invalid');
      await waitUntil(() => element.shadowRoot?.activeElement === input(element));
      assert.equal(part(element, 'error').textContent, 'This is needed.');
      assert.equal(said(first), '');
    });

    it('with an id that a script sets', async () => {
      const field = await member();
      const widget = await checkin();
      await reaches(widget, 'ready');
      field.value = MEMBER;
      await waitUntil(() => proxy.loads.some(({ url }) => url.endsWith(`?memberId=${MEMBER}`)));
    });

    itNeeds('the focus', 'not with what a framework writes back while the visitor types', async () => {
      const field = await member();
      await reaches(await checkin(), 'ready');
      await turnTo(field, () => input(field).focus());
      field.addEventListener('input', () => {
        const { value } = field;
        field.value = value;
      });
      enter(field, '98765');
      leave(field, MEMBER);
      await waitUntil(() => proxy.seen.some(({ url }) => url.includes(MEMBER)));
      assert.isFalse(proxy.seen.some(({ url }) => url.includes('98765')));
    });

    it('with an id that a script sets before it puts the field on the page, and no other one is loaded', async () => {
      localStorage.setItem(KEY, '999999999999999999');
      const field = document.createElement('rewards-member');
      const widget = document.createElement('rewards-checkin');
      widget.action = 'daily';
      field.value = MEMBER;
      assert.equal(page.latest, '');
      await fixture(html`${widget}${field}`);
      await reaches(widget, 'ready');
      assert.equal(field.value, MEMBER);
      assert.deepEqual(
        proxy.loads.map(({ url }) => url),
        [`/rewards/actions/daily?memberId=${MEMBER}`],
      );
    });

    it('not with what it found when it was made, where another id is entered before it is put on the page', async () => {
      localStorage.setItem(KEY, '999999999999999999');
      const field = document.createElement('rewards-member');
      const widget = await checkin();
      enter(widget, MEMBER);
      await widget.claim();
      await reaches(widget, 'granted');
      await fixture(html`${field}`);
      assert.equal(knownMember(), MEMBER);
      field.remove();
    });

    it('with what the field shows, even before the visitor leaves it', async () => {
      const field = await member();
      const widget = await checkin();
      await reaches(widget, 'ready');
      leave(field, '999999999999999999');
      enter(field, MEMBER);
      await widget.claim();
      assert.deepEqual(proxy.claims[0]?.body, { memberId: MEMBER });
    });

    it('with what an earlier visit left, without a word to other tabs', async () => {
      const field = await member();
      await reaches(await checkin(), 'ready');
      const told: string[] = [];
      const stubs = new Stubs();
      stubs.set(Storage.prototype, 'setItem', (key) => told.push(key));
      field.formStateRestoreCallback(MEMBER);
      stubs.restore();
      assert.deepEqual(told, []);
      await waitUntil(() => proxy.loads.some(({ url }) => url.endsWith(`?memberId=${MEMBER}`)));
    });

    it('with where another member stands, when one has just got something', async () => {
      const field = await member();
      const widget = await checkin();
      await reaches(widget, 'ready');
      field.value = MEMBER;
      await widget.claim();
      await reaches(widget, 'granted');
      proxy.onAction = () => json(200, view({ member: standing({ memberId: '7', canClaim: false }) }));
      field.value = '7';
      await reaches(widget, 'claimed');
    });

    it('without taking anything else for an id', async () => {
      const element = await member();
      for (const detail of [null, undefined, 'x', {}, { id: 7 }, { id: '<img>' }, { id: '' }]) {
        dispatchEvent(new CustomEvent('rewards-member-id', { detail }));
      }
      dispatchEvent(new Event('rewards-member-id'));
      for (const newValue of [null, '', '<img>', 'x'.repeat(1000)]) {
        dispatchEvent(new StorageEvent('storage', { key: KEY, newValue }));
      }
      assert.equal(element.value, '');
      assert.equal(page.latest, '');
    });

    it('of another tab', async () => {
      const first = await checkin();
      const held = await member();
      dispatchEvent(new StorageEvent('storage', { key: `${KEY}:now`, newValue: MEMBER }));
      await waitUntil(() => held.value === MEMBER);
      await waitUntil(() => proxy.loads.at(-1)?.url.endsWith(MEMBER));
      assert.isTrue(inState(first, 'ready'));
    });

    itNeeds('the focus', 'of another tab, but not while the visitor types', async () => {
      const element = await member();
      await turnTo(element, () => input(element).focus());
      input(element).value = '987';
      dispatchEvent(new StorageEvent('storage', { key: `${KEY}:now`, newValue: MEMBER }));
      assert.equal(input(element).value, '987');
    });

    it('without leaving a trace, where nobody asked to be remembered', async () => {
      const element = await member();
      await turnTo(element, () => input(element).focus());
      leave(element, MEMBER);
      assert.lengthOf(localStorage, 0);
      part(element, 'remember').querySelector('input')?.click();
      leave(element, MEMBER);
      assert.equal(localStorage.getItem(KEY), MEMBER);
    });
  });

  it('is not needed: what is entered in one widget reaches the others, also where it is to be remembered', async () => {
    const first = await checkin();
    const second = await checkin();
    part(first, 'remember').querySelector('input')?.click();
    press(first);
    await reaches(first, 'granted');
    assert.equal(localStorage.getItem(KEY), MEMBER);
    await waitUntil(() => input(second).value === MEMBER);
  });

  it('is not needed: what is entered in one widget reaches the others', async () => {
    const first = await checkin();
    const second = await checkin();
    press(first);
    await reaches(first, 'granted');
    await waitUntil(() => input(second).value === MEMBER);
    proxy.onAction = () => json(200, view());
    assert.isTrue(inState(second, 'ready'));
  });
});
