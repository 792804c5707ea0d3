import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it, type TestContext } from 'node:test';
import type { Browser, HTTPRequest, Page } from 'puppeteer-core';
import { listen } from '../../../src/cli/serve/listen.ts';
import { createEmulator } from '../../../src/emulator/index.ts';
import { PLACES } from '../../../src/emulator/console/model.ts';
import type { ConsoleFiles, Links } from '../../../src/emulator/index.ts';
import { claimReference, newClaimId } from '../../../src/ledger/index.ts';
import { toNodeListener } from '../../../src/proxy/adapters/node.ts';
import { folderWith, folderWithLedger, start } from '../../cli/command.ts';
import { PAGE_FONTS } from '../../support/fonts/fonts.ts';
import { ANYWHERE, builtConsole } from '../support/anywhere.ts';
import { allOr } from '../../support/thorough.ts';
import { findings, shiftsOf, watchLayout } from '../support/page-checks.ts';
import { sharedBrowser } from '../support/shared-browser.ts';

const NOOR = '739204618530271847';
const SITE = 'https://site.example';
const SCHEMES = ['light', 'dark'];
/** Many more than the hundred that are shown. */
const [AWARDS = 0] = allOr([250], [5_000]);
const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
];

interface Opening {
  size?: { width: number; height: number };
  through?: Browser;
  links?: Links;
}

/** Members stand beside the rest where there is room. */
const placesAt = (width: number) => PLACES.filter((place) => place !== 'members' || width < 700);

/** The console in a browser, as its administrator uses it. */
class Console {
  readonly page: Page;
  readonly errors: string[] = [];

  constructor(page: Page) {
    this.page = page;
    page.on('pageerror', (error) => this.errors.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && this.errors.push(message.text()));
  }

  async say(text: string): Promise<void> {
    await this.go('general');
    await this.page.type('.composer input', text);
    await this.page.keyboard.press('Enter');
  }

  async go(place: string): Promise<void> {
    await this.page.click(`a[href="./#${place}"]`);
    await this.page.waitForSelector(`.console[data-place=${place}]`);
  }

  /** Waits until the last message of the channel says so, and gives it whole. */
  async hears(text: string): Promise<string> {
    const message = await this.page.waitForSelector(`.log li:last-child ::-p-text(${text})`);
    return message?.evaluate((found) => found.closest('li')?.innerText ?? '') ?? '';
  }

  async press(name: string): Promise<void> {
    await this.page.locator(`::-p-aria(${name})`).click();
  }

  async sees(text: string): Promise<void> {
    await this.page.waitForFunction((wanted) => document.body.innerText.includes(wanted), {}, text);
  }
}

