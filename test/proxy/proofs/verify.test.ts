import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { VerifyAnswer, VerifyClaim } from '../../../src/proxy/index.ts';
import { receiving } from '../events/receive.ts';
import { provedBy, proving, refusesAll } from './proving.ts';

const REFUSED: VerifyAnswer = { refuse: 'You did not win.' };
const never = (): Promise<VerifyAnswer> => new Promise(() => {});
const fails = (): VerifyAnswer => {
  throw new Error('the game is down');
};

describe('a function that finds out', () => {
  it('is told of the claim, and what it gives as evidence is kept', async () => {
    const seen: VerifyClaim[] = [];
    await using setup = proving(
      (claim) => {
        seen.push(claim);
        return { ok: true, evidence: { match: 4711, won: true } };
      },
      { action: { fields: { match: { label: 'Match', type: 'text' } } } },
    );
    assert.equal((await setup.tour({ match: '4711' })).status, 201);
    const [{ signal, ...claim } = { signal: null }] = seen;
    assert.deepEqual(claim, { action: 'tour', memberId: 'ann', fields: { match: '4711' } });
    assert.equal(signal?.aborted, false);
    assert.deepEqual(await provedBy(setup), { proofs: [{ type: 'function', evidence: { match: 4711, won: true } }] });
  });

  it('refuses in the visitor’s language, and nothing is recorded or sent', async () => {
    await using setup = proving(() => ({
      refuse: { en: 'You did not win.', de: 'Nicht gewonnen.' },
      progress: { done: 1, of: 2 },
    }));
    const english = await setup.tour();
    assert.deepEqual(
      [english.status, english.body['code'], english.body['reason'], english.body['progress']],
      [403, 'not-proved', 'You did not win.', { done: 1, of: 2 }],
    );
    const german = await setup.tour(undefined, 'ann', { 'accept-language': 'de' });
    assert.equal(german.body['reason'], 'Nicht gewonnen.');
    assert.equal(setup.calls.length, 0);
    assert.deepEqual(await setup.ledger.list({}), []);
  });

  it('is asked again where it does not know yet, which takes no period and survives a restart', async () => {
    let answer: VerifyAnswer = { notYet: 30, reason: 'Waiting for two more blocks.', progress: { done: 1, of: 3 } };
    const verify = () => answer;
    await using setup = proving(verify);
    const { status, headers, body } = await setup.tour();
    assert.deepEqual(
      [status, body['code'], body['retryAfter'], headers.get('retry-after')],
      [409, 'not-yet', 30, '30'],
    );
    assert.deepEqual([body['reason'], body['progress']], ['Waiting for two more blocks.', { done: 1, of: 3 }]);
    assert.deepEqual(await setup.ledger.list({}), []);
    const standing = (await setup.ask('/rewards/actions/tour?memberId=ann')).body['member'] as { canClaim: boolean };
    assert.equal(standing.canClaim, true);
    answer = { ok: true };
    await using restarted = proving(verify, { ledger: setup.ledger });
    assert.equal((await restarted.tour()).status, 201);
    assert.equal((await setup.tour()).body['code'], 'already-claimed');
  });

  it('waits ten seconds at least, so that asking again reaches no limit', async () => {
    for (const [given, told] of [
      [0, 10],
      [10.2, 11],
      [86_400, 86_400],
    ] as const) {
      await using setup = proving(() => ({ notYet: given }));
      assert.equal((await setup.tour()).body['retryAfter'], told);
    }
  });

  it('is not asked again where the request is repeated, and who has claimed hears that first', async () => {
    let asked = 0;
    await using setup = proving(() => {
      asked += 1;
      return asked === 1 ? { ok: true } : REFUSED;
    });
    const key = { 'idempotency-key': 'press-1' };
    const first = await setup.tour(undefined, 'ann', key);
    const repeated = await setup.tour(undefined, 'ann', key);
    assert.deepEqual([repeated.status, repeated.body], [first.status, first.body]);
    assert.equal(asked, 1);
    assert.equal((await setup.tour()).body['code'], 'already-claimed');
  });

  it('is asked once more by a request that it refused before, under the same key', async () => {
    let answer: VerifyAnswer = REFUSED;
    await using setup = proving(() => answer);
    const key = { 'idempotency-key': 'press-1' };
    assert.equal((await setup.tour(undefined, 'ann', key)).status, 403);
    answer = { ok: true };
    assert.equal((await setup.tour(undefined, 'ann', key)).status, 201);
  });

  it('is not asked where the action is closed, or the member may not claim', async () => {
    const closed = { closes: '2026-01-01T00:00:00Z' };
    await using setup = proving(fails, { action: closed, config: { members: { block: ['bob'] } } });
    assert.equal((await setup.tour()).body['code'], 'closed');
    assert.equal((await setup.tour(undefined, 'bob')).body['code'], 'refused');
    assert.deepEqual(
      setup.logs.filter(({ level }) => level === 'error'),
      [],
    );
  });

  it('cannot change what was claimed', async () => {
    await using setup = proving(
      (claim) => {
        Object.assign(claim, { memberId: 'mallory', action: 'daily' });
        Object.assign(claim.fields, { name: 'Mallory' });
        return { ok: true };
      },
      { action: { fields: { name: { label: 'Name', type: 'text' } } } },
    );
    const { body } = await setup.tour({ name: 'Ann' });
    assert.deepEqual([body['memberId'], body['action']], ['ann', 'tour']);
    const [claim] = await setup.ledger.list({});
    assert.deepEqual(claim?.fields, { name: 'Ann' });
  });

  refusesAll(
    () => REFUSED,
    [
      ['a member who did not win'],
      ['a proof of the visitor’s own', { verify: true }],
      ['an answer in a field', { ok: true }],
      ['evidence in a field', { evidence: 'won' }],
      ['another member', undefined, 'winner'],
    ],
  );
});

