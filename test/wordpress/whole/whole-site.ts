import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'puppeteer-core';
import { listen } from '../../../src/cli/serve/listen.ts';
import { createEmulator, HARBOUR_LIGHTS, newApiKey } from '../../../src/emulator/index.ts';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import { toNodeListener } from '../../../src/proxy/adapters/node.ts';
import { createProxy } from '../../../src/proxy/index.ts';
import { ANYWHERE } from '../../e2e/support/anywhere.ts';
import { openBrowser, Tab, Visitor } from '../../e2e/support/browser.ts';
import { Community } from '../../e2e/support/community.ts';
import { newPage } from '../../support/browsers/new-page.ts';
import { openWordPress, type WordPress } from './wordpress.ts';

const NOOR = '739204618530271847';
const SECRET = 'a secret of thirty-two bytes or more';
const PLUGIN = fileURLToPath(new URL('../../../demo/integrations/wordpress/rewards.php', import.meta.url));
const MEMBER = fileURLToPath(new URL('member.php', import.meta.url));
const CDN = fileURLToPath(new URL('../../../dist/cdn', import.meta.url));
const SCRIPTS = 'wp-content/rewards-elements';

/** What there is of WordPress in the editor's page, as far as it is used here. */
interface Editor {
  blocks: { createBlock(name: string, attributes: object): object };
  data: {
    dispatch(
      store: string,
    ): Record<'insertBlocks' | 'editPost' | 'savePost' | 'set', (...given: unknown[]) => Promise<void>>;
    select(store: string): { getPermalink(): string };
  };
}

