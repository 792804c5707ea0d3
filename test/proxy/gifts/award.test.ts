import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Gift } from '../../../src/proxy/index.ts';
import { claimReference, GIFTS, REMARK_UNKNOWN } from '../../../src/ledger/index.ts';
import { setUp } from '../support/setup.ts';
import { connectionRefused, gate, grant, reply, reset } from '../support/transport.ts';

const RAFFLE = { memberId: 'wren', points: 50, remark: 'Raffle', key: 'raffle-1', by: 'Ana' } satisfies Gift;
const ROLE = { memberId: 'wren', role: '9007199254740993', key: 'role-1', by: 'Ana' } satisfies Gift;

describe('what is given by hand', () => {
  it('goes to the service once for its key, and gets the first answer again', async () => {
    await using site = setUp();
    const first = await site.proxy.award(RAFFLE);
    const again = await site.proxy.award({ ...RAFFLE, by: 'Ben', why: 'asked again' });
    assert.equal(first.status, 'granted');
    assert.equal(first.repeated, false);
    assert.deepEqual(again, { ...first, repeated: true });
    assert.deepEqual(
      site.calls.map(({ form }) => form),
      [{ user_id: 'wren', points: '50', remark: 'Raffle' }],
    );
  });

  it('gives a role, which the config may know by name', async () => {
    await using site = setUp();
    const { claimId } = await site.proxy.award(ROLE);
    const claim = await site.ledger.find(claimId ?? '');
    const order = { kind: 'role', roleId: ROLE.role, roleName: 'Attendee', remark: 'Given by hand' };
    assert.deepEqual(
      claim?.grants.map((one) => [one.order, one.state]),
      [[order, 'granted']],
    );
  });

  it('gives one member as much as has keys, at once', async () => {
    await using site = setUp();
    const given = await Promise.all(['a', 'b', 'c'].map((key) => site.proxy.award({ ...RAFFLE, key })));
    assert.deepEqual(
      given.map(({ status }) => status),
      ['granted', 'granted', 'granted'],
    );
    assert.equal(site.calls.length, 3);
  });

  it('is given once where it is asked for twice at the same time', async () => {
    const hold = gate();
    await using site = setUp({
      script: async (call, count) => {
        await hold.opened;
        return grant(call, count);
      },
    });
    const both = [site.proxy.award(RAFFLE), site.proxy.award(RAFFLE)];
    hold.open();
    const given = await Promise.all(both);
    assert.deepEqual(
      given.map(({ status }) => status),
      ['granted', 'granted'],
    );
    assert.equal(site.calls.length, 1);
  });

  for (const [what, other] of Object.entries({
    points: { ...RAFFLE, points: 51 },
    remark: { ...RAFFLE, remark: 'Prize' },
    member: { ...RAFFLE, memberId: 'yuki' },
    kind: { ...ROLE, key: RAFFLE.key },
  })) {
    it(`is an error where its key comes with another ${what}`, async () => {
      await using site = setUp();
      await site.proxy.award(RAFFLE);
      await assert.rejects(site.proxy.award(other), {
        name: 'GiftError',
        code: 'key-reused',
        message: /belongs to another gift/,
      });
      assert.equal(site.calls.length, 1);
    });
  }

  it('names what its key gave the member before: with a new key the member would have both', async () => {
    await using site = setUp();
    const { claimId } = await site.proxy.award(RAFFLE);
    const again = { ...RAFFLE, remark: 'Summer raffle, first prize' };
    const named = {
      code: 'key-reused',
      message: new RegExp(`claim ${claimReference(claimId ?? '')} \\(granted\\): use a new key only if`),
    };
    await assert.rejects(site.proxy.award(again), named);
    const gifts = await site.proxy.inside.gifts();
    await assert.rejects(gifts.look(again), named);
    // Of another member no claim is named.
    await assert.rejects(site.proxy.award({ ...again, memberId: 'yuki' }), {
      message: /^key belongs to another gift, or/,
    });
  });

  it('keeps who gave it and why with the claim and in the audit, once', async () => {
    await using site = setUp();
    const { claimId } = await site.proxy.award({ ...RAFFLE, why: 'won the raffle' });
    await site.proxy.award(RAFFLE);
    const claim = await site.ledger.find(claimId ?? '');
    assert.equal(claim?.action, GIFTS);
    assert.deepEqual(claim?.fields, { key: RAFFLE.key, by: 'Ana', why: 'won the raffle' });
    const entries = await site.ledger.audit({});
    assert.deepEqual(
      entries.map(({ who, what, claimId: about, details }) => ({ who, what, about, details })),
      [{ who: 'Ana', what: 'gave', about: claimId, details: { points: 50, status: 'granted', why: 'won the raffle' } }],
    );
  });

  it('names everything that is wrong with it', async () => {
    await using site = setUp();
    const wrong = { memberId: 'a b', points: 1.5, role: '', key: 'with a blank', by: ' ', service: 'other' };
    await assert.rejects(site.proxy.award(wrong), (error: Error & { issues?: string[] }) => {
      assert.equal(error.name, 'GiftError');
      const parts = ['memberId', 'points and role', 'points must', 'role must', 'key must', 'by must', 'service must'];
      assert.deepEqual(
        error.issues?.map((issue, index) => issue.startsWith(parts[index] ?? '?')),
        parts.map(() => true),
        error.message,
      );
      return true;
    });
    await assert.rejects(site.proxy.award({ ...RAFFLE, points: undefined }), /points or role is missing/);
    for (const none of [undefined, null, 'wren']) {
      // @ts-expect-error -- as a program without types may call it
      await assert.rejects(site.proxy.award(none), /^GiftError: a gift must be an object with memberId/);
    }
    assert.equal(site.calls.length, 0);
  });
});

