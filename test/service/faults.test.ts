import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { fetchTransport } from '../../src/service/index.ts';
import { undiciTransport } from '../../src/service/undici.ts';
import { PATIENT } from '../support/http/patient.ts';
import { callService } from './call-service.ts';
import { faults, faultSuite } from './fault-suite.ts';

const viaUndici = undiciTransport();
after(() => viaUndici.close());

for (const [via, transport] of [
  ['undici', viaUndici],
  ['fetch', fetchTransport()],
] as const) {
  faultSuite(via, via, { call: (call) => callService(transport, { ...PATIENT, ...call }) });
}

it('knows at least 25 faults', () => {
  assert.ok(faults.length >= 25, String(faults.length));
});
