import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import type { Ledger } from '../../../src/ledger/index.ts';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import { codeAt } from '../../../src/proxy/proofs/authenticator.ts';
import { base32Bytes } from '../../../src/proxy/proofs/base32.ts';
import { connectionRefused, grant, reset, type Script } from '../support/transport.ts';
import { provedBy, proving, refusesAll, type VerifyInput } from './proving.ts';

const CODE = { type: 'code', code: 'Lantern-2026' } as const;

describe('a code', () => {
  for (const [name, code] of [
    ['as it is', 'Lantern-2026'],
    ['in capitals, with blanks and without the hyphen', ' LANTERN 2026 '],
    ['in wide letters, with a dash', 'Ｌantern–2026'],
  ] as const) {
    it(`counts ${name}`, async () => {
      await using setup = proving(CODE);
      assert.equal((await setup.tour({ code })).status, 201);
      assert.deepEqual(await provedBy(setup), { proofs: [{ type: 'code' }] });
    });
  }

  refusesAll(CODE, [
    ['another', { code: 'Lantern-2025' }],
    ['none', {}],
    ['an empty one', { code: '' }],
    ['one of blanks alone', { code: ' - ' }],
    ['its beginning', { code: 'Lantern' }],
    ['more than it', { code: 'Lantern-20261' }],
    ['a number', { code: 2026 }],
    ['true', { code: true }],
    ['its hash', { code: createHash('sha256').update('lantern2026').digest('hex') }],
    ['it in another field', { code: 'x', secret: 'Lantern-2026' }],
  ]);

  it('is known by its hash as well', async () => {
    const sha256 = createHash('sha256').update('lantern2026').digest('hex');
    await using setup = proving({ type: 'code', sha256 });
    assert.equal((await setup.tour({ code: sha256 })).status, 403);
    assert.equal((await setup.tour({ code: 'Lantern 2026' })).status, 201);
  });

  it('may be one of several', async () => {
    await using setup = proving({ type: 'code', code: ['north', 'south'] });
    assert.equal((await setup.tour({ code: 'south' })).status, 201);
    assert.equal((await setup.tour({ code: 'west' }, 'bob')).status, 403);
  });

  it('is asked for in a field of the form, and stands in no record, answer or log line', async () => {
    await using setup = proving(CODE, { action: { fields: { name: { label: 'Name', type: 'text' } } } });
    const { body } = await setup.ask('/rewards/actions/tour');
    assert.deepEqual(
      (body['fields'] as { name: string; type: string; required: boolean }[]).map((one) => [
        one.name,
        one.type,
        one.required,
      ]),
      [
        ['name', 'text', false],
        ['code', 'text', true],
      ],
    );
    const wrong = await setup.tour({ name: 'Ann', code: 'Wrong-Code-1' });
    const granted = await setup.tour({ name: 'Ann', code: 'Lantern-2026' });
    const [claim] = await setup.ledger.list({});
    assert.ok(claim);
    assert.deepEqual(claim.fields, { name: 'Ann' });
    const kept = [await setup.ledger.exportMember('ann'), setup.logs, wrong.body, granted.body];
    assert.doesNotMatch(JSON.stringify(kept), /lantern-?2026|wrong-?code/i);
  });

  it('is taken from a form that a browser sent by itself', async () => {
    await using setup = proving(CODE);
    const send = (code: string) =>
      setup.ask('/rewards/actions/tour/claims', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ memberId: 'ann', code }).toString(),
      });
    assert.equal((await send('no')).status, 403);
    assert.equal((await send('lantern2026')).status, 201);
  });

  it('counts each guess against the limits of member and address', async () => {
    await using setup = proving(CODE, { config: { limits: { member: { max: 5, perSeconds: 60 } } } });
    const codes: unknown[] = [];
    for (let n = 0; n < 8; n += 1) codes.push((await setup.tour({ code: `guess-${n}` })).body['code']);
    assert.deepEqual(codes, [
      ...Array.from({ length: 5 }, () => 'not-proved'),
      ...Array.from({ length: 3 }, () => 'rate-limited'),
    ]);
    assert.equal((await setup.tour({ code: 'Lantern-2026' })).body['code'], 'rate-limited');
  });
});