describe("the emulator's console", () => {
  let browser: Browser;
  let files: ConsoleFiles;

  before(async () => {
    browser = await sharedBrowser();
    files = await builtConsole();
  });

  async function open(
    t: TestContext,
    { size = { width: 1280, height: 800 }, through = browser, links = {} }: Opening = {},
  ) {
    const emulator = createEmulator({ console: files, links: () => links });
    const server = await listen(toNodeListener(emulator), ANYWHERE);
    t.after(() => server.server.listening && server.close());
    const context = await through.createBrowserContext();
    t.after(() => context.close());
    await context.overridePermissions(server.url, ['clipboard-read', 'clipboard-sanitized-write']);
    const page = await context.newPage();
    await page.bringToFront();
    await page.setViewport(size);
    await watchLayout(page);
    const community = new Console(page);
    await page.goto(server.url);
    await page.waitForSelector('.members li, .narrow-only');
    return { emulator, server, url: server.url, community, page };
  }

  it('makes a key that a proxy can use, revokes it, and makes another that it takes over without a restart', async (t) => {
    const { url, community, page } = await open(t);
    const key = async (earlier = '') => {
      await community.say('/api-key create');
      await community.hears('I say it this once');
      await page.locator('.log li:last-child .key button').click();
      await community.sees('API key copied');
      // The page may still say so of the earlier one.
      const copied = await page.waitForFunction(
        async (other) => {
          const text = await navigator.clipboard.readText();
          return text.startsWith('emu_') && text !== other && text;
        },
        {},
        earlier,
      );
      return String(await copied.jsonValue());
    };
    const cwd = await folderWithLedger(t, {
      key: await key(),
      'rewards.config.json': JSON.stringify({
        service: { baseUrl: url },
        origins: [SITE],
        actions: {
          daily: { title: 'Daily check-in', repeats: 'daily', points: 10, remark: 'Daily check-in' },
          weekly: { title: 'Weekly check-in', repeats: 'weekly', points: 20, remark: 'Weekly check-in' },
        },
      }),
    });
    const file = join(cwd, 'key');
    const proxy = start(t, ['serve', '--port', '0'], { cwd, env: { REWARDS_API_KEY_FILE: file } });
    const mount = `${await proxy.url()}/rewards`;
    const claim = async (action: string) => {
      const response = await fetch(`${mount}/actions/${action}/claims`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: SITE },
        body: JSON.stringify({ memberId: NOOR }),
      });
      return { status: response.status, text: await response.text() };
    };

    assert.equal((await claim('daily')).status, 201);
    await community.go('rewards');
    assert.match(await community.hears('Daily check-in'), /Noor Haddad gets 10 points: Daily check-in/);
    await community.sees('225 points');

    await community.say('/api-key revoke');
    await community.hears('The API key is revoked');
    const refused = await claim('weekly');
    assert.equal(refused.status, 422, refused.text);
    await community.go('requests');
    await community.sees('401');

    const first = await readFile(file, 'utf8');
    const second = await key(first);
    assert.notEqual(second, first);
    await writeFile(file, second);
    assert.equal((await claim('weekly')).status, 201);
    await community.sees('245 points');
    assert.doesNotMatch(await page.evaluate(() => document.querySelector('.beside')?.textContent ?? ''), /[\w-]{40}/);
    assert.deepEqual(community.errors, []);
  });

  it('completes commands, and does not obey where a prerequisite is missing', async (t) => {
    const { community, page } = await open(t);
    await page.type('.composer input', '/');
    await community.sees('/api-key revoke');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    assert.equal(await page.$eval('.composer input', (input) => input.value), '/api-key revoke');
    await page.keyboard.press('Enter');
    await community.hears('no live API key');
    await community.say('/nonsense');
    await community.hears('do not know that command');

    for (const [name, answer] of [
      ['You are an administrator', 'Only administrators'],
      ['Highest subscription tier', 'highest subscription tier'],
      ['The bot is in the server', 'There is no bot'],
    ] as const) {
      await community.go('settings');
      await community.press(name);
      await page.waitForSelector(`::-p-aria(${name}[role="switch"])[aria-checked=false]`);
      await community.say('/api-key create');
      await community.hears(answer);
      if (name === 'You are an administrator') {
        await community.go('settings');
        await community.press('You may use the API');
        await community.say('/api-key revoke');
        await community.hears('no live API key');
        await community.go('settings');
        await community.press('You may use the API');
      }
      await community.go('settings');
      await community.press(name);
      await page.waitForSelector(`::-p-aria(${name}[role="switch"])[aria-checked=true]`);
    }
    assert.deepEqual(community.errors, []);
  });

  it('shows ids in developer mode alone, gives roles, and adds and removes members', async (t) => {
    const { emulator, community, page } = await open(t);
    const member = () => emulator.state.servers()[0]?.members.find(({ name }) => name === 'Wren Ashdown');
    const openMenu = () => page.locator('.members li ::-p-text(Wren Ashdown)').click({ button: 'right' });
    await openMenu();
    await community.press('Turn on developer mode, to copy ids');
    await community.press('Copy user id');
    await community.sees('User id copied');
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), member()?.id);

    await openMenu();
    await community.press('Keeper[role="menuitemcheckbox"]');
    await page.waitForFunction(() =>
      Array.from(document.querySelectorAll<HTMLElement>('.members li')).some((row) =>
        /Wren Ashdown[^]*Keeper/.test(row.innerText),
      ),
    );
    assert.equal(member()?.roles.length, 1);
    await openMenu();
    await community.press('Remove from the server');
    await community.sees('Remove Wren Ashdown, with');
    assert.ok(member());
    await community.press('Yes, remove');
    await community.sees('Wren Ashdown has left');
    assert.equal(member(), undefined);

    await page.type('[aria-label="Name of a new member"]', 'Ada Nilsen');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.members ::-p-text(Ada Nilsen)');
    await page.type('[aria-label="Name of a new role"]', 'Pilot');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.roles ::-p-text(Pilot)');
    assert.deepEqual(community.errors, []);
  });

  it('switches faults for the next call and for every call, and shows what a call met', async (t) => {
    const { emulator, url, community, page } = await open(t);
    const [server] = emulator.state.servers();
    assert.ok(server);
    const { key } = emulator.state.createKey(server.id);
    const award = async () => {
      const body = new URLSearchParams({ user_id: NOOR, points: '5', remark: 'Tea' });
      const response = await fetch(`${url}/1/points/award`, { method: 'POST', headers: { 'x-api-key': key }, body });
      await response.text();
      return response.status;
    };
    await community.go('faults');
    await community.press('Throttled, for the next call');
    await community.sees('Applies to the next call.');
    assert.equal(await award(), 429);
    await page.waitForFunction(() => !document.body.innerText.includes('Applies to'));
    await community.press('Out of order, for every call');
    await community.sees('Applies to every call.');
    assert.equal(await award(), 500);
    assert.equal(await award(), 500);
    await community.press('All faults off');
    await page.waitForFunction(() => !document.body.innerText.includes('Applies to'));
    assert.equal(await award(), 200);

    await community.go('requests');
    await page.waitForFunction(() => document.querySelectorAll('.call').length === 4);
    await page.locator('.calls li:last-child .call').click();
    const details = await page.waitForSelector('.details');
    const text = (await details?.evaluate((box) => (box as HTMLElement).innerText)) ?? '';
    assert.match(text, /user_id\s+739204618530271847/);
    assert.match(text, /x-api-key\s+\*{4}/);
    assert.ok(!text.includes(key));
    assert.deepEqual(community.errors, []);
  });

  it('keeps several servers, loads what it saved, and resets', async (t) => {
    const { emulator, community, page } = await open(t);
    await community.press('Add a server');
    await page.waitForSelector('h1 ::-p-text(Server 2)');
    await page.click('.settings input[name=name]', { count: 3 });
    await page.keyboard.type('Lantern Guild');
    await page.keyboard.press('Enter');
    await page.waitForSelector('h1 ::-p-text(Lantern Guild)');
    await community.say('/api-key create');
    assert.match(await community.hears('I say it this once'), /Lantern Guild/);

    const [harbour, guild] = emulator.state.servers();
    assert.deepEqual([harbour?.keys.length, guild?.keys.length], [0, 1]);
    const saved = await folderWith(t, { 'servers.json': JSON.stringify({ servers: [{ name: 'Loaded Crew' }] }) });
    await community.go('settings');
    const input = await page.$('input[type=file]');
    await input?.uploadFile(join(saved, 'servers.json'));
    await page.waitForSelector('h1 ::-p-text(Loaded Crew)');
    await community.press('Reset everything');
    await community.press('Cancel');
    await page.waitForSelector('dialog', { hidden: true });
    assert.equal(emulator.state.servers()[0]?.name, 'Loaded Crew');
    await community.press('Reset everything');
    await community.press('Yes, reset');
    await page.waitForSelector('h1 ::-p-text(Harbour Lights)');
    await community.press('Undo');
    await page.waitForSelector('h1 ::-p-text(Loaded Crew)');
    await community.sees('The reset is taken back');
    assert.deepEqual(community.errors, []);
  });

  it('has a general channel for each server, brings back what was said, and marks what nobody has read', async (t) => {
    const { emulator, url, community, page } = await open(t);
    const [harbour] = emulator.state.servers();
    assert.ok(harbour);
    const { key } = emulator.state.createKey(harbour.id);
    await community.say('/nonsense');
    assert.match(await community.hears('do not know that command'), /Only you can see this\./);
    await page.keyboard.press('ArrowUp');
    assert.equal(await page.$eval('.composer input', (input) => input.value), '/nonsense');
    await page.keyboard.press('ArrowDown');
    assert.equal(await page.$eval('.composer input', (input) => input.value), '');
    await community.press('Add a server');
    await page.waitForSelector('h1 ::-p-text(Server 2)');
    await community.go('general');
    assert.doesNotMatch(await page.$eval('.log', ({ textContent }) => textContent ?? ''), /nonsense/);

    const body = new URLSearchParams({ user_id: NOOR, points: '1', remark: 'Tea' });
    await fetch(`${url}/1/points/award`, { method: 'POST', headers: { 'x-api-key': key }, body });
    await community.press('Harbour Lights, 1 unread');
    await community.sees('nonsense');
    await page.waitForSelector('.unread');
    await community.go('rewards');
    assert.match(await community.hears('Tea'), /Noor Haddad gets 1 point: Tea/);
    await page.waitForFunction(() => document.querySelector('.unread') === null);
    assert.deepEqual(community.errors, []);
  });

  it('finds members and calls, and gives a call as a command', async (t) => {
    const { emulator, url, community, page } = await open(t);
    const [server] = emulator.state.servers();
    assert.ok(server);
    for (let index = 0; index < 60; index += 1)
      emulator.state.addMember(server.id, { name: `Guest ${index}`, points: 0 });
    const { key } = emulator.state.createKey(server.id);
    await community.sees(`${server.members.length + 60} in all`);
    await page.waitForSelector('::-p-text(Show more of)');
    assert.equal((await page.$$('.members li')).length, 50);
    await page.type('[aria-label^="Find a member"]', 'guest 59');
    await page.waitForFunction(() => document.querySelectorAll('.members li').length === 1);
    for (const remark of ["Tea at Noor's", 'Soup']) {
      const body = new URLSearchParams({ user_id: NOOR, points: '5', remark });
      // oxlint-disable-next-line no-await-in-loop -- in this order
      await fetch(`${url}/1/points/award`, { method: 'POST', headers: { 'x-api-key': key }, body });
    }
    await community.go('requests');
    await page.waitForFunction(() => document.querySelectorAll('.call').length === 2);
    await page.type('[aria-label^="Find calls"]', 'tea');
    await page.waitForFunction(() => document.querySelectorAll('.call').length === 1);
    await page.locator('.call').click();
    await community.press('Copy as curl');
    await community.sees('Command copied');
    const command = await page.evaluate(() => navigator.clipboard.readText());
    const said = execFileSync('sh', ['-c', `curl() { printf '%s|' "$@"; }\n${command}`], {
      encoding: 'utf8',
      env: { REWARDS_API_KEY: key },
    });
    const form = ['user_id=739204618530271847', 'points=5', "remark=Tea at Noor's"].flatMap((pair) => [
      '--data-urlencode',
      pair,
    ]);
    const words = ['-X', 'POST', `${url}/1/points/award`, '-H', `x-api-key: ${key}`, ...form];
    assert.equal(said, `${words.join('|')}|`);
    assert.ok(!command.includes(key));
    assert.deepEqual(community.errors, []);
  });

  it('loses no call that comes while it reads all of them anew', async (t) => {
    const { emulator, url, community, page } = await open(t);
    const [server] = emulator.state.servers();
    assert.ok(server);
    const { key } = emulator.state.createKey(server.id);
    const award = async (points: string) => {
      const body = new URLSearchParams({ user_id: NOOR, points, remark: 'Tea' });
      await fetch(`${url}/1/points/award`, { method: 'POST', headers: { 'x-api-key': key }, body });
    };
    const shown = (calls: number) =>
      page.waitForFunction((count) => document.querySelectorAll('.call').length === count, {}, calls);
    await community.go('requests');
    await award('1');
    await shown(1);

    const asked = Promise.withResolvers<HTTPRequest>();
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      if (request.url().endsWith('/emulator/calls')) asked.resolve(request);
      else void request.continue();
    });
    emulator.state.load(emulator.state.save());
    const request = await asked.promise;
    const body = await (await fetch(request.url())).text();
    await award('2');
    await shown(2);
    await request.respond({ contentType: 'application/json', body });
    await award('3');
    await shown(3);
    assert.deepEqual(community.errors, []);
  });

  it('shows what a reply had in it, sends a call again, and says which claim it was for', async (t) => {
    const desk = 'http://127.0.0.1:9465';
    const { emulator, url, community, page } = await open(t, { links: { site: 'http://127.0.0.1:5173', desk } });
    const [server] = emulator.state.servers();
    assert.ok(server);
    const { key } = emulator.state.createKey(server.id);
    const reference = claimReference(newClaimId(Date.now()));
    emulator.faults.add({ kind: 'status', status: 429, retryAfter: '30' });
    for (const remark of ['Tea', `Soup [${reference}]`]) {
      const body = new URLSearchParams({ user_id: NOOR, points: '5', remark });
      // oxlint-disable-next-line no-await-in-loop -- in this order
      await fetch(`${url}/1/points/award`, { method: 'POST', headers: { 'x-api-key': key }, body });
    }
    const links = (selector: string) => page.$$eval(`${selector} a`, (all) => all.map(({ href }) => href));
    assert.deepEqual(await links('.elsewhere'), ['http://127.0.0.1:5173/', `${desk}/`]);
    await community.go('requests');
    await page.waitForFunction(() => document.querySelectorAll('.call').length === 2);

    await page.locator('.calls li:last-child .call').click();
    await community.sees('its remark has no reference');
    assert.match(await page.$eval('.details', ({ textContent }) => textContent ?? ''), /retry-after\s+30/);
    assert.deepEqual(await links('.details'), [`${desk}/#/claims?q=${NOOR}`]);
    await page.locator('.calls li:first-child .call').click();
    await community.sees('The remark ends with its reference');
    assert.deepEqual(await links('.details'), [`${desk}/#/claims?q=${reference}`]);
    await community.press('Copy rewards claims show …');
    await community.sees('Command copied');
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), `rewards claims show ${reference}`);
    assert.deepEqual(await findings(page), []);

    await community.press('Send again');
    await community.sees('Sent again, as a new call: 200, executed.');
    await community.sees('225 points');
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Send again');
    await page.type('[aria-label^="Find calls"]', 'sent again');
    await page.waitForFunction(() => document.querySelectorAll('.call').length === 1);
    await page.locator('.call').click();
    await community.sees('the proxy knows nothing of it');
    assert.deepEqual(await links('.details'), []);
    assert.deepEqual(community.errors, []);
  });

  it(`shows ${AWARDS} awards among 506 members without reading the state again, and the last of them`, async (t) => {
    const { emulator, community, page } = await open(t);
    const [server] = emulator.state.servers();
    assert.ok(server);
    for (let index = server.members.length; index < 506; index += 1) {
      emulator.state.addMember(server.id, { name: `Guest ${index}`, points: 0 });
    }
    await community.sees('506 in all');
    await community.go('rewards');
    let reads = 0;
    page.on('request', (asked) => (reads += asked.url().endsWith('/emulator/state') ? 1 : 0));
    for (let index = 1; index <= AWARDS; index += 1) {
      emulator.state.award(server.id, NOOR, 1, `Award ${index}`);
      // oxlint-disable-next-line no-await-in-loop -- the stream is not to be cut off as too slow
      if (index % 50 === 0) await new Promise(setImmediate);
    }
    await community.hears(`Award ${AWARDS}`);
    assert.equal(reads, 0);
    assert.equal((await page.$$('.log li')).length, 100);
    const points = emulator.state.server(server.id).members.find(({ id }) => id === NOOR)?.points ?? 0;
    await community.sees(`${new Intl.NumberFormat('en').format(points)} points`);
    assert.deepEqual(community.errors, []);
  });

  it('says so when the emulator stops answering, and goes on when it does again', async (t) => {
    const { emulator, server, community } = await open(t);
    await server.close();
    await community.sees('The emulator does not answer');
    emulator.state.addServer({ name: 'Second Crew' });
    const again = await listen(toNodeListener(emulator), { ...ANYWHERE, port: Number(new URL(server.url).port) });
    t.after(() => again.close());
    await community.press('Second Crew');
  });

  it('answers a program in text, and everybody with headers that keep foreign scripts out', async (t) => {
    const { url } = await open(t);
    assert.match(await (await fetch(url)).text(), /POST \/1\/points\/award/);
    const page = await fetch(url, { headers: { accept: 'text/html' } });
    assert.match(page.headers.get('content-security-policy') ?? '', /script-src 'self'/);
    assert.equal((await fetch(`${url}/assets/../index.ts`)).status, 404);
  });

  for (const [at, size] of SIZES.entries()) {
    for (const scheme of allOr(SCHEMES.slice(at, at + 1), SCHEMES)) {
      it(`has no flaw that axe finds at ${size.width} px, ${scheme}`, async (t) => {
        const { emulator, community, page } = await open(t, { size });
        emulator.faults.add({ kind: 'html' });
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
        for (const place of allOr(placesAt(size.width).slice(at, at + 1), placesAt(size.width))) {
          await community.go(place);
          assert.deepEqual(await findings(page), [], place);
        }
        await community.go('general');
        await page.type('.composer input', '/');
        assert.deepEqual(await findings(page), [], 'completion');
        assert.deepEqual(community.errors, []);
      });
    }
  }

  for (const fonts of PAGE_FONTS) {
    describe(`in the fonts ${fonts}`, () => {
      let wearing: Browser;

      before(async () => {
        wearing = await sharedBrowser(fonts);
      });

      for (const size of SIZES) {
        it(`moves nothing while it opens, and has nothing beyond its edge, at ${size.width} px`, async (t) => {
          const { emulator, community, page } = await open(t, { size, through: wearing });
          assert.deepEqual(await shiftsOf(page), []);
          emulator.faults.add({ kind: 'html' });
          for (const place of placesAt(size.width)) {
            // oxlint-disable-next-line no-await-in-loop -- one after the other, in one page
            await community.go(place);
            // oxlint-disable-next-line no-await-in-loop -- see above
            const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
            assert.ok(beyond <= 0, `${place} is ${beyond} px too wide`);
          }
        });
      }
    });
  }
});
