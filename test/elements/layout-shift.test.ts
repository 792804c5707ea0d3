import '../../src/elements/define.ts';
import { assert, fixture, fixtureCleanup, html } from '@open-wc/testing';
import type { TemplateResult } from 'lit';
import { html as staticHtml, unsafeStatic } from 'lit/static-html.js';
import { RESERVED_HEIGHT } from '../../src/cli/init/templates/page.ts';
import type { GrantView } from '../../src/contract/action.ts';
import type { WidgetState } from '../../src/elements/index.ts';
import { claim, FakeProxy, field, Held, HOUR, inMs, json, MEMBER, problem, standing, view } from './fake-proxy.ts';
import { type Fonts, FONTS, resetFonts, useFonts } from './fonts.ts';
import { Announcements, ScriptedWallet } from './onchain/scripted-wallet.ts';
import { isThorough } from './it-needs.ts';
import { resize } from './surroundings.ts';
import { waitUntil } from './wait-until.ts';
import { hasPart, part, press, reaches, type } from './widget.ts';

interface LayoutShift extends PerformanceEntry {
  value: number;
}

const MEASURES = PerformanceObserver.supportedEntryTypes.includes('layout-shift');

/** How much taller the documentation says that a title makes a widget with each further line. */
const FURTHER_LINE_REM = 1.2421875;

/** The window of a test that says nothing of it. */
const USUAL = { width: 800, height: 600 };

/** Windows, and the fonts of a page in them. Wide windows have room. */
const LOOKS: { width: number; fonts: Fonts }[] = [
  ...FONTS.map((fonts) => ({ width: 360, fonts })),
  { width: 1280, fonts: 'wide' },
];

const POINTS: GrantView = { type: 'points', points: 10 };
const ROLE: GrantView = { type: 'role', roleId: '1', roleName: 'Keeper' };
const GRANTS = {
  'rewards-checkin': [POINTS],
  'rewards-role': [ROLE],
  'rewards-signup': [POINTS, ROLE],
  'rewards-onchain': [POINTS],
};
const TAGS = ['rewards-checkin', 'rewards-role', 'rewards-signup', 'rewards-onchain'] as const;

const ONCHAIN = { asks: 'address', chains: [{ id: 1, name: 'Ethereum' }] };

const ENDS: [WidgetState, () => Response][] = [
  ['granted', () => json(201, claim({ streak: 4 }))],
  ['pending', () => json(202, claim({ status: 'pending' }))],
  ['claimed', () => problem('already-claimed', { nextClaimAt: inMs(3 * HOUR) })],
  ['refused', () => problem('refused')],
  ['throttled', () => problem('throttled', { retryAfter: 30 })],
  ['failed', () => problem('internal')],
];

/** All ends are tried where their texts are widest, in the narrowest window; elsewhere one, of the members that the site does not know. */
const isNarrowest = ({ width, fonts }: (typeof LOOKS)[number]) => width === 360 && fonts === 'wide';
const endsIn = (look: (typeof LOOKS)[number]) =>
  isThorough || isNarrowest(look) ? ENDS : ENDS.filter(([end]) => end === 'claimed');
const membersIn = (look: (typeof LOOKS)[number]) => (isThorough || isNarrowest(look) ? ['', MEMBER] : ['']);

/** A widget with something below it, in a box with that style. */
async function withBelow(widget: TemplateResult, style = ''): Promise<[element: Element, below: HTMLElement]> {
  const box = await fixture<HTMLElement>(
    html`<div style=${style}>
      ${widget}
      <p>What stands below.</p>
    </div>`,
  );
  const [element, below] = box.children;
  if (!element || !(below instanceof HTMLElement)) throw new Error('There is no widget.');
  return [element, below];
}

const frames = async () => {
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
};

