import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { listen } from '../../../src/cli/serve/listen.ts';
import type { Emulator } from '../../../src/emulator/index.ts';
import { toNodeListener } from '../../../src/proxy/adapters/node.ts';
import { folderWith, folderWithLedger, start } from '../../cli/command.ts';
import { allOr, itInFull } from '../../support/thorough.ts';
import { ANYWHERE } from '../support/anywhere.ts';
import { openConsole } from './console-page.ts';

const NOOR = '739204618530271847';
const SITE = 'https://site.example';
/** Many more than the hundred awards and the fifty members that are shown. */
const [AWARDS = 0] = allOr([250], [5_000]);
const [MEMBERS = 0] = allOr([106], [506]);

describe("the emulator's console", () => {
  it('makes a key that a proxy can use, revokes it, and makes another that it takes over without a restart', async (t) => {
    const { url, community, page } = await openConsole(t);
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

  itInFull('completes commands, and does not obey where a prerequisite is missing', async (t) => {
    const { community, page } = await openConsole(t);
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

  itInFull('shows ids in developer mode alone, gives roles, and adds and removes members', async (t) => {
    const { emulator, community, page } = await openConsole(t);
    const member = () => emulator.state.servers()[0]?.members.find(({ name }) => name === 'Wren Ashdown');
    const openMenu = () => page.locator('.members li ::-p-text(Wren Ashdown)').click({ button: 'right' });
    await openMenu();
    await community.press('Turn on developer mode, to copy ids');
    await community.press('Copy user id');
    await community.sees('User id copied');
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), member()?.id);
    // Whoever works by keyboard goes on where they were.
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
    await page.focus('[aria-label="More of Wren Ashdown"]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.menu:popover-open');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => !document.querySelector('.menu'));
    assert.equal(await focused(), 'More of Wren Ashdown');

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

  itInFull('keeps several servers, loads what it saved, and resets', async (t) => {
    const { emulator, community, page } = await openConsole(t);
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

  itInFull(
    'has a general channel for each server, brings back what was said, and marks what nobody has read',
    async (t) => {
      const { emulator, url, community, page } = await openConsole(t);
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
    },
  );

  it(`shows ${AWARDS} awards among ${MEMBERS} members without reading the state again, and the last of them`, async (t) => {
    const fill = ({ state }: Emulator) => {
      const [server] = state.servers();
      for (let index = server?.members.length ?? 0; index < MEMBERS; index += 1) {
        state.addMember(server?.id ?? '', { name: `Guest ${index}`, points: 0 });
      }
    };
    const { emulator, community, page } = await openConsole(t, { fill });
    const [server] = emulator.state.servers();
    assert.ok(server);
    await community.sees(`${MEMBERS} in all`);
    let reads = 0;
    page.on('request', (asked) => (reads += asked.url().endsWith('/emulator/state') ? 1 : 0));
    await community.go('rewards');
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

  itInFull('says so when the emulator stops answering, and goes on when it does again', async (t) => {
    const { emulator, server, community } = await openConsole(t);
    await server.close();
    await community.sees('The emulator does not answer');
    emulator.state.addServer({ name: 'Second Crew' });
    const again = await listen(toNodeListener(emulator), { ...ANYWHERE, port: Number(new URL(server.url).port) });
    t.after(() => again.close());
    await community.press('Second Crew');
    await community.sees('Nobody is here yet.');
  });

  it('answers a program in text, and everybody with headers that keep foreign scripts out', async (t) => {
    const { url } = await openConsole(t);
    assert.match(await (await fetch(url)).text(), /POST \/1\/points\/award/);
    const page = await fetch(url, { headers: { accept: 'text/html' } });
    assert.match(page.headers.get('content-security-policy') ?? '', /script-src 'self'/);
    assert.equal((await fetch(`${url}/assets/../index.ts`)).status, 404);
  });
});
