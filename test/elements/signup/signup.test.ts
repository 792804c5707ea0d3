import { assert, fixture, fixtureCleanup, html } from '@open-wc/testing';
import type { TemplateResult } from 'lit';
import type { FieldView } from '../../../src/contract/action.ts';
import type { RewardsSignup } from '../../../src/elements/index.ts';
import '../../../src/elements/signup/signup.define.ts';
import { claim, FakeProxy, field, HOUR, inMs, json, MEMBER, problem, standing, view } from '../fake-proxy.ts';
import { Stubs } from '../stubs.ts';
import { hasPart, inState, input, part, press, reaches, said, type } from '../widget.ts';
import { waitUntil } from '../wait-until.ts';

const FIELDS: FieldView[] = [
  field({ maxLength: 20 }),
  field({ name: 'mail', label: 'E-mail', type: 'email', required: false }),
  field({ name: 'size', label: 'Size', type: 'select', options: [{ value: 's', label: 'Small' }] }),
  field({ name: 'about', label: 'About you', type: 'textarea', required: false, maxLength: 200 }),
  field({ name: 'consent', label: 'I agree', type: 'checkbox' }),
];

const OWN = html`
  <form action="/rewards/actions/daily/claims" method="post">
    <label>Name <input name="name" required /></label>
    <label
      >Size
      <select name="size">
        <option value="s">S</option>
      </select></label
    >
    <label><input type="checkbox" name="consent" /> I agree</label>
    <button>Count me in</button>
  </form>
`;

