import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UsageError } from '../../src/cli/command.ts';
import { readStore } from '../../src/cli/store.ts';

describe('--db', () => {
  it('takes how long to wait for PostgreSQL from the URL, and shows neither that nor the password', () => {
    const limits = 'connect_timeout=3&statement_timeout=900&lock_timeout=800&idle_in_transaction_session_timeout=700';
    const { name } = readStore(`postgres://rewards:secret@db.internal/rewards?sslmode=require&${limits}`);
    assert.equal(name, 'postgres://db.internal/rewards');
  });

  for (const parameter of [
    'connect_timeout',
    'statement_timeout',
    'lock_timeout',
    'idle_in_transaction_session_timeout',
  ]) {
    for (const text of ['0', '-1', '1.5', '5s', '', '1000000']) {
      it(`does not take ${parameter}=${text}`, () => {
        assert.throws(
          () => readStore(`postgres://db.internal/rewards?${parameter}=${text}`),
          (error) =>
            error instanceof UsageError &&
            error.message.startsWith(`--db: ${parameter} in the URL must be a whole number of `),
        );
      });
    }
  }
});