describe('codes that are each good for one claim', () => {
  const codes = ['ABCD-0001', 'ABCD-0002', 'ABCD-0003'];
  const EACH = { type: 'code', codes } as const;

  // https://github.com/zemetsskiy/ZealyAutomatization: the codes of one member were typed for every account.
  it('pay one of a hundred members who type the same', async () => {
    await using setup = proving(EACH);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => setup.tour({ code: 'abcd0002' }, `m-${n}`)),
    );
    const byStatus = Map.groupBy(answers, ({ status }) => status);
    assert.equal(byStatus.get(201)?.length, 1);
    assert.equal(byStatus.get(403)?.length, 99);
    assert.ok(byStatus.get(403)?.every(({ body }) => body['code'] === 'not-proved'));
    assert.equal(setup.calls.length, 1);
  });

  it('say in the ledger which it was', async () => {
    await using setup = proving(EACH);
    await setup.tour({ code: 'ABCD-0003' });
    assert.deepEqual(await provedBy(setup), { proofs: [{ type: 'code', place: 3 }] });
  });

  it('tell a member who has claimed with one so', async () => {
    await using setup = proving(EACH);
    assert.equal((await setup.tour({ code: 'ABCD-0001' })).status, 201);
    const again = await setup.tour({ code: 'ABCD-0001' });
    assert.deepEqual([again.status, again.body['code']], [409, 'already-claimed']);
    assert.equal((await setup.tour({ code: 'ABCD-0001' }, 'bob')).body['detail'], 'This code was used before.');
  });

  it('are good again where the service could not be reached', async () => {
    await using setup = proving(EACH, { script: connectionRefused });
    assert.equal((await setup.tour({ code: 'ABCD-0001' })).status, 502);
    assert.equal((await setup.tour({ code: 'ABCD-0001' })).status, 502, 'to the same member');
    assert.equal((await setup.tour({ code: 'ABCD-0001' }, 'bob')).status, 502, 'and to another');
  });

  refusesAll(EACH, [
    ['one that is none of them', { code: 'ABCD-0004' }],
    ['two of them', { code: 'ABCD-0001ABCD-0002' }],
    ['what they begin with', { code: 'ABCD' }],
    ['none', {}],
    ['its place', { code: 1 }],
  ]);

  it('within any leave the others to be asked where one was used before', async () => {
    const list: VerifyInput = { type: 'list', members: ['bob', 'cid'] };
    const tickets: VerifyInput = { type: 'code', codes: ['WXYZ-0001'], field: 'ticket' };
    await using setup = proving({ any: [EACH, tickets, list] });
    const fields = { code: 'ABCD-0001', ticket: '-' };
    assert.equal((await setup.tour(fields)).status, 201);
    assert.equal((await setup.tour(fields, 'bob')).status, 201);
    assert.deepEqual(await provedBy(setup, 'bob'), { proofs: [{ type: 'list' }] });
    const { status, body } = await setup.tour(fields, 'dan');
    assert.deepEqual([status, body['detail']], [403, 'This code was used before.']);
    assert.equal((await setup.tour({ ...fields, ticket: 'WXYZ-0001' }, 'dan')).status, 201);
    assert.equal((await setup.tour(fields)).body['code'], 'already-claimed');
  });

  it('within any wait for another that may still hold', async () => {
    await using setup = proving({ any: [EACH, async () => ({ notYet: 60 })] });
    assert.equal((await setup.tour({ code: 'ABCD-0001' })).status, 201);
    assert.equal((await setup.tour({ code: 'ABCD-0001' }, 'bob')).body['code'], 'not-yet');
  });
});