describe('a gift of which nothing came', () => {
  it('is refused by the service for good, with what it said', async () => {
    await using site = setUp({ script: () => reply(404, { code: 7, error: 'no such member', data: null, ts: 1 }) });
    const first = await site.proxy.award(RAFFLE);
    assert.equal(first.status, 'refused');
    assert.equal(first.reason, 'the service refused it: “no such member”, status 404, code 7');
    assert.equal(first.retryAfter, null);
    assert.deepEqual(await site.proxy.award(RAFFLE), { ...first, repeated: true });
    assert.equal(site.calls.length, 1);
  });

  it('is given under the same key where the service could not be reached', async () => {
    let isDown = true;
    await using site = setUp({ script: (call, count) => (isDown ? connectionRefused : grant)(call, count) });
    const first = await site.proxy.award(RAFFLE);
    assert.equal(first.status, 'refused');
    assert.notEqual(first.retryAfter, null);
    await assert.rejects(site.proxy.award({ ...RAFFLE, points: 51 }), { code: 'key-reused' });
    await assert.rejects(site.proxy.award({ ...RAFFLE, memberId: 'yuki' }), { code: 'key-reused' });
    isDown = false;
    assert.equal((await site.proxy.award(RAFFLE)).status, 'granted');
    assert.equal((await site.proxy.award(RAFFLE)).repeated, true);
  });

  it('waits for as long as the service asks', async () => {
    await using site = setUp({ script: () => reply(429, 'slow down', { 'retry-after': '7' }) });
    const { status, retryAfter } = await site.proxy.award(RAFFLE);
    assert.deepEqual({ status, retryAfter }, { status: 'refused', retryAfter: 7 });
    await site.proxy.award(RAFFLE);
    assert.equal(site.calls.length, 1);
  });

  it('is given again once the key of the service is right', async () => {
    await using site = setUp({
      script: (call, count) => (count === 1 ? reply(401, 'who are you?') : grant(call, count)),
    });
    const first = await site.proxy.award(RAFFLE);
    assert.equal(first.status, 'refused');
    assert.match(first.reason ?? '', /does not accept the API key/);
    site.clock.now += 61_000;
    assert.equal((await site.proxy.award(RAFFLE)).status, 'granted');
  });
});

