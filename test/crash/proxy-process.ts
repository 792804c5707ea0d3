/**
 * The process that is killed, or whose store fails: a proxy on the given store, before the given service, with the named bug if any, which
 * tells the given receiver of claims, if any.
 * Prints its port, sets its clock by as many milliseconds as it is told, and stops as it should on SIGTERM.
 */
import { createServer } from 'node:http';
import { flushCompileCache } from 'node:module';
import { toHttpListener } from '../../src/proxy/adapters/http-listener.ts';
import { createProxy } from '../../src/proxy/index.ts';
import { undiciTransport } from '../../src/service/undici.ts';
import { ACTIONS } from './actions.ts';
import { BUGS, STORE_BUGS } from './seeded-bugs.ts';
import { openStore } from './store.ts';

const [, , store = '', service = '', bug = '', thread = '', receiver = ''] = process.argv;
/** Nobody waits that long, however busy the machine is: the service always answers, or ends the connection. */
const TIMEOUT_MS = 60_000;
/** By which a receiver of claims, if there is one, verifies messages. */
const RECEIVER_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
let aheadMs = 0;
process.on('message', (ms) => (aheadMs = Number(ms)));
const now = () => Date.now() + aheadMs;

const real = openStore(store, { thread: thread !== '', now });
const flaw = BUGS[bug] ?? STORE_BUGS[bug] ?? {};
const flawed = flaw.ledger?.(real, store) ?? real;
const transport = undiciTransport();

let started = false;
/** The process before it is dead, so at the start every deadline counts as passed. */
const recover: typeof real.recover = (given) => {
  const at = started ? given : given + 600_000;
  started = true;
  return flawed.recover(at);
};

const quiet = () => {};
const proxy = createProxy({
  service: { baseUrl: service, apiKey: 'crash-key', connectTimeoutMs: TIMEOUT_MS, replyTimeoutMs: TIMEOUT_MS },
  origins: ['https://example.org'],
  limits: false,
  actions: ACTIONS,
  ...(receiver !== '' && { receivers: { told: { url: receiver, secret: RECEIVER_SECRET } } }),
  ledger: { ...flawed, recover },
  transport: flaw.transport?.(transport) ?? transport,
  logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  now,
  elapsed: () => performance.now(),
});
await proxy.ready;
// One that is killed writes nothing at its end.
flushCompileCache();
const server = createServer(toHttpListener(proxy.inside));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(address && typeof address === 'object' ? address.port : '');
});

async function stop(): Promise<void> {
  server.close();
  await proxy.close();
  await real.close();
  process.exit(0);
}
process.once('SIGTERM', () => void stop());
