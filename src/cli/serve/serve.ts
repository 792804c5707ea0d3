import { uptime } from 'node:os';
import { toHttpListener } from '../../proxy/adapters/http-listener.ts';
import type { Logger } from '../../proxy/index.ts';
import type { Command, OptionValues } from '../command.ts';
import { createYoung } from './create-young.ts';
import type { DeskListening } from './desk-listener.ts';
import { ENV_OPTION, readEnvFile } from '../config/env-file.ts';
import { lazyTransport } from './lazy-transport.ts';
import { listen, type Listening } from './listen.ts';
import { LogLines } from './log-lines.ts';
import { createLogger } from './logger.ts';
import { metricsListener } from './metrics-listener.ts';
import { readDays, readPort } from '../options.ts';
import { elementFiles } from '../page-files.ts';
import { startRecovery } from './regular-recovery.ts';
import { startRetention } from './retention.ts';
import { loadSite, proxyFor, readyAt, type Reloadable, SITE_OPTIONS } from '../config/site.ts';
import { DB_OPTION, readStore } from '../store.ts';
import { stopSignal } from './stop-signal.ts';
import { leaveWorkers, primaryGone, readWorkers, serveTogether, workerNumber } from './workers.ts';

const PORT = '8787';
const HOST = '127.0.0.1';

/** Where the proxy is, unless it was told otherwise. */
export const PROXY_URL = `http://${HOST}:${PORT}`;

/** The proxy itself bounds the calls at once (`maxConcurrency`), so the transport's own bound must not come first. */
const CONNECTIONS = 4096;

const UNASKED =
  'the service sent what nobody had asked for, so each call has a connection of its own from now on: tell its operator, or the operator of what stands before it';

const OWN_LIMITS =
  'each worker counts for itself, so the limits let through as many times more as there are workers: set limits.shared, and they count together';

const NO_PRIMARY =
  'the process that began the workers is gone, and its port with it, so this worker has ended: start rewards serve again';

/** In milliseconds. It goes on while the machine sleeps, as `performance.now` does not everywhere. */
const elapsed = (): number => uptime() * 1000;

/** `rewards serve`: the proxy on a port of this machine, with its ledger in a SQLite file or on PostgreSQL. */
export const serve: Command = {
  name: 'serve',
  usage: 'rewards serve',
  summary: 'run the proxy between widgets and the rewards service',
  options: {
    ...SITE_OPTIONS,
    db: DB_OPTION,
    desk: {
      value: '<number>',
      help: `a port of ${HOST} for the desk, where claims are looked up and decided on; by default there is none`,
    },
    env: ENV_OPTION,
    host: { value: '<address>', help: `the address to listen on; by default ${HOST}, this machine alone` },
    'metrics-port': {
      value: '<number>',
      help: `a port of ${HOST} for Prometheus metrics at /metrics; by default there is none`,
    },
    retain: {
      value: '<days>',
      help: 'take personal data out of claims older than that, such as 90d, every hour; by default it stays',
    },
    port: { value: '<number>', help: `the port; by default the variable PORT, or ${PORT}; 0 takes any that is free` },
    workers: { value: '<number>', help: 'so many processes share the port and the ledger; by default 1' },
  },
  notes: [
    'The API key comes from the variable REWARDS_API_KEY, or from the file that REWARDS_API_KEY_FILE names, which is\nread again when it changes and on SIGHUP. REWARDS_BASE_URL is the address of the service.',
    'With --desk 9465 a link is printed on stderr that opens the desk in a browser of this machine, once. From another machine, take the\nport along: ssh -L 9465:127.0.0.1:9465 you@server.',
    'Logs are JSON lines on stdout; the one with msg "listening" has the address. SIGTERM and Ctrl-C let claims in flight\nsettle; a second one stops at once.',
    "With --workers 2 or more, one that ends before its time is replaced. Each keeps limits of its own, unless the config has limits.shared;\nthe desk is the first one's, and the metrics of each have a port of their own, from --metrics-port on.",
  ],
  run,
};

async function run(options: OptionValues): Promise<void> {
  createYoung();
  const lines = new LogLines();
  // From the start to the end, for it would end the process: whoever reloads a service may have started it a moment before.
  const ignore = (): void => {};
  process.on('SIGHUP', ignore);
  // From the start as well, for Node would end a worker that has not begun to listen, without a word.
  const gone = primaryGone();
  try {
    await runOne(options, lines, gone);
  } finally {
    process.off('SIGHUP', ignore);
    lines.close();
    leaveWorkers();
  }
}

