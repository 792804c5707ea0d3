import { assert, fixture, fixtureCleanup, html } from '@open-wc/testing';
import { RewardsCheckin } from '../../../src/elements/index.ts';
import { FakeProxy, json, view } from '../fake-proxy.ts';
import { checkin, inState, input, part, press, reaches } from './checkin.ts';
import { waitUntil } from '../wait-until.ts';

describe('<rewards-checkin> on all kinds of pages', () => {
  let proxy: FakeProxy;

  beforeEach(() => {
    proxy = new FakeProxy();
  });

  afterEach(async () => {
    fixtureCleanup();
    await Promise.resolve();
    proxy.restore();
  });

  it('violates nothing in a strict content security policy, from loading to granted', async () => {
    const violations: string[] = [];
    let done = false;
    const listen = ({ data }: MessageEvent<{ violation?: string; done?: true }>) => {
      if (data.violation) violations.push(data.violation);
      done ||= !!data.done;
    };
    addEventListener('message', listen);
    await fixture(html`<iframe title="strict" src="/test/elements/pages/strict-csp.html"></iframe>`);
    await waitUntil(() => done && violations.length > 0, 'nothing was reported');
    removeEventListener('message', listen);
    assert.deepEqual(
      violations,
      ['style-src-attr'],
      'one that the page commits itself, to show that the policy is there',
    );
  });

  it('leaves a dialog open that it is in', async () => {
    const dialog = await fixture<HTMLDialogElement>(
      html`<dialog open><rewards-checkin action="daily" member-id="someone"></rewards-checkin></dialog>`,
    );
    const [element] = dialog.children;
    if (!element) throw new Error('There is no widget.');
    await reaches(element, 'ready');
    press(element);
    await reaches(element, 'granted');
    assert.isTrue(dialog.open);
  });

  it('leaves a tag alone that another copy of the script took', async () => {
    const another: { RewardsCheckin: typeof RewardsCheckin } = await import(
      new URL('../../../src/elements/checkin/checkin.ts?another-copy', import.meta.url).href
    );
    assert.isFalse(another.RewardsCheckin === RewardsCheckin);
    another.RewardsCheckin.define();
    RewardsCheckin.define();
    assert.isTrue(customElements.get('rewards-checkin') === RewardsCheckin);
    another.RewardsCheckin.define('checkin-of-another-copy');
    const element = await fixture(html`<checkin-of-another-copy action="daily"></checkin-of-another-copy>`);
    await reaches(element, 'ready');
    press(element);
    await reaches(element, 'granted');
  });

  it('can be defined under several tags', async () => {
    RewardsCheckin.define('second-checkin');
    RewardsCheckin.define('third-checkin');
    const element = await fixture(html`<third-checkin action="daily"></third-checkin>`);
    assert.isTrue(element instanceof RewardsCheckin);
    await reaches(element, 'ready');
  });

  it('keeps properties that were set before the upgrade', async () => {
    const early = document.createElement('early-checkin');
    Object.assign(early, { action: 'weekly', memberId: 'early', endpoint: '/rewards' });
    document.body.append(early);
    RewardsCheckin.define('early-checkin');
    await reaches(early, 'ready');
    assert.equal(proxy.loads[0]?.url, '/rewards/actions/weekly?memberId=early');
    assert.lengthOf(proxy.loads, 1);
    early.remove();
  });

  it('falls back to the defaults when attributes are taken away', async () => {
    const element = await checkin({ memberId: 'someone' });
    element.setAttribute('endpoint', '/rewards/v2');
    await waitUntil(() => proxy.loads.at(-1)?.url === '/rewards/v2/actions/daily?memberId=someone');
    element.removeAttribute('endpoint');
    element.removeAttribute('member-id');
    await waitUntil(() => proxy.loads.at(-1)?.url === '/rewards/actions/daily');
    assert.equal(element.endpoint, '/rewards');
    assert.equal(element.memberId, '');
    assert.isFalse(element.hasAttribute('lang'));
  });

  it('works twice on a page: each claims for itself, for the member that was entered once', async () => {
    const first = await checkin();
    const second = await checkin();
    press(first, 'one');
    await reaches(first, 'granted');
    assert.isFalse(inState(second, 'granted'));
    await waitUntil(() => input(second).value === 'one');
    part(second, 'button').click();
    await reaches(second, 'granted');
    assert.deepEqual(
      proxy.claims.map(({ body }) => body),
      [{ memberId: 'one' }, { memberId: 'one' }],
    );
  });

  it('lets the page replace title, description and the text of the button', async () => {
    const element = await fixture(html`
      <rewards-checkin action="daily">
        <b slot="title">Say hello</b>
        <i slot="description">Every day</i>
        <span slot="button">Hello!</span>
      </rewards-checkin>
    `);
    await reaches(element, 'ready');
    for (const name of ['title', 'description', 'button']) {
      const slot = part(element, name).querySelector('slot');
      assert.lengthOf(slot?.assignedElements() ?? [], 1, name);
    }
  });

  it('says what the owner wrote of the action, and else how often it counts', async () => {
    const element = await checkin();
    assert.equal(part(element, 'description').textContent.trim(), 'Once a day');
    proxy.onAction = () =>
      json(
        200,
        view({
          description: 'Come back tomorrow.',
          grants: [
            { type: 'points', points: null },
            { type: 'role', roleId: '1', roleName: 'Regular' },
          ],
        }),
      );
    element.reset();
    await waitUntil(() => part(element, 'description').textContent.trim() === 'Come back tomorrow.');
    const grants = Array.from(part(element, 'grants').children, ({ textContent }) => textContent.trim());
    assert.deepEqual(grants, ['Points', 'Role: Regular']);
  });

  for (const [lang, points] of [
    ['cs', 'Body'],
    ['ru', 'Баллы'],
    ['ro', 'Puncte'],
    ['he', 'נקודות'],
  ] as const) {
    it(`names points whose number depends on the streak in ${lang}`, async () => {
      proxy.onAction = () => json(200, view({ grants: [{ type: 'points', points: null }] }));
      const element = await checkin({ lang });
      await waitUntil(() => part(element, 'grants').textContent.trim() === points);
    });
  }

  for (const [lang, page, locale, points] of [
    ['en-IN', 'de', 'en-IN', '+12,34,567 points'],
    ['', 'en-GB', 'en-GB', '+1,234,567 points'],
    ['de', 'en-GB', 'de', '+1.234.567 Punkte'],
    ['de-AT', 'en-GB', 'de-AT', '+1\u00A0234\u00A0567 Punkte'],
    // Which digits Arabic has by default depends on the browser.
    ['ar', '', 'ar', `${new Intl.NumberFormat('ar', { signDisplay: 'always' }).format(1_234_567)} نقطة`],
    ['tlh', 'en-GB', 'en', '+1,234,567 points'],
    ['', '', 'en', '+1,234,567 points'],
    ['en_US', '', 'en', '+1,234,567 points'],
  ] as const) {
    it(`takes the language from lang="${lang}", else from a page in "${page}", and marks its texts as ${locale}`, async () => {
      proxy.onAction = () => json(200, view({ grants: [{ type: 'points', points: 1_234_567 }] }));
      const before = document.documentElement.lang;
      document.documentElement.lang = page;
      try {
        const element = await checkin(lang ? { lang } : {});
        // Texts that are long in coming find English ones in their place.
        await waitUntil(() => part(element, 'card').lang === locale && part(element, 'card').ariaBusy === 'false');
        assert.equal(part(element, 'grant').textContent, points);
      } finally {
        document.documentElement.lang = before;
      }
    });
  }

  it('shows that it could not load the rest of itself, and claims once it can', async () => {
    const element = await checkin({ memberId: 'someone' });
    const { claims } = element as unknown as { claims: { prepare: () => Promise<unknown> } };
    const { prepare } = claims;
    claims.prepare = () => Promise.resolve(undefined);
    await element.claim();
    await element.updateComplete;
    assert.isTrue(element.matches(':state(failed)'));
    assert.match(part(element, 'status').textContent, /Check your connection\./);
    assert.equal(part(element, 'button').innerText, 'Check your connection.');
    assert.lengthOf(proxy.claims, 0);
    claims.prepare = prepare;
    part(element, 'button').click();
    await reaches(element, 'granted');
  });
});
