import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { conflict } from '../choice.ts';
import { touchesOf } from './statement.ts';

const READ = 'SELECT tat FROM rate_limits WHERE id = $1';
const WRITE = 'UPDATE claims SET state = $1';
const LOCK = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))';
const WITHIN = ['BEGIN', READ, WRITE, LOCK, 'COMMIT', 'ROLLBACK'];

/** Those statements of a transaction for which it may matter whether they come before or after what another says. */
const mattersTo = (text: string, isInTransaction = true) =>
  WITHIN.filter((other) =>
    conflict(
      { name: '', touches: touchesOf('A', text, isInTransaction) },
      { name: '', touches: touchesOf('B', other, true) },
    ),
  );

describe('the order of two statements of two transactions', () => {
  it('matters for what may wait for the other, and for what is read before or after it is committed', () => {
    assert.deepEqual(mattersTo('BEGIN'), []);
    assert.deepEqual(mattersTo(READ), ['COMMIT', 'ROLLBACK']);
    for (const text of [WRITE, LOCK]) assert.deepEqual(mattersTo(text), [WRITE, LOCK, 'COMMIT', 'ROLLBACK']);
    for (const text of ['COMMIT', 'ROLLBACK'])
      assert.deepEqual(mattersTo(text), [READ, WRITE, LOCK, 'COMMIT', 'ROLLBACK']);
  });

  it('matters for all where one of them stands outside a transaction', () => {
    for (const text of [READ, WRITE]) assert.deepEqual(mattersTo(text, false), WITHIN);
  });
});