async function runOne(options: OptionValues, lines: LogLines, gone: Promise<void>): Promise<void> {
  readEnvFile(options['env']);
  const { host = HOST } = options;
  const port = readPort(options['port'] ?? (process.env['PORT'] || PORT));
  const metricsPort = options['metrics-port'] === undefined ? undefined : readPort(options['metrics-port']);
  const deskPort = options['desk'] === undefined ? undefined : readPort(options['desk']);
  const retainDays = options['retain'] === undefined ? undefined : readDays('--retain', options['retain']);
  const store = readStore(options['db']);
  const workers = options['workers'] === undefined ? 1 : readWorkers(options['workers']);
  const worker = workerNumber();
  const isFirst = worker === null || worker === 1;
  if (metricsPort) readPort(String(metricsPort + workers - 1));

  const logger = createLogger(lines, worker === null ? {} : { worker, pid: process.pid });
  if (workers > 1 && worker === null) {
    await serveTogether(workers, logger);
    return;
  }
  const { path, config, files } = await loadSite(options, (error) => logger.error({}, error.message));

  const transport = lazyTransport(async () => {
    const { undiciTransport } = await import('../../service/undici.ts');
    return undiciTransport({ connections: CONNECTIONS, onUnasked: (origin) => logger.warn({ origin }, UNASKED) });
  });
  const ledger = await store.open({ thread: true });
  try {
    const proxy = proxyFor(path, {
      ...config,
      ledger,
      logger,
      transport,
      env: process.env,
      elapsed,
      elements: elementFiles,
    });
    let metrics: Listening | undefined;
    let desk: DeskListening | undefined;
    let stopRecovery: (() => Promise<void>) | undefined;
    let stopRetention: (() => Promise<void>) | undefined;
    try {
      await readyAt(path, proxy);
      stopRecovery = startRecovery(proxy, logger);
      if (retainDays !== undefined && isFirst) stopRetention = startRetention(ledger, retainDays, logger, elapsed);
      if (metricsPort !== undefined) {
        const own = metricsPort === 0 ? 0 : metricsPort + (worker ?? 1) - 1;
        const at = { host: HOST, port: own, option: '--metrics-port' };
        metrics = await listen(metricsListener(proxy), at);
      }
      if (deskPort !== undefined && isFirst) {
        const { listenForDesk } = await import('./desk-listener.ts');
        desk = await listenForDesk(proxy, { port: deskPort, option: '--desk', show: showLink });
      }
      const shared = { host, port, option: '--port', anyHost: true, isShared: true };
      // Who is gone answers no worker that asks for the port.
      const server = await Promise.race([listen(toHttpListener(proxy.inside), shared), gone]);
      if (!server) throw new Error(NO_PRIMARY);
      // A reader of the line that it listens may send a signal at once.
      process.on('SIGHUP', () => void reload(files, logger));
      const stopped = Promise.race([stopSignal(), gone]);
      const metricsUrl = metrics && { metrics: `${metrics.url}/metrics` };
      const deskUrl = desk && { desk: desk.url };
      logger.info({ url: server.url, config: path, db: store.name, ...metricsUrl, ...deskUrl }, 'listening');
      if (worker === 1 && !(config.limits && config.limits.shared)) logger.warn({}, OWN_LIMITS);
      await desk?.showLink();
      const signal = await stopped;
      logger.info({ signal }, 'stopping: claims in flight settle first');
      await server.close(proxy.close());
      if (signal === undefined) throw new Error(NO_PRIMARY);
    } finally {
      await proxy.close();
      await metrics?.close();
      await desk?.close();
      await stopRecovery?.();
      await stopRetention?.();
    }
  } finally {
    await transport.close();
    await ledger.close();
  }
  logger.info({}, 'stopped');
}

/** Not in the log, which others may read. */
function showLink(link: string): void {
  process.stderr.write(`The desk, by a link that is good once and for an hour: ${link}\n`);
}

async function reload(files: readonly Reloadable[], logger: Logger): Promise<void> {
  for (const file of files) {
    try {
      await file.reload();
      logger.info({}, `${file.name} was read again`);
    } catch (error) {
      logger.error({}, error instanceof Error ? error.message : String(error));
    }
  }
}
