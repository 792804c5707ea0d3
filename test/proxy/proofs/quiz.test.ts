import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { provedBy, proving, refusesAll, type VerifyInput } from './proving.ts';

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
