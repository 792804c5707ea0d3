import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memberIdsOf } from '../../../src/proxy/identity/index.ts';
import { sessionIdentity } from '../../../src/proxy/identity/session.ts';

describe('the member who is signed in to the app', () => {
  it('is found by a function that gets a whole request, also where a server of Node has not made one', async () => {
    const whole = new Request('https://example.org/rewards/actions/daily', { headers: { cookie: 'app=1' } });
    const { method, url, headers } = whole;
    const asked: unknown[] = [];
    const identity = sessionIdentity((request) => {
      asked.push(request);
      return '123456789012345678';
    }, memberIdsOf());
    const incoming = {
      method,
      url,
      headers,
      body: null,
      arrayBuffer: () => whole.arrayBuffer(),
      toRequest: () => whole,
    };
    assert.deepEqual(await identity.identify(incoming, { action: 'daily' }), { memberId: '123456789012345678' });
    assert.deepEqual(asked, [whole]);
  });
});
