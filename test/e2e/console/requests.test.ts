import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import type { HTTPRequest } from 'puppeteer-core';
import { claimReference, newClaimId } from '../../../src/ledger/index.ts';
import { holdRequests } from '../support/hold-requests.ts';
import { findings } from '../support/page-checks.ts';
import { openConsole } from './console-page.ts';
import { itInFull } from '../../support/thorough.ts';

const NOOR = '739204618530271847';

describe("the requests in the emulator's console", () => {
  it('switches faults for the next call and for every call, and shows what a call met', async (t) => {
    const { emulator, url, community, page } = await openConsole(t);
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

  itInFull('finds members and calls, and gives a call as a command', async (t) => {
    const { emulator, url, community, page } = await openConsole(t);
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

  itInFull('loses no call that comes while it reads all of them anew', async (t) => {
    const { emulator, url, community, page } = await openConsole(t);
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
    await holdRequests(page, /\/emulator\/calls$/, asked.resolve);
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

  itInFull('shows what a reply had in it, sends a call again, and says which claim it was for', async (t) => {
    const desk = 'http://127.0.0.1:9465';
    const { emulator, url, community, page } = await openConsole(t, { links: { site: 'http://127.0.0.1:5173', desk } });
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
});
