/** The process that is killed: a proxy on the given store, before the given service, with the named bug if any. Prints its port. */
import { createServer } from 'node:http';
import { toNodeListener } from '../../src/proxy/adapters/node.ts';
import { createProxy } from '../../src/proxy/index.ts';
import { undiciTransport } from '../../src/service/undici.ts';
import { ACTIONS } from './actions.ts';
import { BUGS } from './seeded-bugs.ts';
import { openStore } from './store.ts';

const [, , store = '', service = '', bug = '', thread = ''] = process.argv;
const real = openStore(store, { thread: thread !== '' });
const flaw = BUGS[bug] ?? {};
const flawed = flaw.ledger?.(real) ?? real;
const transport = undiciTransport();

let started = false;
/** Whoever was at it before is dead, so at the start every deadline counts as passed. */
const recover: typeof real.recover = (now) => {
  const at = started ? now : now + 600_000;
  started = true;
  return flawed.recover(at);
};

const quiet = () => {};
const proxy = createProxy({
  service: { baseUrl: service, apiKey: 'crash-key', connectTimeoutMs: 500, replyTimeoutMs: 500 },
  origins: ['https://example.org'],
  limits: false,
  actions: ACTIONS,
  ledger: { ...flawed, recover },
  transport: flaw.transport?.(transport) ?? transport,
  logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
});
await proxy.ready;
const server = createServer(toNodeListener(proxy, { light: true }));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(address && typeof address === 'object' ? address.port : '');
});
