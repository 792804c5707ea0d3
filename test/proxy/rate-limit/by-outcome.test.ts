import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Ledger } from '../../../src/ledger/index.ts';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import { gate, reply, type Script, until } from '../support/transport.ts';
import { claim, ELSEWHERE, HOME, limited, look } from './limited.ts';

const shared = { secret: 'a secret of thirty-two bytes or more' };

/** A ledger that counts for several processes, as long as it works. */
function countingLedger(): { works: boolean; ledger: Ledger } {
  const kept = sqliteLedger(':memory:');
  const counting = {
    works: true,
    ledger: {
      ...kept,
      async consume(...asked: Parameters<Ledger['consume']>) {
        if (!counting.works) throw new Error('the ledger is away');
        return kept.consume(...asked);
      },
    },
  };
  return counting;
}

describe('a limit on wrong ids', () => {
  const wrong = { wrongIds: { max: 2, perSeconds: 100 } };

  it('counts those that the service refuses, and those that are none', async () => {
    await using setup = limited(wrong, {}, { script: () => reply(422, {}) });
    assert.equal((await claim(setup, 'm-1')).status, 422);
    assert.equal((await claim(setup, 'not an id')).status, 400);
    const { status, headers, body } = await claim(setup, 'm-2');
    assert.equal(status, 429);
    assert.equal(headers.get('retry-after'), '50');
    assert.equal(body['detail'], 'Too many member ids from your network were wrong. Please try again in 50 seconds.');
    assert.equal(setup.calls.length, 1);
    assert.equal((await claim(setup, 'm-2', ELSEWHERE)).status, 422);
    assert.equal((await look(setup)).status, 200);
  });

  it('counts the same id once, as a visitor may try it again and again', async () => {
    await using setup = limited(wrong, {}, { script: () => reply(422, {}) });
    for (let n = 0; n < 5; n += 1) assert.equal((await claim(setup, 'm-1')).status, 422);
    assert.equal((await claim(setup, 'm-2')).status, 422);
    assert.equal((await claim(setup, 'm-1')).status, 429);
  });

  it('counts nothing of what is not about the id', async () => {
    const answers = [() => reply(401, {}), () => reply(403, {}), () => reply(500, {}), () => reply(429, {})];
    for (const script of answers) {
      await using setup = limited({ wrongIds: { max: 1 } }, {}, { script });
      await claim(setup, 'm-1');
      await setup.ask('/rewards/actions/daily/claims', { method: 'POST', body: '{', clientAddress: HOME });
      assert.notEqual((await claim(setup, 'm-2')).status, 429);
    }
  });

  it('reports who is over it, once in its span', async () => {
    await using setup = limited(wrong);
    for (let n = 0; n < 6; n += 1) await claim(setup, n < 2 ? '?' : 'm-1');
    const reports = setup.logs.filter(({ kind }) => kind === 'wrong-ids');
    assert.equal(reports.length, 1);
    const { address, level, message: _, at: __, ...rest } = Object(reports[0]);
    assert.match(String(address), /^[0-9a-f]{24}$/);
    assert.equal(level, 'warn');
    assert.deepEqual(rest, { kind: 'wrong-ids', action: 'daily', count: 3, spanSeconds: 100, dryRun: false, more: 0 });
  });
});

