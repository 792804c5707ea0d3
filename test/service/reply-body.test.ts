import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ReplyBody } from '../../src/service/reply-body.ts';

const text = 'Ä🎉x';
const bytes = new TextEncoder().encode(text);

describe('ReplyBody', () => {
  it('joins pieces that are cut within a character', () => {
    const body = new ReplyBody(100);
    for (const byte of bytes) assert.ok(body.add(Uint8Array.of(byte)));
    assert.deepEqual(body.finish(), { body: text, complete: true });
  });

  it('is complete with nothing, and with exactly the limit', () => {
    assert.deepEqual(new ReplyBody(0).finish(), { body: '', complete: true });
    const body = new ReplyBody(bytes.length);
    assert.ok(body.add(bytes));
    assert.ok(body.add(new Uint8Array()));
    assert.deepEqual(body.finish(), { body: text, complete: true });
  });

  it('says when the limit is passed and keeps no more', () => {
    const body = new ReplyBody(3);
    assert.ok(body.add(Uint8Array.of(97, 98)));
    assert.equal(body.add(Uint8Array.of(99, 100)), false);
    assert.equal(body.add(Uint8Array.of(101)), false);
    assert.deepEqual(body.finish('too long'), { body: 'abc', complete: false, failure: 'too long' });
  });

  it('is not complete where it is not UTF-8, and is whole again for the next body', () => {
    const broken = new ReplyBody(100);
    broken.add(bytes.subarray(0, 1));
    assert.deepEqual(broken.finish(), { body: '\uFFFD', complete: false, failure: 'the reply is not UTF-8' });
    const next = new ReplyBody(100);
    next.add(bytes);
    assert.deepEqual(next.finish(), { body: text, complete: true });
  });
});