describe('a code that an authenticator shows', () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  const key = base32Bytes(secret);
  assert.ok(key);
  const ROTATING = { type: 'rotating-code', secret, minutes: 5 } as const;
  const MINUTE = 60_000;

  it('is that of RFC 6238, appendix B, with six digits', () => {
    const known: [number, string][] = [
      [59, '287082'],
      [1111111109, '081804'],
      [1111111111, '050471'],
      [1234567890, '005924'],
      [2000000000, '279037'],
      [20000000000, '353130'],
    ];
    for (const [seconds, code] of known) assert.equal(codeAt(key, seconds * 1000), code);
  });

  it('counts for its minutes, also half a minute ahead, and written in two groups', async () => {
    for (const ago of [0, MINUTE, 5 * MINUTE, -30_000]) {
      await using setup = proving(ROTATING);
      const code = codeAt(key, setup.clock.now - ago);
      assert.equal((await setup.tour({ code: `${code.slice(0, 3)} ${code.slice(3)}` })).status, 201, String(ago));
    }
  });

  it('says in the ledger when it was shown', async () => {
    await using setup = proving(ROTATING);
    await setup.tour({ code: codeAt(key, setup.clock.now - MINUTE) });
    const shownAt = new Date(setup.clock.now - MINUTE).toISOString();
    assert.deepEqual(await provedBy(setup), { proofs: [{ type: 'rotating-code', shownAt }] });
  });

  const NOON = Date.UTC(2026, 2, 10, 12);
  refusesAll(ROTATING, [
    ['one that is too old', { code: codeAt(key, NOON - 5 * MINUTE - 30_000) }],
    ['one of tomorrow', { code: codeAt(key, NOON + 1440 * MINUTE) }],
    ['one of a minute ahead', { code: codeAt(key, NOON + MINUTE) }],
    ['one of another secret', { code: codeAt(new Uint8Array(20), NOON) }],
    ['its first digits', { code: codeAt(key, NOON).slice(0, 5) }],
    ['the secret', { code: secret }],
    ['a number', { code: Number(codeAt(key, NOON)) }],
  ]);
});

describe('a quiz', () => {
  const QUIZ: VerifyInput = {
    type: 'quiz',
    questions: {
      capital: { label: 'The capital of Lanternkeep?', answer: ['New Harbour', 'Newharbor'] },
      year: { label: 'Founded?', options: ['1890', '1901'], answer: '1901' },
    },
  };

  it('is passed with the right answers, however they are written', async () => {
    for (const capital of ['New Harbour', 'newharbor', 'NEW-HARBOUR']) {
      await using setup = proving(QUIZ);
      assert.equal((await setup.tour({ capital, year: '1901' })).status, 201);
      assert.deepEqual(await provedBy(setup), { proofs: [{ type: 'quiz', questions: ['capital', 'year'] }] });
    }
  });

  it('asks with choices and lines of text, and shows no answer', async () => {
    await using setup = proving(QUIZ);
    const { body } = await setup.ask('/rewards/actions/tour');
    const fields = body['fields'] as { type: string; options: { value: string }[] }[];
    assert.deepEqual(
      fields.map(({ type }) => type),
      ['text', 'select'],
    );
    assert.deepEqual(
      fields[1]?.options.map(({ value }) => value),
      ['1890', '1901'],
    );
    assert.doesNotMatch(JSON.stringify(body), /Harbour|"answer"/);
  });

  // https://github.com/the-laziest-coder/galxe-aio keeps the answers that it is told are right, and counts up the others.
  it('does not tell which answer was wrong', async () => {
    await using setup = proving(QUIZ);
    const [one, other, both] = await Promise.all([
      setup.tour({ capital: 'no', year: '1901' }),
      setup.tour({ capital: 'New Harbour', year: '1890' }),
      setup.tour({ capital: 'no', year: '1890' }),
    ]);
    const told = ({ body: { requestId: _id, ...rest } }: typeof one) => rest;
    assert.deepEqual(told(one), told(both));
    assert.deepEqual(told(other), told(both));
    assert.equal(told(one)['code'], 'not-proved');
    assert.equal((told(one)['errors'] as unknown[]).length, 2);
  });

  // https://github.com/gitcoinco/web/issues/6576: each tab was an attempt of its own, without a wait.
  it('counts attempts in many tabs as one visitor’s', async () => {
    await using setup = proving(QUIZ, { config: { limits: { member: { max: 5, perSeconds: 60 } } } });
    const tabs = await Promise.all(
      Array.from({ length: 20 }, (_, n) => setup.tour({ capital: `guess ${n}`, year: '1901' })),
    );
    const byCode = Map.groupBy(tabs, ({ body }) => body['code']);
    assert.deepEqual([byCode.get('not-proved')?.length, byCode.get('rate-limited')?.length], [5, 15]);
  });

  refusesAll(QUIZ, [
    ['one wrong answer', { capital: 'Old Harbour', year: '1901' }],
    ['the other one wrong', { capital: 'New Harbour', year: '1890' }],
    ['half of the answers', { capital: 'New Harbour' }],
    ['none', {}],
    ['answers in each other’s fields', { capital: '1901', year: 'New Harbour' }],
    ['all answers in one', { capital: 'New HarbourNewharbor', year: '1901' }],
    ['what is none of the choices', { capital: 'New Harbour', year: '1902' }],
  ]);
});