describe('a limit on claims whose outcome nobody knows', () => {
  const few = { unknowns: { max: 2, perSeconds: 100 } };
  const broken = { script: () => reply(500, {}) };

  it('refuses further claims from the address that made them, before they hold a seat', async () => {
    await using setup = limited(few, {}, broken);
    for (const n of [1, 2]) assert.equal((await claim(setup, `m-${n}`)).status, 202);
    const { status, headers, body } = await claim(setup, 'm-3');
    assert.deepEqual([status, headers.get('retry-after')], [429, '50']);
    assert.equal(
      body['detail'],
      'Too many claims from your network could not be confirmed. Please try again in 50 seconds.',
    );
    assert.equal(await setup.ledger.seatsTaken('daily'), 2);
    assert.equal((await claim(setup, 'm-3', ELSEWHERE)).status, 202);
  });

  it('counts each member once, and no claim that is granted or refused', async () => {
    let script = broken.script;
    await using setup = limited(few, {}, { script: () => script() });
    for (let n = 0; n < 5; n += 1) assert.equal((await claim(setup, 'm-1')).status, 202);
    script = () => reply(422, {});
    for (let n = 2; n < 6; n += 1) assert.equal((await claim(setup, `m-${n}`)).status, 422);
    script = broken.script;
    assert.equal((await claim(setup, 'm-9')).status, 202);
    assert.equal((await claim(setup, 'm-8')).status, 429);
  });

  it('keeps nobody out after a ledger failed those who waited for their turn', async () => {
    const counting = countingLedger();
    const held = gate();
    const script: Script = async () => {
      await held.opened;
      return reply(422, {});
    };
    await using setup = limited({ unknowns: { max: 1 }, shared }, {}, { ledger: counting.ledger, script });
    const [first, second] = [claim(setup, 'm-1'), claim(setup, 'm-2')];
    await until(() => setup.calls.length === 1);
    counting.works = false;
    held.open();
    assert.deepEqual([(await first).status, (await second).status], [422, 500]);
    counting.works = true;
    assert.equal((await claim(setup, 'm-3')).status, 422);
  });

  it('lets as many claims be under way as come in a dry run', async () => {
    const held = gate();
    const script: Script = async () => {
      await held.opened;
      return reply(422, {});
    };
    await using setup = limited({ unknowns: { max: 1 }, dryRun: true }, {}, { script });
    const claims = [claim(setup, 'm-1'), claim(setup, 'm-2')];
    await until(() => setup.calls.length === 2);
    held.open();
    for (const { status } of await Promise.all(claims)) assert.equal(status, 422);
  });

  it('does not keep from a visitor what a claim came to, where the ledger fails to count it', async () => {
    const counting = countingLedger();
    const script: Script = () => {
      counting.works = false;
      return reply(502, '');
    };
    await using setup = limited({ unknowns: { max: 3 }, shared }, {}, { ledger: counting.ledger, script });
    assert.equal((await claim(setup, 'm-1')).status, 202);
    assert.ok(setup.logs.some(({ message }) => message.includes('could not be counted')));
  });

  it('refuses nobody where no address is known', async () => {
    await using setup = limited({ unknowns: { max: 1 } }, {}, broken);
    for (let n = 0; n < 4; n += 1) assert.equal((await claim(setup, `m-${n}`, null)).status, 202);
  });
});

describe('many ids from one address', () => {
  it('are reported once, and claims go on', async () => {
    await using setup = limited({ manyIds: { max: 3, perSeconds: 3600 } });
    for (let n = 0; n < 6; n += 1) assert.equal((await claim(setup, `m-${n}`)).status, 201);
    assert.equal((await claim(setup, 'm-9', ELSEWHERE)).status, 201);
    const reports = setup.logs.filter(({ kind }) => kind === 'many-ids');
    assert.equal(reports.length, 1);
    const { action, count, spanSeconds, dryRun } = Object(reports[0]);
    assert.deepEqual([action, count, spanSeconds, dryRun], ['daily', 4, 3600, true]);
    assert.ok(!/m-\d|203\.0/.test(JSON.stringify(setup.logs)));
  });

  it('are refused where the config says so, but for those that came before', async () => {
    await using setup = limited({ manyIds: { max: 2, refuse: true } });
    assert.equal((await claim(setup, 'm-1')).status, 201);
    assert.equal((await claim(setup, 'm-2')).status, 201);
    for (let n = 0; n < 3; n += 1) assert.equal((await claim(setup, 'm-3')).status, 429);
    assert.equal((await claim(setup, 'm-1')).status, 409);
    assert.equal(setup.logs.filter(({ kind, dryRun }) => kind === 'many-ids' && dryRun === false).length, 1);
  });

  it('are counted for each address by itself, also where another has named the same', async () => {
    await using setup = limited({ manyIds: { max: 2, refuse: true } });
    for (const from of [HOME, ELSEWHERE]) {
      for (const member of ['m-1', 'm-2']) assert.notEqual((await claim(setup, member, from)).status, 429);
      assert.equal((await claim(setup, 'm-3', from)).status, 429);
    }
  });

  it('are no news where nobody has an address', async () => {
    await using setup = limited({ manyIds: { max: 1, refuse: true } });
    for (let n = 0; n < 5; n += 1) assert.equal((await claim(setup, `m-${n}`, null)).status, 201);
  });

  it('are not so many where the same few come again', async () => {
    await using setup = limited({ manyIds: { max: 2, refuse: true } });
    for (let n = 0; n < 20; n += 1) assert.notEqual((await claim(setup, `m-${n % 2}`)).status, 429);
  });
});
