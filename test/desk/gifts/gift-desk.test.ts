import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setUp } from '../../proxy/support/setup.ts';
import { GiftDesk } from '../../../src/desk/gifts/gift-desk.ts';
import { createDesk } from '../../../src/desk/index.ts';
import { type Asked, asPage, PAGE } from '../support.ts';
import { gate, grant, reply, type Script, until } from '../../proxy/support/transport.ts';

const GIFT = { memberId: 'wren', points: 50, key: 'raffle-1' };
const HEAD = 'memberId,points,remark,key';

/** A desk over a proxy whose service is as the script says; `who` is whom the login knows. */
function deskWith(
  t: TestContext,
  script: Script = grant,
  who: string | null = 'Ana',
  config: NonNullable<Parameters<typeof setUp>[0]>['config'] = {},
) {
  const site = setUp({ script, config });
  t.after(() => site[Symbol.asyncDispose]());
  const desk = createDesk({
    proxy: site.proxy,
    authorize: () => ({ name: who }),
    files: PAGE,
    now: () => site.clock.now,
  });
  const ask = async (path: string, asked?: Asked) => {
    const response = await desk.fetch(asPage(path, asked));
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
  const post = (path: string, body: unknown) => ask(path, { method: 'POST', body });
  /** Begins with the file that is held now. */
  const start = async () => post('/api/gift-file/start', { id: (await ask('/api/gift-file')).body.id });
  const ended = () => until(async () => (await ask('/api/gift-file')).body.run?.isOver === true);
  return { ...site, ask, post, start, ended };
}

const fileOf = (count: number) =>
  [HEAD, ...Array.from({ length: count }, (_, at) => `m${at},2,Quest,quest-${at}`)].join('\n');

describe('one gift at the desk', () => {
  it('is given once, by whom the login knows, and noted in the audit', async (t) => {
    const { post, calls, ledger } = deskWith(t);
    const first = await post('/api/gifts', GIFT);
    const again = await post('/api/gifts', { ...GIFT, by: 'Mallory' });
    assert.deepEqual([first.status, first.body.status, first.body.repeated], [200, 'granted', false]);
    assert.equal(again.body.repeated, true);
    assert.equal(calls.length, 1);
    const [entry, ...more] = await ledger.audit({});
    assert.deepEqual([entry?.who, entry?.what, entry?.claimId, more.length], ['Ana', 'gave', first.body.claimId, 0]);
  });

  it('is sent back with all that is wrong with it', async (t) => {
    const { post, calls } = deskWith(t);
    const wrong = await post('/api/gifts', { ...GIFT, points: 1.5, key: 'a b' });
    assert.equal(wrong.status, 400);
    assert.match(wrong.body.detail, /points must be a whole number above 0\. key must be/);
    await post('/api/gifts', GIFT);
    assert.match((await post('/api/gifts', { ...GIFT, points: 51 })).body.detail, /belongs to another gift/);
    assert.equal(calls.length, 1);
  });

  it('is given by the service that is named, where there are several, as a file is', async (t) => {
    const one = { baseUrl: 'https://one.example/one', apiKey: 'key-of-one' };
    const two = { baseUrl: 'https://two.example/two', apiKey: 'key-of-two' };
    const points = { repeats: 'daily', points: 1, remark: 'r', service: 'one' } as const;
    const { ask, post, start, ended, calls } = deskWith(t, grant, 'Ana', {
      services: { one, two },
      actions: { daily: { title: 'D', ...points } },
    });
    assert.deepEqual((await ask('/api/desk')).body.services, ['one', 'two']);
    assert.match((await post('/api/gifts', GIFT)).body.detail, /service must be one of those in the config: one, two/);
    assert.equal((await post('/api/gifts', { ...GIFT, service: 'two' })).body.status, 'granted');
    const file = { name: 'quest.csv', text: fileOf(2) };
    assert.equal((await post('/api/gift-file', file)).body.badLineCount, 2);
    assert.equal((await post('/api/gift-file', { ...file, service: 'two' })).body.badLineCount, 0);
    await start();
    await ended();
    assert.deepEqual(
      calls.map(({ path }) => path.split('/')[1]),
      ['two', 'two', 'two'],
    );
  });

  it('goes on as a file where the key of another service is refused', async (t) => {
    const daily = { title: 'D', repeats: 'daily', points: 1, remark: 'r', service: 'one' } as const;
    const isOfOne = ({ path }: { path: string }) => path.startsWith('/one');
    const script: Script = (call, count) =>
      isOfOne(call) ? reply(401, '') : count === 2 ? reply(429, '', { 'retry-after': '1' }) : grant(call, count);
    const { ask, post, start, ended, calls, claim, clock } = deskWith(t, script, 'Ana', {
      services: {
        one: { baseUrl: 'https://service.example/one', apiKey: 'key-of-one' },
        two: { baseUrl: 'https://service.example/two', apiKey: 'key-of-two' },
      },
      actions: { daily },
    });
    await claim('daily', { memberId: 'wren' });
    await post('/api/gift-file', { name: 'quest.csv', text: fileOf(2), service: 'two' });
    await start();
    await until(() => calls.length > 1);
    clock.now += 1_000;
    await ended();
    const { granted, left, stopped } = (await ask('/api/gift-file')).body.run;
    assert.deepEqual({ granted, left, stopped }, { granted: 2, left: 0, stopped: null });
  });

  it('is of nobody who does not say who it is', async (t) => {
    const { post, calls } = deskWith(t, grant, null);
    const { status, body } = await post('/api/gifts', GIFT);
    assert.deepEqual([status, body.detail], [400, 'by must say who it is.']);
    assert.equal(calls.length, 0);
  });
});

describe('a file of gifts at the desk', () => {
  it('is checked as a whole, and given in the background', async (t) => {
    const { ask, post, start, ended, calls, ledger } = deskWith(t);
    assert.equal((await ask('/api/gift-file')).body, null);
    const checked = await post('/api/gift-file', { name: 'quest.csv', text: fileOf(50) });
    assert.deepEqual(checked.body.look.fresh, { lines: 50, points: 100, roles: 0, members: 50 });
    assert.equal(calls.length, 0);
    assert.equal((await start()).body.run.isOver, false);
    await ended();
    const { run } = (await ask('/api/gift-file')).body;
    assert.deepEqual([run.granted, run.points, run.left, run.stopped], [50, 100, 0, null]);
    assert.equal(calls.length, 50);
    await until(async () => (await ledger.audit({})).length === 2);
    const notes = await ledger.audit({});
    assert.deepEqual(
      notes.map(({ who, what }) => `${who} ${what}`),
      ['Ana gave', 'Ana began-giving'],
    );
  });

  it('names what is wrong with it, and is not held', async (t) => {
    const { ask, post, calls } = deskWith(t);
    const { body } = await post('/api/gift-file', { name: 'quest.csv', text: `${HEAD}\nwren,x,Quest,a\n` });
    assert.deepEqual(body.badLines, [{ line: 2, issues: ['points must be a whole number above 0: the cell has "x"'] }]);
    assert.equal((await ask('/api/gift-file')).body, null);
    assert.equal((await post('/api/gift-file/start', { id: 'x' })).status, 400);
    assert.equal((await post('/api/gift-file/stop', { id: 'x' })).status, 400);
    assert.equal(calls.length, 0);
  });

  it('can be stopped, and gone on with, each line once', async (t) => {
    const hold = gate();
    const { post, ask, start, ended, calls } = deskWith(t, async (call, count) => {
      await hold.opened;
      return grant(call, count);
    });
    await post('/api/gift-file', { name: 'quest.csv', text: fileOf(40) });
    await start();
    await until(() => calls.length > 0);
    const busy = await post('/api/gift-file', { name: 'other.csv', text: fileOf(1) });
    assert.match(busy.body.detail, /A file is being given/);
    await post('/api/gift-file/stop', { id: (await ask('/api/gift-file')).body.id });
    hold.open();
    await ended();
    const stopped = (await ask('/api/gift-file')).body.run;
    assert.equal(stopped.stopped, 'it was stopped');
    assert.equal(stopped.left, 40 - calls.length);
    await start();
    await ended();
    const { run } = (await ask('/api/gift-file')).body;
    assert.deepEqual([run.alreadyGiven, run.granted, run.left], [stopped.granted, 40 - stopped.granted, 0]);
    assert.equal(calls.length, 40);
  });

  it('is given only if it is the one that was looked at: another window may have chosen another', async (t) => {
    const { ask, post, ended, calls } = deskWith(t);
    const idOf = async () => (await ask('/api/gift-file')).body.id;
    await post('/api/gift-file', { name: 'ana.csv', text: fileOf(3) });
    const anas = await idOf();
    await post('/api/gift-file', { name: 'wren.csv', text: `${HEAD}\nm9,500,Other,other-1\n` });
    const wrens = await idOf();
    for (const path of ['start', 'stop']) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { status, body } = await post(`/api/gift-file/${path}`, { id: anas });
      assert.equal(status, 400);
      assert.match(body.detail, /chosen another file since/);
    }
    assert.equal((await post('/api/gift-file/start', {})).status, 400);
    assert.deepEqual([(await ask('/api/gift-file')).body.run, calls.length], [null, 0]);
    await post('/api/gift-file/start', { id: wrens });
    await ended();
    assert.equal(calls.length, 1);
  });

  it('does not take the place of one that was begun while it was looked at', async (t) => {
    const hold = gate();
    const look = gate();
    const { calls, proxy } = deskWith(t, async (call, count) => {
      await hold.opened;
      return grant(call, count);
    });
    const gifts = await proxy.inside.gifts();
    const slow: typeof gifts = {
      ...gifts,
      look: async (gift) => {
        if (gift.remark === 'Slow') await look.opened;
        return gifts.look(gift);
      },
    };
    const desk = new GiftDesk({ ...proxy.inside, gifts: async () => slow }, Date.now);
    const checking = desk.check({ name: 'slow.csv', text: `${HEAD}\nm9,5,Slow,slow-1\n` }, 'Ana');
    await desk.check({ name: 'quest.csv', text: fileOf(3) }, 'Wren');
    await desk.start(desk.view()?.id ?? '', 'Wren');
    look.open();
    await assert.rejects(checking, /A file is being given: stop that first/);
    assert.equal(desk.view()?.name, 'quest.csv');
    hold.open();
    await until(() => desk.view()?.run?.isOver === true);
    assert.equal(calls.length, 3);
  });

  it('is not begun where that cannot be noted, and can be once it can', async (t) => {
    const { calls, ledger, proxy } = deskWith(t);
    let isAway = true;
    const steady: typeof ledger = {
      ...proxy.inside.ledger,
      noteAudit: async (entry) => {
        if (isAway) throw new Error('the disk is full');
        await ledger.noteAudit(entry);
      },
    };
    const desk = new GiftDesk({ ...proxy.inside, ledger: steady }, Date.now);
    await desk.check({ name: 'quest.csv', text: fileOf(2) }, 'Ana');
    const id = desk.view()?.id ?? '';
    await assert.rejects(desk.start(id, 'Ana'), /the disk is full/);
    assert.deepEqual([desk.view()?.run, calls.length], [null, 0]);
    isAway = false;
    await desk.start(id, 'Ana');
    await until(() => desk.view()?.run?.isOver === true);
    assert.equal(calls.length, 2);
  });

  it('is let go of by a proxy that is closed', async (t) => {
    const hold = gate();
    const { post, start, ended, calls, proxy } = deskWith(t, async (call, count) => {
      await hold.opened;
      return grant(call, count);
    });
    await post('/api/gift-file', { name: 'quest.csv', text: fileOf(40) });
    await start();
    await until(() => calls.length > 0);
    const closed = proxy.close();
    hold.open();
    await closed;
    await ended();
    assert.ok(calls.length <= 16);
  });
});
