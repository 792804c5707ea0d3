import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimAgain } from '../../../demo/product/another-tab.ts';
import { losesReplies } from '../../../demo/product/lost-reply.ts';
import { answering } from '../asked.ts';

const PROXY = 'https://proxy.example/rewards';
const EMULATOR = 'https://emulator.example';
const MEMBER = '739204618530271847';

describe('the press in another tab', () => {
  it('is a claim of its own, and says what the proxy said', async (t) => {
    const claim = { id: 'claim-1', status: 'granted' };
    const asked = answering(t, () => Response.json(claim, { status: 201 }));
    assert.deepEqual(await claimAgain(PROXY, MEMBER), claim);
    const [{ method, url, type, body } = {}] = asked;
    assert.deepEqual([method, url, type], ['POST', `${PROXY}/actions/daily/claims`, 'application/json']);
    assert.deepEqual(body, { memberId: MEMBER });
  });

  it('has the code of a problem, also where nobody answers', async (t) => {
    const problem = { code: 'already-claimed', title: 'You already have this', status: 409 };
    answering(t, () => Response.json(problem, { status: 409 }));
    assert.deepEqual(await claimAgain(PROXY, MEMBER), { status: 'problem', code: 'already-claimed' });
    t.mock.restoreAll();
    answering(t, () => Promise.reject(new TypeError('Failed to fetch')));
    assert.deepEqual(await claimAgain(PROXY, MEMBER), { status: 'problem', code: 'offline' });
  });
});

describe('the reply that is to be lost', () => {
  it('is the next one alone, and leaves other faults as they are', async (t) => {
    const slow = { kind: 'delay', ms: 3000 };
    const lost = { kind: 'reset', at: 'no-reply', executed: true, times: 1 };
    let faults: unknown = [slow];
    const asked = answering(t, ({ method, body }) => {
      if (method === 'PUT') ({ faults } = body as { faults: unknown });
      return Response.json({ faults });
    });
    await losesReplies(EMULATOR, true);
    assert.deepEqual(faults, [slow, lost]);
    await losesReplies(EMULATOR, true);
    assert.deepEqual(faults, [slow, lost]);
    await losesReplies(EMULATOR, false);
    assert.deepEqual(faults, [slow]);
    assert.ok(asked.every(({ url }) => url === `${EMULATOR}/emulator/faults`));
  });
});
