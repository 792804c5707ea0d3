import { assert, fixture, fixtureCleanup, html } from '@open-wc/testing';
import type { Told } from './pages/clobbered.ts';
import { GLOBALS } from './globals.ts';

/** What of the document this script asks for, where elements go before what is built in. */
const DOCUMENT = ['hidden', 'readyState', 'documentElement', 'querySelector', 'head', 'body', 'activeElement'];

/** What Lit cannot do without. */
const NEEDED = ['createComment', 'createElement', 'importNode', 'createTextNode'];

/** Markup that visitors could have posted, and what makes an element known by a name. */
const POSTED: Record<string, (name: string) => string> = {
  'a link': (name) => `<a id="${name}"></a>`,
  'two links': (name) => `<a id="${name}"></a><a id="${name}" name="en"></a>`,
  'a form': (name) =>
    `<form id="${name}"><input name="latest" value="666666" /><input name="fields" /><input name="render" /><input name="constructor" /></form>`,
  'an image': (name) => `<img id="${name}" name="${name}" alt="" />`,
  'another site’s frame': (name) => `<iframe name="${name}" hidden sandbox srcdoc="hello"></iframe>`,
  'a frame': (name) => `<iframe name="${name}" hidden srcdoc="<form id=en><input name=loading></form>"></iframe>`,
};

describe('on a page where elements were posted by the names of globals', () => {
  afterEach(() => fixtureCleanup());

  async function told(posted: string): Promise<Told> {
    const message = new Promise<Told>((resolve) =>
      addEventListener('message', ({ data }) => resolve(data), { once: true }),
    );
    const src = `/test/elements/pages/clobbered.html?${new URLSearchParams({ posted })}`;
    await fixture(html`<iframe title="a page" src=${src}></iframe>`);
    return message;
  }

  for (const [what, markup] of Object.entries(POSTED)) {
    it(`widgets work, and load once: ${what}`, async () => {
      const { states, claims, asked, text, errors } = await told(GLOBALS.map(markup).join(''));
      assert.deepEqual(
        { states, claims, errors },
        {
          states: ['granted', 'ready'],
          claims: [{ memberId: '123456789012345678' }],
          errors: [],
        },
      );
      assert.equal(asked['GET /rewards/batch'], 1);
      assert.include(text, 'Daily check-in');
    });
  }

  for (const markup of [
    (name: string) => `<img name="${name}" alt="" />`,
    (name: string) => `<form name="${name}" lang="zz"></form>`,
  ]) {
    it(`widgets work where it is what the document has: ${markup('hidden')}`, async () => {
      const { states, claims, errors } = await told(DOCUMENT.map(markup).join(''));
      assert.deepEqual(
        { states, claims, errors },
        {
          states: ['granted', 'ready'],
          claims: [{ memberId: '123456789012345678' }],
          errors: [],
        },
      );
    });
  }

  it('widgets ask nobody but the page’s own site', async () => {
    const { states, origins } = await told('<base href="https://evil.example/" />');
    assert.deepEqual([states, origins], [['granted', 'ready'], [location.origin]]);
  });

  for (const name of NEEDED) {
    it(`widgets say so where nothing can be drawn, and load once: ${name}`, async () => {
      const { states, asked, text } = await told(`<img name="${name}" alt="" />`);
      assert.deepEqual(states, ['failed', 'failed']);
      assert.equal(text, 'This is not set up right. Please tell the owner of this site.');
      assert.deepEqual(asked, { 'GET /rewards/batch': 1 });
    });
  }
});
