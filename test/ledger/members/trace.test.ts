import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { request } from '../../../src/ledger/conformance/requests.ts';
import { KEY } from '../../../src/ledger/members/pseudonym.ts';
import { keyedHash, openTrace, traceOf, tracedMember } from '../../../src/ledger/members/trace.ts';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import { folder, newFile } from '../sqlite-folder.ts';

const MEMBER = '123456789012345678';
const KEYS = ['0123456789abcdef'.repeat(4), 'short', 'longer than one block of the hash, '.repeat(4)];
const MEMBERS = [MEMBER, '1', 'jürgen@example.org', '7'.repeat(200)];
const CLAIMS = ['01jd3k7m9q0123456789abcdef0123', '01jd3k7m9qfedcba98765432100123'];

function macOf(text: string, key: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function padOf(text: string, key: string): Buffer {
  return createHash('sha256')
    .update(key.padEnd(64) + text)
    .digest();
}

/** Each key with each member and claim, twice, so that no hash can leave anything behind for the next. */
function* cases(): Generator<{ key: string; member: string; claim: string }> {
  for (let round = 0; round < 2; round += 1) {
    for (const claim of CLAIMS) {
      for (const member of MEMBERS) for (const key of KEYS) yield { key, member, claim };
    }
  }
}

test('A trace is the same whichever version of the proxy wrote it: a keyed hash under a pad of the claim', () => {
  for (const { key, member, claim } of cases()) {
    const pad = padOf(claim, key);
    const expected = Buffer.from(macOf(member, key).map((byte, at) => byte ^ (pad[at] ?? 0)));
    assert.equal(traceOf(member, claim, key), expected.toString('hex'));
  }
});

test('What a trace is opened to is the keyed hash of its member', () => {
  for (const { key, member, claim } of cases()) {
    const hash = macOf(member, key).toString('hex');
    assert.equal(keyedHash(member, key), hash);
    assert.equal(openTrace(tracedMember(traceOf(member, claim, key)), claim, key), hash);
  }
});

test('A claim is reserved with its trace, under the key of the ledger', async () => {
  using home = folder();
  const path = newFile(home);
  const ledger = sqliteLedger(path);
  const reservation = await ledger.reserve(request({ memberId: MEMBER }));
  await ledger.close();
  assert.ok(reservation.kind === 'reserved');
  using db = new DatabaseSync(path, { readOnly: true });
  const key = String(db.prepare(`SELECT ${KEY} AS key`).get()?.['key']);
  assert.equal(key.length, 64);
  assert.equal(reservation.trace, traceOf(MEMBER, reservation.claim.id, key));
});

test('An id that is no trace is not opened', () => {
  assert.equal(openTrace('123456789012345678', '01jd3k7m9q0123456789abcdef0123', 'key'), null);
});