describe('claims of one member that are asked about at once', () => {
  /** So many claims of hers, all of which are asked about before the first answer comes. */
  async function claimsAtOnce(answers: readonly VerifyAnswer[]) {
    const { promise: allAsked, resolve } = Promise.withResolvers<void>();
    let asked = 0;
    const setup = proving(async () => {
      const answer = answers[asked];
      if ((asked += 1) === answers.length) resolve();
      await allAsked;
      return answer ?? assert.fail('it was asked too often');
    });
    const replies = await Promise.all(answers.map(() => setup.tour()));
    return { setup, statuses: replies.map(({ status }) => status) };
  }

  // https://github.com/gitcoinco/web/issues/5908: who had passed was paid each time that they passed again.
  it('are paid once where all of them are proved', async () => {
    const { setup, statuses } = await claimsAtOnce(Array.from({ length: 8 }, () => ({ ok: true })));
    await using _ = setup;
    assert.ok(statuses.includes(201));
    assert.equal(setup.calls.length, 1);
    assert.equal((await setup.ledger.list({})).length, 1);
  });

  // https://github.com/lfglabs-dev/starknet.quest/issues/574: the reward could be had while one was still finding out.
  it('are not paid by one that is still being found out, nor by one that is refused', async () => {
    const { setup, statuses } = await claimsAtOnce([REFUSED, { notYet: 30 }, REFUSED, { notYet: 30 }]);
    await using _ = setup;
    assert.deepEqual(
      statuses.toSorted((one, other) => one - other),
      [403, 403, 409, 409],
    );
    assert.deepEqual([setup.calls.length, await setup.ledger.list({})], [0, []]);
  });
});

describe('a function that gives no answer', () => {
  const useless: [string, () => unknown][] = [
    ['true', () => true],
    ['nothing', () => undefined],
    ['null', () => null],
    ['an answer that is not ok', () => ({ ok: false })],
    ['something that counts as true', () => ({ ok: 1 })],
    ['two answers', () => ({ ok: true, refuse: 'no' })],
    ['a wait without an end', () => ({ notYet: Infinity })],
    ['evidence that is too long', () => ({ ok: true, evidence: 'x'.repeat(5_000) })],
    ['evidence that is no JSON', () => ({ ok: true, evidence: 1n })],
    ['an error', fails],
    ['a rejection', () => Promise.reject(new Error('down'))],
  ];
  for (const [name, answer] of useless) {
    it(`grants nothing: ${name}`, async () => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a config in JavaScript may hold
      await using setup = proving(answer as () => VerifyAnswer);
      const { status, body } = await setup.tour();
      assert.deepEqual([status, body['code'], body['retryAfter']], [503, 'throttled', 15]);
      assert.deepEqual(body['errors'], [{ field: 'proof', message: 'cannot be found out' }]);
      assert.equal(setup.calls.length, 0);
      assert.equal(setup.logs.filter(({ level }) => level === 'error').length, 1);
    });
  }

  it('grants nothing where it takes too long, and is told to stop', async () => {
    const { promise: stopped, resolve } = Promise.withResolvers<unknown>();
    await using setup = proving(
      ({ signal }) => {
        signal.addEventListener('abort', () => resolve(signal.reason));
        return never();
      },
      { action: { verifySeconds: 0.01 } },
    );
    assert.equal((await setup.tour()).status, 503);
    assert.match(String(await stopped), /longer than 10 ms/);
    assert.deepEqual(await setup.ledger.list({}), []);
  });

  it('grants nothing by what it says too late', async () => {
    const { promise, resolve } = Promise.withResolvers<VerifyAnswer>();
    await using setup = proving(() => promise, { action: { verifySeconds: 0.01 } });
    assert.equal((await setup.tour()).status, 503);
    resolve({ ok: true });
    await promise;
    assert.equal(setup.calls.length, 0);
    assert.deepEqual(await setup.ledger.list({}), []);
  });
});