describe('a whole WordPress with the plugin', () => {
  const open = new AsyncDisposableStack();
  let browser: Browser;
  let wordPress: WordPress;
  let community: Community;
  let proxy: string;
  /** The owner's window, signed in. */
  let admin: Page;

  before(async () => {
    wordPress = open.use(
      await openWordPress(
        {
          'wp-content/plugins/rewards/rewards.php': PLUGIN,
          'wp-content/mu-plugins/member.php': MEMBER,
          [SCRIPTS]: CDN,
        },
        { REWARDS_TOKEN_SECRET: SECRET },
      ),
    );
    const apiKey = newApiKey();
    const emulator = await listen(
      toNodeListener(createEmulator({ servers: [{ ...HARBOUR_LIGHTS, apiKey }] })),
      ANYWHERE,
    );
    open.defer(() => emulator.close());
    community = new Community(emulator.url);
    const ledger = sqliteLedger(':memory:');
    open.defer(() => ledger.close());
    const action = { repeats: 'daily', points: 10, remark: 'Daily check-in' } as const;
    const made = createProxy({
      service: { baseUrl: emulator.url, apiKey },
      origins: [wordPress.url],
      identity: { signed: { secrets: [SECRET] } },
      actions: {
        daily: { ...action, title: 'Daily check-in' },
        watch: { ...action, title: 'The watch', identity: 'signed' },
      },
      ledger,
    });
    open.defer(() => made.close());
    const served = await listen(toNodeListener(made), ANYWHERE);
    open.defer(() => served.close());
    proxy = `${served.url}/rewards`;
    browser = await openBrowser();
    open.defer(() => browser.close());
    admin = await newPage(browser);
    // Leaving what is not saved asks first.
    admin.on('dialog', (dialog) => void dialog.accept());
    await admin.goto(`${wordPress.url}/wp-login.php`);
    await admin.type('#user_login', 'admin');
    await admin.type('#user_pass', 'password');
    await press(admin, '#wp-submit');
  });

  after(() => open.disposeAsync());

  /** Presses what leads to another page, and waits for that. */
  const press = (page: Page, selector: string) => Promise.all([page.waitForNavigation(), page.click(selector)]);

  /** Publishes a page with the block in it, and gives its address. */
  async function publish(name: string, attributes: Record<string, string>): Promise<string> {
    await admin.goto(`${wordPress.url}/wp-admin/post-new.php?post_type=page`);
    await admin.waitForFunction(() => Boolean(Object(window).wp?.data?.select('core/editor')?.getCurrentPostId()));
    return admin.evaluate(
      async (block, given) => {
        const { blocks, data } = Object(window).wp as Editor;
        const editor = data.dispatch('core/editor');
        // It stands above the page and keeps the keyboard to itself.
        await data.dispatch('core/preferences').set('core/edit-post', 'welcomeGuide', false);
        await data.dispatch('core/block-editor').insertBlocks(blocks.createBlock(block, given));
        await editor.editPost({ title: 'Rewards', status: 'publish' });
        await editor.savePost();
        return data.select('core/editor').getPermalink();
      },
      name,
      attributes,
    );
  }

  async function settle(values: Record<string, string>): Promise<string> {
    await admin.goto(`${wordPress.url}/wp-admin/options-general.php?page=rewards`);
    for (const [key, value] of Object.entries(values)) {
      // oxlint-disable-next-line no-await-in-loop -- one field after the other
      await admin.$eval(`#rewards-${key}`, (field, text) => ((field as HTMLInputElement).value = text), value);
    }
    await press(admin, '#submit');
    return admin.$eval('#wpbody-content', (element) => (element as HTMLElement).innerText);
  }

  const visit = async (t: Parameters<typeof Visitor.of>[0], address: string) => {
    const visitor = await Visitor.of(t, browser);
    const page = await visitor.open(address);
    return { visitor, tab: new Tab(page) };
  };

  it('is activated', async () => {
    await admin.goto(`${wordPress.url}/wp-admin/plugins.php`);
    await press(admin, '#activate-rewards');
    await admin.waitForSelector('#deactivate-rewards');
  });

  it('says what is missing to the owner alone, until the proxy is known', async (t) => {
    const address = await publish('core/shortcode', { text: '[rewards_checkin action="daily"]' });
    const textOf = (page: Page) => page.$eval('body', ({ innerText }) => innerText);
    await admin.goto(address);
    assert.match(await textOf(admin), /the address of the proxy is missing/);
    const { tab } = await visit(t, address);
    assert.doesNotMatch(await textOf(tab.page), /the address of the proxy is missing/);
  });

  it('keeps its settings, and refuses what is no address', async () => {
    assert.match(await settle({ endpoint: 'rewards.example.org' }), /is no address: it begins with https:\/\//);
    const script = `${wordPress.url}/${SCRIPTS}/rewards-elements.js`;
    assert.match(await settle({ endpoint: `${proxy}/`, script }), /Settings saved\./);
    assert.equal(await admin.$eval('#rewards-endpoint', (field) => (field as HTMLInputElement).value), proxy);
  });

  for (const [name, attributes] of [
    ['core/shortcode', { text: '[rewards_checkin action="daily"]' }],
    ['rewards/widget', { action: 'daily' }],
  ] as const) {
    it(`grants a visitor’s claim: ${name}`, async (t) => {
      const { visitor, tab } = await visit(t, await publish(name, attributes));
      const member = await community.join();
      await tab.checkIn(member, 'granted');
      assert.equal((await community.member(member)).points, 10);
      assert.deepEqual(visitor.errors, []);
    });
  }

  it('keeps in the block what is typed and chosen there, and knows who is signed in', async () => {
    const address = await publish('rewards/widget', {});
    const field = (type: string) => `[data-type="rewards/widget"] input[type=${type}]`;
    const action = await admin.waitForSelector(field('text'));
    await action?.type('watch');
    await admin.focus(field('checkbox'));
    await admin.keyboard.press('Space');
    await admin.evaluate(() => (Object(window).wp as Editor).data.dispatch('core/editor').savePost());
    await admin.reload();
    const kept = await admin.waitForSelector(field('text'));
    assert.equal(await kept?.evaluate((input) => (input as HTMLInputElement).value), 'watch');
    await admin.goto(address);
    const tab = new Tab(admin);
    await tab.shows('ready');
    const { points: earlier } = await community.member(NOOR);
    await tab.press();
    await tab.shows('granted');
    assert.equal((await community.member(NOOR)).points, earlier + 10);
  });
});
