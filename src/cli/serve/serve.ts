import type { Command, OptionValues } from '../command.ts';
import { SITE_OPTIONS } from '../config/site-options.ts';
import { readDays, readPort } from '../options.ts';
import { LEDGER_OPTIONS, readStore } from '../store.ts';
import { LogLines } from './log-lines.ts';
import { createLogger } from './logger.ts';
import { leaveWorkers, primaryGone, readWorkers, serveTogether, workerNumber } from './workers.ts';

const PORT = '8787';
const HOST = '127.0.0.1';

/** Where the proxy is, unless it was told otherwise. */
export const PROXY_URL = `http://${HOST}:${PORT}`;

/** `rewards serve`: the proxy on a port of this machine, with its ledger in a SQLite file or on PostgreSQL. */
export const serve: Command = {
  name: 'serve',
  usage: 'rewards serve',
  summary: 'run the proxy between widgets and the rewards service',
  options: {
    ...SITE_OPTIONS,
    ...LEDGER_OPTIONS,
    desk: {
      value: '<number>',
      help: `a port of ${HOST} for the desk, where claims are looked up and decided on; by default there is none`,
    },
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
  const { host = HOST } = options;
  const port = readPort(options['port'] ?? (process.env['PORT'] || PORT));
  const metricsPort = options['metrics-port'] === undefined ? undefined : readPort(options['metrics-port']);
  const deskPort = options['desk'] === undefined ? undefined : readPort(options['desk']);
  const retainDays = options['retain'] === undefined ? undefined : readDays('--retain', options['retain']);
  const store = readStore(options);
  const workers = options['workers'] === undefined ? 1 : readWorkers(options['workers']);
  const worker = workerNumber();
  if (metricsPort) readPort(String(metricsPort + workers - 1));

  const logger = createLogger(lines, worker === null ? {} : { worker, pid: process.pid });
  if (workers > 1 && worker === null) {
    await serveTogether(workers, logger);
    return;
  }
  // Its thread starts while the proxy is loaded: each takes as long as the other.
  const opening = store.open({ thread: true });
  const ledger = opening.catch(() => null);
  try {
    const { serveSite } = await import('./serve-site.ts');
    await serveSite({
      options,
      host,
      port,
      metricsPort,
      deskPort,
      retainDays,
      worker,
      opening,
      db: store.name,
      logger,
      gone,
    });
  } finally {
    await (await ledger)?.close();
  }
  logger.info({}, 'stopped');
}
