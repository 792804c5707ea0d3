/**
 * A proxy that takes events, in a process of its own, on the given store and before the given service. Prints its port, sets its clock by
 * as many milliseconds as it is told and says so, and stops as it should on SIGTERM.
 */
import { createServer } from 'node:http';
import { openStore } from '../../crash/store.ts';
import { toNodeListener } from '../../../src/proxy/adapters/node.ts';
import { createProxy } from '../../../src/proxy/index.ts';
import { undiciTransport } from '../../../src/service/undici.ts';
import { ACTIONS, sourceOf } from './sources.ts';

const [, , store = '', service = ''] = process.argv;
let aheadMs = 0;
process.on('message', (ms) => {
  aheadMs = Number(ms);
  process.send?.('set');
});
const now = () => Date.now() + aheadMs;

// The clock that is set is the proxy's alone: a ledger that found it apart from the database's would make no claims.
const ledger = openStore(store);
const quiet = () => {};
const proxy = createProxy({
  service: { baseUrl: service, apiKey: 'event-key', maxConcurrency: 64 },
  origins: ['https://example.org'],
  limits: false,
  memberIds: { pattern: '[a-z0-9-]+' },
  actions: ACTIONS,
  events: sourceOf('github'),
  ledger,
  transport: undiciTransport(),
  logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  now,
});
await proxy.ready;
const server = createServer(toNodeListener(proxy));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(address && typeof address === 'object' ? address.port : '');
});

async function stop(): Promise<void> {
  server.close();
  await proxy.close();
  await ledger.close();
  process.exit(0);
}
process.once('SIGTERM', () => void stop());