describe('a prerequisite', () => {
  const THREE = { type: 'prerequisite', action: 'daily', claims: 3 } as const;
  const DAY = 86_400_000;

  it('holds once the other action was granted so often, and tells until then how far it is', async () => {
    await using setup = proving(THREE);
    for (const done of [0, 1, 2]) {
      const { status, body } = await setup.tour();
      assert.deepEqual([status, body['code'], body['progress']], [403, 'not-proved', { done, of: 3 }]);
      assert.equal((await setup.claim('daily', { memberId: 'ann' })).status, 201);
      setup.clock.now += DAY;
    }
    assert.equal((await setup.tour()).status, 201);
    assert.deepEqual(await provedBy(setup), { proofs: [{ type: 'prerequisite', action: 'daily', claims: 3 }] });
  });

  it('counts nothing that was not granted, and nobody else’s', async () => {
    let isRefused = false;
    await using setup = proving(
      { type: 'prerequisite', action: 'daily' },
      {
        script: (call) => ({
          status: 200,
          headers: { get: () => null },
          body: JSON.stringify(
            isRefused
              ? { code: 1001, error: 'no' }
              : { code: 0, error: '', ts: 1, data: { ...call.form, points: Number(call.form['points']) } },
          ),
          complete: true,
        }),
      },
    );
    await setup.claim('daily', { memberId: 'bob' });
    isRefused = true;
    assert.equal((await setup.claim('daily', { memberId: 'ann' })).status, 422);
    assert.equal((await setup.tour()).body['code'], 'not-proved');
    isRefused = false;
    assert.equal((await setup.tour(undefined, 'bob')).status, 201);
  });

  it('is open while a claim of the other action is under way, or nobody knows what became of it', async () => {
    const { promise, resolve: cut } = Promise.withResolvers<void>();
    const script: Script = async (call, count) => {
      if (count > 1) return grant(call, count);
      await promise;
      return reset(call, count);
    };
    const once = { title: 'Early', repeats: 'once', points: 9, remark: 'Early' } as const;
    const early = { type: 'prerequisite', action: 'early' } as const;
    for (const verify of [early, { not: early }, { any: [early, { not: early }] }]) {
      await using setup = proving(verify, { script, config: { actions: { early: once } } });
      const claiming = setup.claim('early', { memberId: 'ann' });
      while (setup.calls.length === 0) await new Promise(setImmediate);
      const open = async () => {
        const { status, body } = await setup.tour();
        assert.deepEqual([status, body['code'], body['retryAfter']], [409, 'not-yet', 30]);
      };
      await open();
      cut();
      const { status, body } = await claiming;
      assert.equal(status, 202);
      await open();
      assert.equal((await setup.tour(undefined, 'bob')).status, verify === early ? 403 : 201);
      const decision = { state: 'released', who: 'ada', why: 'seen' } as const;
      await setup.ledger.resolve(String(body['id']), decision, setup.clock.now);
      assert.equal((await setup.tour()).status, verify === early ? 403 : 201);
    }
  });

  it('within not is not proved by what is claimed after it was asked', async () => {
    const early = { type: 'prerequisite', action: 'early' } as const;
    const daily = { type: 'prerequisite', action: 'daily' } as const;
    const forms: VerifyInput[] = [
      { not: early, refusal: 'One of both.' },
      { not: { any: [daily, early] } },
      { all: [{ not: daily }, { not: early }] },
      { any: [daily, { not: early }] },
      { not: { not: { not: early } } },
    ];
    for (const verify of forms) {
      let meanwhile: (() => Promise<unknown>) | undefined;
      const inner = sqliteLedger(':memory:');
      const reserve: Ledger['reserve'] = async (request) => {
        if (request.action === 'tour') await meanwhile?.();
        return inner.reserve(request);
      };
      const once = { title: 'Early', repeats: 'once', points: 9, remark: 'Early' } as const;
      await using setup = proving(verify, { ledger: { ...inner, reserve }, config: { actions: { early: once } } });
      meanwhile = async () => assert.equal((await setup.claim('early', { memberId: 'ann' })).status, 201);
      const { status, body } = await setup.tour();
      assert.deepEqual([status, body['code'], body['retryAfter']], [409, 'not-yet', 30]);
      meanwhile = undefined;
      assert.equal((await setup.tour()).body['code'], 'not-proved');
      assert.equal((await setup.tour(undefined, 'bob')).status, 201);
      assert.equal(setup.calls.length, 2);
    }
  });

  refusesAll({ type: 'prerequisite', action: 'daily' }, [
    ['somebody who has claimed nothing'],
    ['somebody who says so in a field', { daily: true }],
    ['somebody who says how often', { claims: 3 }],
    ['an id with a wildcard', undefined, 'a:n'],
    ['the name of the action as an id', undefined, 'daily'],
  ]);
});

