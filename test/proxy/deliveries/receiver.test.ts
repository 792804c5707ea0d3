import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SECRET, verified } from './receiver.ts';

describe('the receiver of these tests', () => {
  it('verifies the known message of the library `standardwebhooks`, and none that was changed', () => {
    const headers = {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    };
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    assert.ok(verified(headers, '{"test": 2432232314}', secret));
    assert.ok(!verified(headers, '{"test": 2432232315}', secret));
    assert.ok(!verified({ ...headers, 'webhook-timestamp': '1614265331' }, '{"test": 2432232314}', secret));
    assert.ok(!verified(headers, '{"test": 2432232314}', SECRET));
  });
});