describe('a gift of which nobody knows', () => {
  it('stays so until an operator says what became of it', async () => {
    await using site = setUp({ script: (call, count) => (count === 1 ? reset(call, count) : grant(call, count)) });
    const first = await site.proxy.award(RAFFLE);
    assert.equal(first.status, 'unknown');
    assert.match(first.reason ?? '', /at the desk or with rewards claims resolve/);
    assert.equal((await site.proxy.award(RAFFLE)).status, 'unknown');
    await site.ledger.resolve(first.claimId ?? '', { state: 'released', who: 'Ana', why: 'not there' }, site.clock.now);
    const last = await site.proxy.award(RAFFLE);
    assert.equal(last.status, 'granted');
    assert.notEqual(last.claimId, first.claimId);
    assert.equal(site.calls.length, 2);
  });
});

describe('of the rules of the config', () => {
  it('the block list holds for gifts', async () => {
    await using site = setUp({ config: { members: { block: ['wren'] } } });
    const { status, reason, claimId } = await site.proxy.award(RAFFLE);
    assert.deepEqual({ status, claimId }, { status: 'refused', claimId: null });
    assert.match(reason ?? '', /block list/);
    assert.equal(site.calls.length, 0);
  });

  it('the budget of all actions holds for gifts, which use it up', async () => {
    await using site = setUp({ config: { budget: 100 } });
    assert.equal((await site.proxy.award({ ...RAFFLE, points: 60 })).status, 'granted');
    const { status, reason } = await site.proxy.award({ ...RAFFLE, key: 'raffle-2' });
    assert.equal(status, 'refused');
    assert.match(reason ?? '', /budget/);
    assert.equal((await site.proxy.award({ ...RAFFLE, points: 40, key: 'raffle-2' })).status, 'granted');
  });

  it('the points of one member hold for gifts', async () => {
    await using site = setUp({ config: { memberPoints: { points: 60, per: 'daily' } } });
    assert.equal((await site.proxy.award(RAFFLE)).status, 'granted');
    const { status, reason } = await site.proxy.award({ ...RAFFLE, key: 'raffle-2' });
    assert.equal(status, 'refused');
    assert.match(reason ?? '', /memberPoints/);
    site.clock.now += 86_400_000;
    assert.equal((await site.proxy.award({ ...RAFFLE, key: 'raffle-2' })).status, 'granted');
  });

  it('limits on how often a member may ask do not', async () => {
    await using site = setUp({ config: { limits: { member: { max: 1, perSeconds: 3600 } } } });
    assert.equal((await site.proxy.award(RAFFLE)).status, 'granted');
    assert.equal((await site.proxy.award({ ...RAFFLE, key: 'raffle-2' })).status, 'granted');
  });

  it('several services have to be told apart', async () => {
    const service = { baseUrl: 'https://service.example/api', apiKey: 'canary-key-0c5f1d' };
    const daily = { title: 'x', repeats: 'daily', points: 1, remark: 'x', service: 'east' } as const;
    await using site = setUp({ config: { services: { east: service, west: service }, actions: { daily } } });
    await assert.rejects(site.proxy.award(RAFFLE), /service must be one of those in the config: east, west/);
    const { claimId } = await site.proxy.award({ ...RAFFLE, service: 'west' });
    assert.equal((await site.ledger.find(claimId ?? ''))?.service, 'west');
    await assert.rejects(site.proxy.award({ ...RAFFLE, service: 'east' }), { code: 'key-reused' });
  });
});

describe('what was given by a service that the config calls otherwise since', () => {
  const service = { baseUrl: 'https://service.example/api', apiKey: 'canary-key-0c5f1d' };
  const daily = { title: 'x', repeats: 'daily', points: 1, remark: 'x', service: 'east' } as const;

  it('is known by its key, and not given again', async () => {
    await using before = setUp();
    const first = await before.proxy.award(RAFFLE);
    await using site = setUp({
      ledger: { ...before.ledger, close: async () => {} },
      config: { services: { east: service }, actions: { daily } },
    });
    assert.deepEqual(await site.proxy.award(RAFFLE), { ...first, repeated: true });
    const gifts = await site.proxy.inside.gifts();
    assert.deepEqual(await gifts.look(RAFFLE), { ...first, repeated: true });
    await assert.rejects(site.proxy.award({ ...RAFFLE, points: 51 }), { code: 'key-reused' });
    assert.equal(site.calls.length, 0);
  });
});