describe('a list', () => {
  const CSV = 'member,name\n"ann",Ann\nbob;Bob # came late\n\n  cid\tCid\r\n';

  it('lets in members who are on it, as ids or as a CSV', async () => {
    for (const members of [['ann', 'bob', 'cid'], CSV]) {
      await using setup = proving({ type: 'list', members });
      for (const member of ['ann', 'bob', 'cid'])
        assert.equal((await setup.tour(undefined, member)).status, 201, member);
      assert.deepEqual(await provedBy(setup), { proofs: [{ type: 'list' }] });
    }
  });

  it('knows a member by each way to write the id', async () => {
    await using setup = proving(
      { type: 'list', members: ['Ann'] },
      { config: { memberIds: { pattern: '[a-zA-Z]+', canonical: (id) => id.toLowerCase() } } },
    );
    assert.equal((await setup.tour(undefined, 'ANN')).status, 201);
  });

  it('asks a function of the owner, which is told the id as it is always written', async () => {
    const asked: string[] = [];
    await using setup = proving({
      type: 'list',
      members: async (memberId) => {
        asked.push(memberId);
        return memberId === 'ann';
      },
    });
    assert.equal((await setup.tour(undefined, 'bob')).status, 403);
    assert.equal((await setup.tour(undefined, 'ann')).status, 201);
    assert.deepEqual(asked, ['bob', 'ann']);
  });

  for (const [name, verify] of [
    ['', (members: () => never): VerifyInput => ({ type: 'list', members })],
    [' within not', (members: () => never): VerifyInput => ({ not: { type: 'list', members } })],
  ] as const) {
    it(`grants nothing where that function throws${name}`, async () => {
      await using setup = proving(
        verify(() => {
          throw new Error('the table is locked');
        }),
      );
      const { status, body } = await setup.tour();
      assert.deepEqual([status, body['code']], [503, 'throttled']);
      assert.deepEqual(await setup.ledger.list({}), []);
    });
  }

  refusesAll({ type: 'list', members: CSV }, [
    ['somebody else', undefined, 'dan'],
    ['a name beside an id', undefined, 'Ann'],
    ['the head of the column', undefined, 'member'],
    ['another way to write an id', undefined, 'ANN'],
    ['the beginning of an id', undefined, 'an'],
    ['a comment', undefined, 'late'],
  ]);
});
