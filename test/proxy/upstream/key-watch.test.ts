import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Secrets } from '../../../src/proxy/monitoring/secrets.ts';
import { KeyWatch } from '../../../src/proxy/upstream/key-watch.ts';

const CLIENT = 'a client';

it('holds against no client that the service refused an older key with its claims', () => {
  let key = 'first-key';
  const watch = new KeyWatch(() => key, new Secrets(), 1000);
  void watch.source();
  assert.equal(watch.refused(CLIENT, 0), true);
  key = 'newer-key';
  void watch.source();
  watch.accepted(1);
  assert.equal(watch.refused(CLIENT, 2), true);
  assert.equal(watch.isRefused, true);
  // With the same key it is the client's own doing.
  watch.accepted(3);
  assert.equal(watch.refused(CLIENT, 4), false);
});