describe('a gift that a log has brought back', () => {
  /** A site whose ledger knows the gift as a log tells of it: without its key, its remark and who gave it. */
  async function broughtBack(): Promise<{ site: ReturnType<typeof setUp>; claimId: string }> {
    await using before = setUp();
    const { claimId } = await before.proxy.award(RAFFLE);
    const claim = await before.ledger.find(claimId ?? '');
    assert.ok(claim);
    const grants = claim.grants.map((one) => {
      const order = { ...one.order, remark: REMARK_UNKNOWN };
      return { ...one, order, echo: order };
    });
    const site = setUp();
    await site.ledger.adopt([{ ...claim, fields: null, grants }], { who: 'Ana', why: 'lost' }, site.clock.now);
    return { site, claimId: claim.id };
  }

  it('is known by its key, and not given again', async () => {
    const { site, claimId } = await broughtBack();
    await using _ = site;
    const given = await site.proxy.award(RAFFLE);
    assert.deepEqual([given.status, given.claimId, given.repeated], ['granted', claimId, true]);
    const gifts = await site.proxy.inside.gifts();
    assert.deepEqual(await gifts.look(RAFFLE), given);
    assert.equal(site.calls.length, 0);
  });

  it('is named where its key comes with other points', async () => {
    const { site, claimId } = await broughtBack();
    await using _ = site;
    const named = { code: 'key-reused', message: new RegExp(`claim ${claimReference(claimId)} `) };
    await assert.rejects(site.proxy.award({ ...RAFFLE, points: 51 }), named);
    const gifts = await site.proxy.inside.gifts();
    await assert.rejects(gifts.look({ ...RAFFLE, points: 51 }), named);
    assert.equal(site.calls.length, 0);
  });
});

describe('a look at a gift', () => {
  it('says that its key is taken, whichever member has it, and once it is forgotten what it was for', async () => {
    const refusal = () => reply(404, { code: 7, error: 'no such member', data: null, ts: 1 });
    await using site = setUp({ script: (call, count) => (count === 1 ? grant(call, count) : refusal()) });
    const gifts = await site.proxy.inside.gifts();
    const other = { ...RAFFLE, memberId: 'yuki' };
    assert.equal(await gifts.look(other), null);
    await site.proxy.award(RAFFLE);
    await assert.rejects(gifts.look(other), { code: 'key-reused' });

    const refused = { ...RAFFLE, key: 'raffle-refused' };
    const { claimId } = await site.proxy.award(refused);
    assert.equal((await gifts.look(refused))?.claimId, claimId);
    await site.ledger.forget(RAFFLE.memberId, site.clock.now);
    await assert.rejects(gifts.look(refused), { code: 'key-reused' });
    await assert.rejects(site.proxy.award(refused), { code: 'key-reused' });
    assert.equal(site.calls.length, 2);
  });
});

describe('what was given, once its details are gone', () => {
  it('is known by its key', async () => {
    await using site = setUp();
    const first = await site.proxy.award(RAFFLE);
    const now = site.clock.now + 90 * 86_400_000;
    assert.equal(await site.ledger.purge({ before: now, now, limit: 10 }), 1);
    site.clock.now = now;
    const again = await site.proxy.award(RAFFLE);
    assert.deepEqual(again, { ...first, repeated: true });
    await assert.rejects(site.proxy.award({ ...RAFFLE, points: 51 }), { code: 'key-reused' });
    assert.equal(site.calls.length, 1);
  });

  it('may be missing from a ledger that was put back, so that nothing is sent before somebody has looked', async () => {
    await using site = setUp();
    await site.ledger.restored(
      { since: site.clock.now - 1000, until: site.clock.now },
      { who: 'Ana', why: 'x' },
      site.clock.now,
    );
    assert.equal((await site.proxy.award(RAFFLE)).status, 'unknown');
    assert.equal(site.calls.length, 0);
  });
});