describe('what stands below a widget', () => {
  let proxy: FakeProxy;
  let wallets: Announcements;
  let shifts: number[];
  let observer: PerformanceObserver | undefined;

  beforeEach(() => {
    localStorage.clear();
    proxy = new FakeProxy();
    proxy.onPoll = () => new Held().reply;
    proxy.onMessage = () => json(200, { message: 'Sign this.', expiresAt: inMs(HOUR) });
    wallets = new Announcements();
    wallets.add('Harbour', new ScriptedWallet());
    shifts = [];
    if (!MEASURES) return;
    observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as LayoutShift).value);
    });
  });

  afterEach(async () => {
    observer?.disconnect();
    wallets.remove();
    resetFonts();
    fixtureCleanup();
    await Promise.resolve();
    proxy.restore();
  });

  // A window takes long to get another size: those of one size follow each other.
  after(() => resize(USUAL));

  for (const { width, fonts } of LOOKS) {
    for (const tag of TAGS) {
      for (const memberId of membersIn({ width, fonts })) {
        for (const [end, reply] of endsIn({ width, fonts })) {
          it(`does not move from the first paint of <${tag}> to ${end}, at ${width} pixels in ${fonts}${memberId && ', for a known member'}`, async () => {
            await resize({ width, height: 900 });
            await useFonts(fonts);
            const loaded = new Held();
            const sent = new Held();
            proxy.onAction = () => loaded.reply;
            proxy.onClaim = () => sent.reply;
            const name = unsafeStatic(tag);
            const [element, below] = await withBelow(
              staticHtml`<${name} action="daily" member-id=${memberId}><form><label>Name <input name="name" value="Wren" /></label></form></${name}>`,
            );
            await frames();
            observer?.observe({ type: 'layout-shift' });
            const tops = new Set([below.offsetTop]);
            const member = memberId ? standing({ streak: 3 }) : null;
            loaded.give(json(200, view({ seatsLeft: 12, member, grants: GRANTS[tag], onchain: ONCHAIN })));
            await reaches(element, 'ready');
            await frames();
            tops.add(below.offsetTop);
            press(element);
            await reaches(element, 'submitting');
            await frames();
            tops.add(below.offsetTop);
            sent.give(reply());
            await reaches(element, end);
            await frames();
            tops.add(below.offsetTop);
            assert.lengthOf([...tops], 1, [...tops].join());
            assert.deepEqual(shifts, []);
          });
        }
      }
    }
  }

  for (const tag of TAGS) {
    it(`does not move, and no field comes and goes, where <${tag}> says that the visitor signs in`, async () => {
      await resize(USUAL);
      const loaded = new Held();
      proxy.onAction = () => loaded.reply;
      const name = unsafeStatic(tag);
      const [element, below] = await withBelow(staticHtml`<${name} action="daily" identity="platform"></${name}>`);
      await frames();
      observer?.observe({ type: 'layout-shift' });
      assert.isFalse(hasPart(element, 'field'));
      const { offsetTop } = below;
      const signIn = { platform: 'Harbour Lights', url: `${location.origin}/rewards/sign-in`, member: null };
      loaded.give(json(200, view({ grants: GRANTS[tag], identity: 'platform', signIn })));
      await waitUntil(() => hasPart(element, 'account'));
      await frames();
      assert.equal(below.offsetTop, offsetTop);
      assert.deepEqual(shifts, []);
    });
  }

  // Errors have room for two lines: in wider fonts than Verdana those of a browser take three on a phone.
  for (const { width, fonts } of LOOKS.filter((look) => look.fonts !== 'wide' || look.width > 360)) {
    it(`does not move for errors at the fields that a sign-up draws, nor do the fields, at ${width} pixels in ${fonts}`, async () => {
      await resize({ width, height: 1200 });
      await useFonts(fonts);
      const fields = [
        field(),
        field({ name: 'mail', label: 'E-mail', type: 'email' }),
        field({ name: 'size', label: 'Size', type: 'select', options: [{ value: 's', label: 'Small' }] }),
        field({ name: 'consent', label: 'You may write to me', type: 'checkbox' }),
      ];
      proxy.onAction = () => json(200, view({ grants: GRANTS['rewards-signup'], fields }));
      const message = 'must be a name that we have not met so far';
      proxy.onClaim = () => problem('invalid-request', { errors: [{ field: 'fields.name', message }] });
      const [element, below] = await withBelow(
        html`<rewards-signup action="meetup" member-id=${MEMBER}></rewards-signup>`,
      );
      await reaches(element, 'ready');
      await frames();
      observer?.observe({ type: 'layout-shift' });
      const all = (selector: string) => [...(element.shadowRoot?.querySelectorAll<HTMLInputElement>(selector) ?? [])];
      const errors = () => all('[id$=-error]').map(({ textContent }) => textContent);
      const controls = all('[id^=field-][name]');
      const [name, mail, size, consent] = controls;
      if (!name || !mail || !size || !consent) throw new Error('There are fields missing.');
      const places = () =>
        [...controls, part(element, 'button'), below].map((node) => node.getBoundingClientRect().top);
      const before = places();
      press(element);
      await reaches(element, 'invalid');
      assert.deepEqual(
        errors(),
        controls.map(() => 'This is needed.'),
      );
      assert.deepEqual(places(), before);
      type(name, 'Wren');
      type(mail, 'the winter pier');
      type(size, 's');
      consent.click();
      press(element);
      await waitUntil(() => errors()[1] === mail.validationMessage);
      assert.deepEqual(places(), before);
      type(mail, 'wren@example.org');
      press(element);
      await waitUntil(() => errors()[0]?.includes(message));
      assert.deepEqual(places(), before);
      await frames();
      assert.deepEqual(shifts, []);
    });
  }

  it('does not move for a title of two lines that stands in the page, for which a widget is a line taller', async () => {
    await resize(USUAL);
    const loaded = new Held();
    proxy.onAction = () => loaded.reply;
    const [element, below] = await withBelow(
      html`<rewards-checkin action="daily"
        ><span slot="title">Sign the log<br />of the harbour</span></rewards-checkin
      >`,
      'font: 16px sans-serif',
    );
    await frames();
    observer?.observe({ type: 'layout-shift' });
    const { offsetTop } = below;
    const height = (parseFloat(RESERVED_HEIGHT) + FURTHER_LINE_REM) * 16;
    assert.approximately(element.getBoundingClientRect().height, height, 2);
    loaded.give(json(200, view({ title: 'Daily check-in' })));
    await reaches(element, 'ready');
    await frames();
    assert.equal(below.offsetTop, offsetTop);
    assert.deepEqual(shifts, []);
  });

  it('is where it was before the script came, on the page that `rewards init` writes', async () => {
    await resize(USUAL);
    const box = await fixture(
      html`<div style="font: 16px sans-serif">
        <rewards-checkin action="daily"></rewards-checkin>
      </div>`,
    );
    const [element] = box.children;
    if (!(element instanceof HTMLElement)) throw new Error('There is no widget.');
    await reaches(element, 'ready');
    // Engines differ by a pixel or two.
    assert.approximately(element.getBoundingClientRect().height, parseFloat(RESERVED_HEIGHT) * 16, 2);
  });
});