describe('<rewards-signup>', () => {
  let proxy: FakeProxy;
  let stubs: Stubs;

  beforeEach(() => {
    localStorage.clear();
    proxy = new FakeProxy();
    stubs = new Stubs();
    proxy.onAction = () => json(200, view({ title: 'Summer meetup', repeats: 'once', fields: FIELDS }));
  });

  afterEach(async () => {
    fixtureCleanup();
    await Promise.resolve();
    stubs.restore();
    proxy.restore();
  });

  async function signup(content: TemplateResult = html``, memberId = MEMBER): Promise<RewardsSignup> {
    const element = await fixture<RewardsSignup>(
      html`<rewards-signup action="daily" member-id=${memberId}>${content}</rewards-signup>`,
    );
    await waitUntil(() => !inState(element, 'loading'), 'still loading');
    return element;
  }

  const drawn = (element: Element, name: string): HTMLInputElement => {
    const control = element.shadowRoot?.querySelector<HTMLInputElement>(`[name=${name}]`);
    if (!control) throw new Error(`There is no field ${name}.`);
    return control;
  };
  const own = (element: Element, name: string): HTMLInputElement => {
    const control = element.querySelector<HTMLInputElement>(`[name=${name}]`);
    if (!control) throw new Error(`There is no field ${name}.`);
    return control;
  };
  const flaw = (element: Element, name: string) =>
    element.shadowRoot?.getElementById(drawn(element, name).getAttribute('aria-describedby') ?? '')?.textContent;

  function fillIn(element: Element): void {
    type(drawn(element, 'name'), 'Wren');
    type(drawn(element, 'size'), 's');
    drawn(element, 'consent').click();
  }

  it('says that a checkbox is needed below its label, which may take the whole line, and moves nothing', async () => {
    const label = 'I have read the rules of the harbour, and I accept them for my guests as well';
    proxy.onAction = () => json(200, view({ fields: [field({ name: 'rules', label, type: 'checkbox' })] }));
    const element = await signup();
    element.style.inlineSize = '328px';
    const top = () => part(element, 'button').getBoundingClientRect().top;
    const before = top();
    press(element);
    await reaches(element, 'invalid');
    const error = part(element, 'error');
    assert.equal(error.textContent, 'This is needed.');
    assert.isAtLeast(error.clientWidth, error.scrollWidth);
    assert.isAbove(error.getBoundingClientRect().bottom, part(element, 'choice').getBoundingClientRect().bottom);
    assert.equal(top(), before);
  });

  it('listens once to a form of the page’s own, however often the visitor comes by', async () => {
    const element = await signup(OWN);
    const listening: string[] = [];
    stubs.set(element, 'addEventListener', (...heard: Parameters<HTMLElement['addEventListener']>) => {
      listening.push(heard[0]);
      HTMLElement.prototype.addEventListener.apply(element, heard);
    });
    for (let visit = 0; visit < 20; visit += 1) part(element, 'card').dispatchEvent(new PointerEvent('pointerenter'));
    own(element, 'name').value = 'Wren';
    element.querySelector('button')?.click();
    await reaches(element, 'granted');
    assert.deepEqual(listening, ['input', 'change', 'keydown']);
  });

  it('tells how many places are left and until when', async () => {
    const closes = new Date(2099, 6, 4, 16).toISOString();
    proxy.onAction = () => json(200, view({ seatsLeft: 1200, closes }));
    const element = await signup();
    const facts = Array.from(part(element, 'facts').children, ({ textContent }) => textContent);
    assert.equal(facts[0], 'Places left: 1,200');
    assert.match(facts[1] ?? '', /^Until \w+, Jul 4/);
  });

  it('begins no line with what stands between two facts', async () => {
    proxy.onAction = () => json(200, view({ seatsLeft: 1200, closes: '2099-07-04T16:00:00Z' }));
    const element = await signup();
    element.style.cssText = 'display: block; inline-size: 220px';
    const about = part(element, 'about').getBoundingClientRect();
    const [first, second] = Array.from(part(element, 'facts').children, (fact) => {
      const range = document.createRange();
      range.selectNodeContents(fact);
      return range.getBoundingClientRect();
    });
    if (!first || !second) throw new Error('There are no facts.');
    assert.isAbove(second.top, first.top);
    assert.closeTo(second.left, about.left, 2);
    assert.equal(getComputedStyle(part(element, 'about')).overflowX, 'clip');
  });

  it('says nothing of places and time where there is no bound to them', async () => {
    assert.equal(part(await signup(), 'facts').textContent.trim(), '');
  });

  describe('with the fields that the proxy lists', () => {
    it('draws each with its label, and says which may stay empty', async () => {
      const element = await signup();
      const labels = FIELDS.map(({ name }) => drawn(element, name).labels?.[0]?.textContent?.trim());
      assert.deepEqual(labels, ['Your name', 'E-mail (optional)', 'Size', 'About you (optional)', 'I agree']);
      assert.equal(drawn(element, 'name').maxLength, 20);
      assert.equal(drawn(element, 'mail').type, 'email');
      assert.equal(drawn(element, 'about').localName, 'textarea');
      assert.equal(drawn(element, 'about').maxLength, 200);
      assert.equal(drawn(element, 'size').value, '');
    });

    it('takes a part of a number for one', async () => {
      proxy.onAction = () => json(200, view({ repeats: 'once', fields: [field({ type: 'number' })] }));
      const element = await signup();
      type(drawn(element, 'name'), '1.5');
      assert.isTrue(drawn(element, 'name').validity.valid);
    });

    it('tells the browser what it may fill in, and which keys a phone shows', async () => {
      const fields = [
        field({ autocomplete: 'given-name', inputMode: 'text', enterKeyHint: 'next' }),
        field({
          name: 'about',
          type: 'textarea',
          autocomplete: 'street-address',
          inputMode: 'text',
          enterKeyHint: 'enter',
        }),
        field({ name: 'land', type: 'select', autocomplete: 'country' }),
        field({ name: 'plain' }),
      ];
      proxy.onAction = () => json(200, view({ repeats: 'once', fields }));
      const element = await signup();
      const attributes = fields.map(({ name }) =>
        ['autocomplete', 'inputmode', 'enterkeyhint'].map((key) => drawn(element, name).getAttribute(key)),
      );
      assert.deepEqual(attributes, [
        ['given-name', 'text', 'next'],
        ['street-address', 'text', 'enter'],
        ['country', null, null],
        [null, null, null],
      ]);
    });

    it('sends what was filled in along with the member', async () => {
      const element = await signup();
      fillIn(element);
      part(element, 'button').click();
      await reaches(element, 'granted');
      assert.deepEqual(proxy.claims[0]?.body, {
        memberId: MEMBER,
        fields: { name: 'Wren', mail: '', size: 's', about: '', consent: true },
      });
      assert.match(said(element), /^\+12 points You are signed up/);
    });

    it('says at each field what is wrong with it, moves to the first, and sends nothing', async () => {
      const element = await signup();
      type(drawn(element, 'mail'), 'nobody');
      part(element, 'button').click();
      await reaches(element, 'invalid');
      assert.equal(flaw(element, 'name'), 'This is needed.');
      assert.equal(flaw(element, 'mail'), drawn(element, 'mail').validationMessage);
      assert.equal(flaw(element, 'size'), 'This is needed.');
      assert.equal(flaw(element, 'about'), '');
      assert.equal(flaw(element, 'consent'), 'This is needed.');
      assert.equal(drawn(element, 'name').ariaInvalid, 'true');
      assert.equal(drawn(element, 'about').ariaInvalid, 'false');
      await waitUntil(() => element.shadowRoot?.activeElement === drawn(element, 'name'));
      assert.lengthOf(proxy.claims, 0);
      type(drawn(element, 'name'), 'Wren');
      await element.updateComplete;
      assert.equal(flaw(element, 'name'), '');
      assert.equal(flaw(element, 'consent'), 'This is needed.');
    });

    it('fails where the proxy finds something wrong that is not drawn', async () => {
      proxy.onClaim = () =>
        problem('invalid-request', { errors: [{ field: 'fields.gone', message: 'must be known' }] });
      const element = await signup();
      fillIn(element);
      part(element, 'button').click();
      await reaches(element, 'failed');
    });

    it('says in another language that something is to be looked at, without the proxy’s English', async () => {
      proxy.onClaim = () =>
        problem('invalid-request', { errors: [{ field: 'fields.name', message: 'must be a name' }] });
      const element = await signup();
      element.lang = 'de';
      await waitUntil(() => part(element, 'button').textContent.trim() === 'Anmelden');
      fillIn(element);
      part(element, 'button').click();
      await reaches(element, 'invalid');
      await waitUntil(() => flaw(element, 'name') === 'Bitte prüfe das.');
    });

    it('says at the field what the proxy found wrong', async () => {
      proxy.onClaim = () =>
        problem('invalid-request', { errors: [{ field: 'fields.name', message: 'must be a name' }] });
      const element = await signup();
      fillIn(element);
      part(element, 'button').click();
      await reaches(element, 'invalid');
      assert.equal(flaw(element, 'name'), 'Please check this. It must be a name.');
      await waitUntil(() => element.shadowRoot?.activeElement === drawn(element, 'name'));
    });

    it('says at the field that a code is wrong, and claims with the right one', async () => {
      proxy.onClaim = () => problem('not-proved', { errors: [{ field: 'fields.name', message: 'is not right' }] });
      const element = await signup();
      fillIn(element);
      part(element, 'button').click();
      await reaches(element, 'invalid');
      assert.equal(flaw(element, 'name'), 'Please check this. It is not right.');
      proxy.onClaim = () => json(201, claim());
      part(element, 'button').click();
      await reaches(element, 'granted');
    });

    describe('from a link that brings a code', () => {
      const { href } = location;
      const coded = field({ name: 'code', label: 'Code', autocomplete: 'off' });

      beforeEach(() => {
        proxy.onAction = () => json(200, view({ fields: [field(), coded] }));
        history.replaceState(null, '', '#rewards-code=482913&rewards-name=Eve&rewards-none=1');
      });

      afterEach(() => history.replaceState(null, '', href));

      it('has it filled in as soon as the visitor turns to the widget, and nothing else', async () => {
        const element = await signup();
        part(element, 'card').dispatchEvent(new PointerEvent('pointerenter'));
        await waitUntil(() => drawn(element, 'code').value === '482913', 'the code is not filled in');
        assert.equal(drawn(element, 'name').value, '');
        type(drawn(element, 'code'), '');
        press(element);
        await reaches(element, 'invalid');
        assert.equal(drawn(element, 'code').value, '');
      });

      it('sends it with the first press, and leaves alone what was typed since', async () => {
        proxy.onClaim = () => json(201, claim());
        const element = await signup();
        type(drawn(element, 'name'), 'Wren');
        press(element);
        await reaches(element, 'granted');
        assert.deepEqual(proxy.claims[0]?.body, { memberId: MEMBER, fields: { name: 'Wren', code: '482913' } });
        const typed = await signup();
        part(typed, 'card').dispatchEvent(new PointerEvent('pointerenter'));
        await waitUntil(() => drawn(typed, 'code').value === '482913', 'the code is not filled in');
        type(drawn(typed, 'name'), 'Wren');
        type(drawn(typed, 'code'), '111111');
        press(typed);
        await reaches(typed, 'granted');
        assert.deepEqual(proxy.claims[1]?.body, { memberId: MEMBER, fields: { name: 'Wren', code: '111111' } });
      });
    });

    it('asks again by itself, with all that was filled in, for what is not proved yet', async () => {
      proxy.onClaim = () => {
        proxy.onClaim = () => json(201, claim());
        return problem('not-yet', { retryAfter: 1 });
      };
      const element = await signup();
      fillIn(element);
      part(element, 'button').click();
      await reaches(element, 'granted');
      assert.deepEqual(proxy.claims[1]?.body, proxy.claims[0]?.body);
    });

    it('asks for the member as well, and for all that is missing at once', async () => {
      const element = await signup(html``, '');
      part(element, 'button').click();
      await reaches(element, 'invalid');
      assert.equal(input(element).ariaInvalid, 'true');
      assert.equal(flaw(element, 'name'), 'This is needed.');
      await waitUntil(() => element.shadowRoot?.activeElement === input(element));
      fillIn(element);
      press(element);
      await reaches(element, 'granted');
    });
  });

  describe('around a form of the page’s own', () => {
    it('draws no fields, no button of its own and no row for one where the form has them', async () => {
      const element = await signup(OWN);
      assert.isFalse(hasPart(element, 'button'));
      assert.isFalse(hasPart(element, 'label'));
      // A row of 44 pixels would be that of a button.
      assert.isBelow(part(element, 'body').offsetHeight, 60);
    });

    it('draws a button where the form has none', async () => {
      const element = await signup(html`<form><input name="name" aria-label="Name" value="Wren" /></form>`);
      part(element, 'button').click();
      await reaches(element, 'granted');
      assert.deepEqual(proxy.claims[0]?.body, { memberId: MEMBER, fields: { name: 'Wren', consent: false } });
    });

    it('sends the form’s values in place of the form', async () => {
      const element = await signup(OWN);
      type(own(element, 'name'), 'Wren');
      own(element, 'consent').click();
      element.querySelector('button')?.click();
      await reaches(element, 'granted');
      assert.deepEqual(proxy.claims[0]?.body, { memberId: MEMBER, fields: { name: 'Wren', size: 's', consent: true } });
    });

    it('lets the browser say what is wrong, and sends nothing', async () => {
      const element = await signup(OWN);
      void element.claim();
      await reaches(element, 'invalid');
      assert.isTrue(document.activeElement === own(element, 'name'));
      assert.lengthOf(proxy.claims, 0);
    });

    it('sends a form that is not to be checked as it is, also by a button that is of no form', async () => {
      proxy.onAction = () => json(200, view());
      const element = await signup(
        html`<form novalidate>
          <input name="name" aria-label="Name" required />
          <button type="button">Help</button>
        </form>`,
      );
      part(element, 'button').click();
      await reaches(element, 'granted');
      assert.deepEqual(proxy.claims[0]?.body, { memberId: MEMBER, fields: { name: '' } });
    });

    it('puts what the proxy found wrong at the page’s own field, until that is changed', async () => {
      proxy.onClaim = () =>
        problem('invalid-request', { errors: [{ field: 'fields.name', message: 'must be known' }] });
      const element = await signup(OWN);
      type(own(element, 'name'), 'Wren');
      element.querySelector('button')?.click();
      await reaches(element, 'invalid');
      assert.equal(own(element, 'name').validationMessage, 'Please check this. It must be known.');
      assert.equal(own(element, 'name').ariaInvalid, 'true');
      await waitUntil(() => document.activeElement === own(element, 'name'));
      type(own(element, 'name'), 'Imke');
      assert.equal(own(element, 'name').validationMessage, '');
      assert.isNull(own(element, 'name').ariaInvalid);
    });

    it('takes the member from a field of the form, tidied', async () => {
      const element = await signup(
        html`<form>
          <input name="memberId" aria-label="Member id" value=" <@${MEMBER}> " />
          <input name="name" aria-label="Name" value="Wren" />
        </form>`,
        '',
      );
      assert.isFalse(hasPart(element, 'label'));
      part(element, 'button').click();
      await reaches(element, 'granted');
      assert.deepEqual(proxy.claims[0]?.body, { memberId: MEMBER, fields: { name: 'Wren', consent: false } });
    });

    it('says at the form’s field that it holds no member id', async () => {
      const element = await signup(
        html`<form><input name="memberId" aria-label="Member id" value="No id!" /></form>`,
        '',
      );
      part(element, 'button').click();
      await reaches(element, 'invalid');
      await waitUntil(() => own(element, 'memberId').validationMessage === 'Not a member id. Copy it again.');
      type(own(element, 'memberId'), MEMBER);
      assert.equal(own(element, 'memberId').validationMessage, '');
      part(element, 'button').click();
      await reaches(element, 'granted');
    });

    it('reads form-associated elements and radio buttons like any other field', async () => {
      proxy.onAction = () => json(200, view());
      if (!customElements.get('test-rating')) {
        customElements.define(
          'test-rating',
          class extends HTMLElement {
            static readonly formAssociated = true;
            readonly internals = this.attachInternals();
            connectedCallback() {
              this.internals.setFormValue('5');
            }
          },
        );
      }
      const element = await signup(
        html`<form>
          <test-rating name="rating"></test-rating>
          <label><input type="radio" name="day" value="sat" checked /> Saturday</label>
          <label><input type="radio" name="day" value="sun" /> Sunday</label>
          <label><input type="checkbox" name="meal" value="soup" checked /> Soup</label>
          <label><input type="checkbox" name="meal" value="bread" checked /> Bread</label>
          <input type="hidden" name="memberId" value=${MEMBER} />
        </form>`,
      );
      proxy.onClaim = () => problem('invalid-request', { errors: [{ field: 'fields.day', message: 'must be free' }] });
      part(element, 'button').click();
      await reaches(element, 'invalid');
      assert.equal(own(element, 'day').ariaInvalid, 'true');
      own(element, 'day').dispatchEvent(new Event('change', { bubbles: true }));
      proxy.onClaim = () => json(201, claim());
      part(element, 'button').click();
      await reaches(element, 'granted');
      const fields = { rating: '5', day: 'sat', meal: 'soup, bread' };
      assert.deepEqual(proxy.claims[1]?.body, { memberId: MEMBER, fields });
    });
  });

  it('says of somebody who is signed up that they are', async () => {
    proxy.onAction = () => json(200, view({ repeats: 'once', member: standing({ canClaim: false }) }));
    const element = await signup();
    await reaches(element, 'claimed');
    assert.match(said(element), /^You are signed up Once$/);
  });

  it('shows points and role together', async () => {
    proxy.onClaim = () =>
      json(
        201,
        claim({
          nextClaimAt: inMs(HOUR),
          grants: [
            { type: 'points', points: 50, remark: 'Signed up' },
            { type: 'role', roleId: '1', roleName: 'Attendee', remark: 'Signed up' },
          ],
        }),
      );
    proxy.onAction = () => json(200, view());
    const element = await signup();
    part(element, 'button').click();
    await reaches(element, 'granted');
    assert.match(said(element), /^\+50 points · Role: Attendee You are signed up/);
  });

  it('empties its fields and those of the page on reset', async () => {
    const element = await signup(OWN);
    type(own(element, 'name'), 'Wren');
    element.reset();
    await reaches(element, 'ready');
    assert.equal(own(element, 'name').value, '');
  });
});
