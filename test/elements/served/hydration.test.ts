import { assert, fixtureCleanup } from '@open-wc/testing';
import { MEMBER } from '../fake-proxy.ts';
import { allOr } from '../it-needs.ts';
import { waitUntil } from '../wait-until.ts';
import { input, part, press, reaches, said } from '../widget.ts';
import { ServedPage } from './served-page.ts';

const KEY = 'rewards-elements:member-id';

/** Pages as servers send them. */
const PAGES: [name: string, query: Record<string, string>][] = [
  ['for a visitor that it does not know', {}],
  ['for a member that it knows', { member: MEMBER }],
  ['with the field on its own', { 'member-field': '' }],
  ['in German', { lang: 'de', 'member-field': '' }],
];

/** Scripts of the page: ours alone, or one that has Lit take over what a server drew of other elements. */
const SCRIPTS = [
  ['served', 'hydrated'],
  ['hydrating', 'hydrated beside elements that Lit takes over'],
] as const;

describe('what a server drew', () => {
  beforeEach(() => localStorage.clear());

  afterEach(() => {
    fixtureCleanup();
    localStorage.clear();
  });

  for (const [script, fate] of SCRIPTS) {
    for (const [name, query] of script === 'served' ? PAGES : allOr(PAGES.slice(0, 2), PAGES)) {
      for (const remembered of ['', MEMBER]) {
        it(`${name}${remembered && ', but the browser does,'} is ${fate}, neither moves nor flashes, and works`, async () => {
          if (remembered) localStorage.setItem(KEY, remembered);
          const page = await ServedPage.open(query);
          const { cards, tops } = page;
          await page.run(script);
          assert.deepEqual(page.cards, cards);
          assert.deepEqual([page.blanks, page.hidden], [0, 0]);
          for (const widget of page.widgets) assert.lengthOf(widget.shadowRoot?.querySelectorAll('section') ?? [], 1);
          assert.deepEqual(page.tops, tops);
          assert.deepEqual(page.shifts, []);

          const checkin = page.widget('rewards-checkin');
          await reaches(checkin, 'ready');
          assert.equal(part(checkin, 'title').innerText, 'Daily check-in');
          if (!query['member']) assert.equal(input(checkin).value, remembered);
          press(checkin);
          await reaches(checkin, 'granted');
          assert.match(said(checkin), /^\+12/);
          assert.deepEqual(
            page.proxy.claims.map(({ body }) => body),
            [{ memberId: MEMBER }],
          );
          assert.deepEqual(page.errors, []);
        });
      }
    }

    it(`is ${fate}, with what the visitor has entered by then, and where they are`, async () => {
      const page = await ServedPage.open({ 'member-field': '' });
      const checkin = page.widget('rewards-checkin');
      const member = page.widget('rewards-member');
      const role = page.widget('rewards-role');
      input(member).value = '1234567890123456';
      part(checkin, 'remember').click();
      part(role, 'help-summary').click();
      input(checkin).value = MEMBER;
      input(checkin).focus();
      input(checkin).setSelectionRange(3, 5);
      const { tops } = page;
      await page.run(script);
      const field = input(checkin);
      assert.equal(field.value, MEMBER);
      assert.deepEqual([field.selectionStart, field.selectionEnd], [3, 5]);
      assert.isTrue(checkin.shadowRoot?.activeElement === field);
      assert.isTrue(part(checkin, 'remember').querySelector('input')?.checked);
      assert.isTrue(part(role, 'help').matches(':popover-open'));
      assert.equal(Reflect.get(member, 'value'), '1234567890123456');
      assert.deepEqual(page.tops, tops);
      await reaches(checkin, 'ready');
      part(checkin, 'button').click();
      await reaches(checkin, 'granted');
      assert.equal(localStorage.getItem(KEY), MEMBER);
    });

    it(`is ${fate}, and a visitor who works by keyboard is still on the button`, async () => {
      const page = await ServedPage.open({ member: MEMBER });
      const role = page.widget('rewards-role');
      part(role, 'button').focus();
      await page.run(script);
      assert.isTrue(role.shadowRoot?.activeElement === part(role, 'button'));
    });

    it(`is ${fate} around a form of the page’s own, of which the server knew nothing`, async () => {
      const page = await ServedPage.open({ member: MEMBER });
      const signup = page.widget('rewards-signup');
      await page.run(script);
      await reaches(signup, 'ready');
      const [name] = signup.querySelectorAll('input');
      if (name) name.value = 'Wren';
      signup.querySelector('button')?.click();
      await reaches(signup, 'granted');
      assert.deepEqual(
        page.proxy.claims.map(({ body }) => body),
        [{ memberId: MEMBER, fields: { name: 'Wren' } }],
      );
      assert.deepEqual(page.errors, []);
    });

    it(`is ${fate}, and speaks the language of the page, where the server did not`, async () => {
      const page = await ServedPage.open({ 'page-lang': 'de' });
      const checkin = page.widget('rewards-checkin');
      assert.equal(part(checkin, 'label').innerText, 'Your member id');
      await page.run(script);
      assert.equal(page.hidden, 0);
      await waitUntil(() => part(checkin, 'label').innerText === 'Deine Mitglieds-ID');
      assert.equal(part(checkin, 'card').lang, 'de');
      assert.equal(part(checkin, 'card').ariaBusy, 'false');
      assert.equal(part(checkin, 'remember').innerText.trim(), 'Hier merken');
    });
  }

  for (const [name, query] of [
    ['by another version', { 'drawn-by': 'another-version' }],
    ['and something has compressed', { compressed: '' }],
  ] as [string, Record<string, string>][]) {
    it(`${name} is drawn anew, without an error`, async () => {
      const page = await ServedPage.open(query);
      const { tops } = page;
      const checkin = page.widget('rewards-checkin');
      input(checkin).value = MEMBER;
      await page.run('hydrating');
      for (const widget of page.widgets) assert.lengthOf(widget.shadowRoot?.querySelectorAll('section') ?? [], 1);
      assert.deepEqual(page.tops, tops);
      assert.equal(input(checkin).value, MEMBER);
      await reaches(checkin, 'ready');
      part(checkin, 'button').click();
      await reaches(checkin, 'granted');
      assert.deepEqual(page.errors, []);
    });
  }
});