describe('proofs together', () => {
  const yes = (): VerifyAnswer => ({ ok: true });
  const no = (): VerifyAnswer => REFUSED;
  const later = (): VerifyAnswer => ({ notYet: 60 });
  const CODE = { type: 'code', code: 'lantern' } as const;
  const cases: [string, Parameters<typeof proving>[0], string][] = [
    ['all of two that hold', { all: [yes, yes] }, 'granted'],
    ['all of which one does not', { all: [yes, no] }, 'not-proved'],
    ['all of which one may still come', { all: [yes, later] }, 'not-yet'],
    ['all of which one fails', { all: [yes, fails] }, 'throttled'],
    ['any of which one holds', { any: [no, later, fails, yes] }, 'granted'],
    ['any of which one may still come', { any: [no, fails, later] }, 'not-yet'],
    ['any of which one fails', { any: [no, fails] }, 'throttled'],
    ['any of which none holds', { any: [no, no] }, 'not-proved'],
    ['not what is refused', { not: no }, 'granted'],
    ['not what holds', { not: yes }, 'not-proved'],
    ['not what fails', { not: fails }, 'throttled'],
    ['not what may still come', { not: later }, 'not-yet'],
    ['each in the other', { all: [{ any: [no, { not: no }] }, { not: { all: [yes, no] } }] }, 'granted'],
    ['not what holds in any', { not: { any: [no, yes] } }, 'not-proved'],
  ];
  for (const [name, verify, outcome] of cases) {
    it(`${name}: ${outcome}`, async () => {
      await using setup = proving(verify);
      const { body } = await setup.tour();
      assert.equal(body['code'] ?? body['status'], outcome);
      assert.equal(setup.calls.length, outcome === 'granted' ? 1 : 0);
    });
  }

  it('grants nothing where all that is left of not takes too long', async () => {
    await using setup = proving({ not: never }, { action: { verifySeconds: 0.01 } });
    assert.equal((await setup.tour()).status, 503);
    assert.equal(setup.calls.length, 0);
  });

  it('asks no more than it has to', async () => {
    await using setup = proving({ all: [no, fails] });
    await setup.tour();
    await using other = proving({ any: [yes, fails] });
    await other.tour();
    assert.deepEqual(
      [...setup.logs, ...other.logs].filter(({ level }) => level === 'error'),
      [],
    );
  });

  it('keeps the evidence of all that held', async () => {
    await using setup = proving({ all: [CODE, { any: [no, { type: 'list', members: ['ann'] }] }, { not: no }] });
    assert.equal((await setup.tour({ code: 'lantern' })).status, 201);
    assert.deepEqual(await provedBy(setup), { proofs: [{ type: 'code' }, { type: 'list' }, { type: 'not' }] });
  });

  it('asks for a code alone where nothing else may stand for it', async () => {
    await using setup = proving({ any: [CODE, { type: 'list', members: ['ann'] }] });
    const { body } = await setup.ask('/rewards/actions/tour');
    assert.equal((body['fields'] as { required: boolean }[])[0]?.required, false);
    assert.equal((await setup.tour()).status, 201);
    assert.equal((await setup.tour({ code: 'lantern' }, 'bob')).status, 201);
    assert.equal((await setup.tour(undefined, 'cid')).status, 403);
  });

  it('does not tell a wrong code from a wrong answer', async () => {
    const quiz = { type: 'quiz', questions: { year: { label: 'Year?', answer: '1901' } } } as const;
    await using setup = proving({ all: [CODE, quiz] });
    const [code, year] = await Promise.all([
      setup.tour({ code: 'x', year: '1901' }),
      setup.tour({ code: 'lantern', year: '1900' }),
    ]);
    assert.deepEqual(code.body['errors'], year.body['errors']);
  });

  it('says what the owner has to say of it', async () => {
    const refusal = { en: 'For guests of the tour.', fr: 'Pour les visiteurs.' };
    await using setup = proving({ any: [CODE, no], refusal });
    assert.equal((await setup.tour({ code: 'x' })).body['reason'], 'For guests of the tour.');
    assert.equal(
      (await setup.tour({ code: 'x' }, 'ann', { 'accept-language': 'fr' })).body['reason'],
      'Pour les visiteurs.',
    );
  });
});

describe('an event', () => {
  it('is a proof by itself, where visitors need another', async () => {
    const both = {
      title: 'Both',
      by: 'both',
      repeats: 'daily',
      points: 5,
      remark: 'Both',
      verify: () => REFUSED,
    } as const;
    await using setup = receiving('standard', { source: { action: 'both' }, config: { actions: { both } } });
    assert.equal((await setup.claim('both', { memberId: 'bob' })).body['code'], 'not-proved');
    assert.equal((await setup.send()).body['outcome'], 'granted');
  });
});
