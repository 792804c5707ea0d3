import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createDesk } from '../../src/desk/index.ts';
import { qrPath } from '../../src/desk/codes/qr.ts';
import { encode } from 'uqr';
import { NOON } from '../../src/ledger/conformance/requests.ts';
import type { RewardsConfig } from '../../src/proxy/index.ts';
import { proving } from '../proxy/proofs/proving.ts';
import { asPage, PAGE } from './support.ts';

const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const ROTATING = { type: 'rotating-code', secret: SECRET, minutes: 2 } as const;
const PAGE_OF_SITE = 'https://example.org/meetup';

/** A desk of a proxy with actions that ask for that; `tour` asks for a code that changes. */
async function deskWith(t: TestContext, verify: RewardsConfig['actions'][string]['verify'] = ROTATING) {
  const setup = proving(verify ?? ROTATING);
  t.after(() => setup[Symbol.asyncDispose]());
  const clock = { now: NOON };
  setup.clock.now = NOON;
  let who = 'Wren';
  const { proxy } = setup;
  const desk = createDesk({ proxy, authorize: () => ({ name: who }), files: PAGE, now: () => clock.now });
  const ask = async (path: string) => {
    const response = await desk.fetch(asPage(`/api/${path}`));
    const text = await response.text();
    return { status: response.status, text, body: JSON.parse(text) };
  };
  return { ...setup, ask, clock, as: (name: string) => (who = name) };
}

const query = (page: string) => `code?${new URLSearchParams({ action: 'tour', page })}`;

describe('a code on the screen of the desk', () => {
  it('is the one that counts now, with its times, and without the secret', async (t) => {
    const { ask, tour, clock } = await deskWith(t);
    clock.now = NOON + 12_000;
    const { status, body, text } = await ask('code?action=tour');
    assert.equal(status, 200);
    const { code, ...rest } = body;
    assert.match(code, /^\d{6}$/);
    assert.deepEqual(rest, {
      action: 'tour',
      nextAt: NOON + 30_000,
      goodUntil: NOON + 150_000,
      shownSeconds: 30,
      now: NOON + 12_000,
      qr: null,
    });
    assert.ok(!text.includes(SECRET));
    assert.equal((await tour({ code })).status, 201);
    clock.now = NOON + 30_000;
    assert.notEqual((await ask('code?action=tour')).body.code, code);
  });

  it('leads to the page of the site by a QR code, with the code in the fragment', async (t) => {
    const { ask } = await deskWith(t);
    const { code, qr } = (await ask(query(`${PAGE_OF_SITE}?day=1`))).body;
    assert.equal(qr.address, `${PAGE_OF_SITE}?day=1#rewards-code=${code}`);
    assert.deepEqual({ size: qr.size, path: qr.path }, qrPath(qr.address));
  });

  it('is drawn as the QR code of that text, with white around it', () => {
    const { size, path } = qrPath(PAGE_OF_SITE);
    const { data } = encode(PAGE_OF_SITE, { border: 4, ecc: 'M' });
    assert.equal(size, data.length);
    const drawn = new Set([...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`));
    assert.equal(path.replaceAll(/M\d+ \d+h1v1h-1z/g, ''), '');
    for (const [y, row] of data.entries()) {
      for (const [x, isBlack] of row.entries()) assert.equal(drawn.has(`${x} ${y}`), isBlack, `${x} ${y}`);
    }
    assert.ok(![...drawn].some((place) => place.split(' ').some((at) => Number(at) < 4 || Number(at) >= size - 4)));
  });

  for (const [name, page, flaw] of [
    ['another site', 'https://evil.example/meetup', /is on https:\/\/evil\.example, which is none of the origins/],
    ['a script', 'javascript:alert(1)', /must be the address of a page/],
    ['a fragment of its own', `${PAGE_OF_SITE}#rewards-code=1`, /without a #/],
    ['no address', 'meetup', /must be the address of a page/],
    ['a very long one', `${PAGE_OF_SITE}?${'x'.repeat(1000)}`, /is too long for a QR code/],
  ] as const) {
    it(`leads to no ${name}`, async (t) => {
      const { ask } = await deskWith(t);
      const { status, body } = await ask(query(page));
      assert.deepEqual([status, body.code], [400, 'invalid-request']);
      assert.match(body.detail, flaw);
    });
  }

  it('is there for actions with just one, which the desk is told of', async (t) => {
    const other = { ...ROTATING, field: 'other' };
    for (const [verify, has] of [
      [ROTATING, true],
      [{ all: [{ type: 'list', members: ['ann'] }, { any: [ROTATING, () => ({ refuse: 'No.' })] }] }, true],
      [{ all: [ROTATING, other] }, false],
      [{ not: ROTATING }, false],
      [{ type: 'code', code: 'lantern' }, false],
    ] as [RewardsConfig['actions'][string]['verify'], boolean][]) {
      // oxlint-disable-next-line no-await-in-loop -- one proxy after the other
      const { ask } = await deskWith(t, verify);
      // oxlint-disable-next-line no-await-in-loop -- one proxy after the other
      const [desk, code] = await Promise.all([ask('desk'), ask('code?action=tour')]);
      const facts = new Map(
        desk.body.actions.map((one: { name: string; hasCode: boolean }) => [one.name, one.hasCode]),
      );
      assert.deepEqual([facts.get('tour'), facts.get('daily')], [has, false]);
      assert.equal(code.status, has ? 200 : 404);
    }
    const { ask } = await deskWith(t);
    for (const path of ['code', 'code?action=daily', 'code?action=constructor', 'code?action=nothing']) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      assert.equal((await ask(path)).status, 404, path);
    }
  });

  it('is noted in the audit once for each screen, however often that asks', async (t) => {
    const { ask, ledger, clock, as } = await deskWith(t);
    const noted = async () => (await ledger.audit({ limit: 50 })).map(({ who, what, details }) => [who, what, details]);
    const entry = (who: string) => [who, 'showed a code', { action: 'tour' }];
    for (let half = 0; half < 60; half += 1) {
      clock.now = NOON + half * 30_000;
      // oxlint-disable-next-line no-await-in-loop -- one half minute after the other
      await ask('code?action=tour');
    }
    assert.deepEqual(await noted(), [entry('Wren')]);
    as('Ana');
    await ask('code?action=tour');
    assert.deepEqual(await noted(), [entry('Ana'), entry('Wren')]);
    clock.now += 11 * 60_000;
    await ask('code?action=tour');
    assert.equal((await noted()).length, 3);
  });
});
