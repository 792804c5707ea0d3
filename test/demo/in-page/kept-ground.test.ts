import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import initSqlJs from 'sql.js';
import { type KeptGround, openKeptGround } from '../../../demo/in-page/kept-ground.ts';
import { pageLedger, PageStore } from '../../../demo/in-page/page-store.ts';
import { Changed, type Kept, type Shelf } from '../../../demo/in-page/shelf.ts';
import { noteFortnight } from '../../../demo/fortnight.ts';
import { HARBOUR_LIGHTS } from '../../../src/emulator/index.ts';
import { request } from '../../../src/ledger/conformance/requests.ts';
import type { Ledger } from '../../../src/ledger/index.ts';
import { createProxy } from '../../../src/proxy/index.ts';
import { fetchTransport } from '../../../src/service/index.ts';

const NOOR = '739204618530271847';
const ORIGIN = 'https://harbour-lights.example';

const ignore = (): void => {};

/** A shelf in memory, with copies as a browser makes them. */
class TestShelf implements Shelf {
  kept: Kept | undefined;

  async read(): Promise<Kept | undefined> {
    return structuredClone(this.kept);
  }

  async replace(version: string | null, kept: Kept): Promise<void> {
    if ((this.kept?.version ?? null) !== version) throw new Changed('another one');
    this.kept = structuredClone(kept);
  }
}

describe('a ground that is kept', () => {
  let shelf: TestShelf;

  /** A page of the site: what it has told, and how it claims. */
  async function openPage(on: Shelf = shelf) {
    const { Database } = await initSqlJs();
    let [told, opened] = [0, 0];
    const ground = await openKeptGround({
      shelf: on,
      openLedger: async ({ bytes = null, keep }) => {
        opened += 1;
        return pageLedger(new PageStore(new Database(bytes), keep));
      },
      told: () => (told += 1),
    });
    const { key } = ground.emulator.state.createKey(HARBOUR_LIGHTS.id);
    const proxy = createProxy({
      service: { baseUrl: 'https://community.example', apiKey: key },
      origins: [ORIGIN],
      actions: { daily: { title: 'Daily check-in', repeats: 'daily', points: 10, remark: 'Daily check-in' } },
      ledger: ground.ledger,
      logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
      transport: fetchTransport((input, init) => ground.emulator.fetch(new Request(input, init))),
    });
    const claim = async () => {
      const { status } = await proxy.fetch(
        new Request(`${ORIGIN}/rewards/actions/daily/claims`, {
          method: 'POST',
          headers: { origin: ORIGIN, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
          body: JSON.stringify({ memberId: NOOR }),
        }),
      );
      return status;
    };
    return { ground, claim, told: () => told, opened: () => opened };
  }

  beforeEach(() => {
    shelf = new TestShelf();
  });

  it('does not pay again after a reload', async () => {
    const before = await openPage();
    const had = pointsOf(before.ground);
    assert.equal(await before.claim(), 201);
    assert.equal(pointsOf(before.ground), had + 10);
    const told = before.told();
    assert.ok(told > 0);
    await before.ground.emulator.fetch(new Request('https://community.example/emulator/state'));
    assert.equal(before.told(), told, 'nothing is kept again that has not changed');

    const after = await openPage();
    assert.equal(pointsOf(after.ground), had + 10);
    assert.equal(await after.claim(), 409);
    assert.equal(pointsOf(after.ground), had + 10);
  });

  it('takes what is said to have been before a claim, and keeps both', async () => {
    const { ground, claim } = await openPage();
    assert.equal(await claim(), 201);
    await ground.notePast((past) => noteFortnight(past, Date.now()));
    const pages = [ground, (await openPage()).ground];
    for (const { ledger } of pages) {
      // oxlint-disable-next-line no-await-in-loop -- two
      const claims = await ledger.list({});
      assert.equal(claims.filter(({ memberId }) => memberId === NOOR).length, 1);
      assert.ok(claims.length > 30, `${claims.length}`);
      // oxlint-disable-next-line no-await-in-loop -- two
      assert.equal((await ledger.unknown()).count, 1);
    }
    assert.equal(await claim(), 409);
  });

  it('keeps once what was noted of the past, and knows it, also where that fails in the end', async () => {
    const { ground, told } = await openPage();
    const note = (ledger: Ledger) =>
      ledger.noteAudit({ at: 0, who: 'Wren', what: 'saw', claimId: null, details: null });
    const claim = request({});
    const failing = ground.notePast(async (past) => {
      await past.reserve(claim);
      for (let count = 0; count < 10; count += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await note(past);
      }
      throw new Error('in the end');
    });
    await assert.rejects(failing, /in the end/);
    assert.equal(told(), 1);
    assert.equal(await ground.ledger.seatsTaken(claim.action), 1);
    const after = await openPage();
    assert.equal((await after.ground.ledger.audit({ limit: 100 })).length, 10);
    await ground.catchUp();
    await note(ground.ledger);
    assert.equal(told(), 2);
  });

  it('does not pay again in a page that was open already, once that has caught up', async () => {
    const [one, other] = [await openPage(), await openPage()];
    assert.equal(await one.claim(), 201);
    await other.ground.catchUp();
    assert.equal(await other.claim(), 409);
    assert.equal(pointsOf(other.ground), pointsOf(one.ground));
    const before = other.opened();
    await other.ground.catchUp();
    assert.equal(await other.claim(), 409);
    assert.equal(other.opened(), before, 'nothing is loaded again where nothing is new');
  });

  it('takes for no news what it is keeping itself', async () => {
    const [stored, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow: Shelf = {
      read: () => shelf.read(),
      async replace(version, kept) {
        await shelf.replace(version, kept);
        stored.resolve();
        await told.promise;
      },
    };
    const { ground, claim, opened } = await openPage(slow);
    const claimed = claim();
    await stored.promise;
    const caughtUp = ground.catchUp();
    told.resolve();
    assert.equal(await claimed, 201);
    await caughtUp;
    assert.equal(await claim(), 409);
    assert.equal(opened(), 1);
  });

  it('sends nothing for a claim in a page that does not know of a newer one', async () => {
    const [one, other] = [await openPage(), await openPage()];
    const had = pointsOf(one.ground);
    assert.equal(await one.claim(), 201);
    assert.equal(await other.claim(), 500);
    assert.equal(pointsOf(other.ground), had);
  });

  it('is as at the beginning where somebody starts over, in other pages too', async () => {
    const [one, other] = [await openPage(), await openPage()];
    const had = pointsOf(one.ground);
    assert.equal(await one.claim(), 201);
    await one.ground.startOver();
    await other.ground.catchUp();
    assert.equal(pointsOf(other.ground), had);
    assert.equal(await other.claim(), 201);
    assert.equal(await (await openPage()).claim(), 409);
  });

  it('still works as long as the page where nothing can be kept', async () => {
    const refuses = () => Promise.reject(new Error('no room'));
    const page = await openPage({ read: refuses, replace: refuses });
    assert.equal(await page.claim(), 201);
    assert.equal(await page.claim(), 409);
  });
});

function pointsOf({ emulator }: KeptGround): number {
  const member = emulator.state.server(HARBOUR_LIGHTS.id).members.find(({ id }) => id === NOOR);
  return member?.points ?? assert.fail('there is no such member');
}
