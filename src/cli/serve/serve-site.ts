import { flushCompileCache } from 'node:module';
import { uptime } from 'node:os';
import type { Ledger } from '../../ledger/index.ts';
import { toHttpListener } from '../../proxy/adapters/http-listener.ts';
import type { Logger } from '../../proxy/index.ts';
import type { OptionValues } from '../command.ts';
import { loadSite, proxyFor, readyAt, type Reloadable } from '../config/site.ts';
import { ownVersion } from '../own-package.ts';
import { elementFiles } from '../page-files.ts';
import { createYoung } from './create-young.ts';
import type { DeskListening } from './desk-listener.ts';
import { lazyTransport } from './lazy-transport.ts';
import { listen, type Listening } from './listen.ts';
import { metricsListener } from './metrics-listener.ts';
import { startRecovery } from './regular-recovery.ts';
import { startRetention } from './retention.ts';
import { stopSignal } from './stop-signal.ts';

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

/** What the options of `rewards serve` say, and what it begins with. A port that is left out is not listened on. */
export interface Serving {
  /** Which of the site's files to read. */
  options: OptionValues;
  host: string;
  port: number;
  metricsPort: number | undefined;
  deskPort: number | undefined;
  /** Personal data stays so long; without end if left out. */
  retainDays: number | undefined;
  /** Which of the workers this process is; null if it is the only one. */
  worker: number | null;
  /** The ledger, which may still be opening, and its name. The caller closes it. */
  opening: Promise<Ledger>;
  db: string;
  logger: Logger;
  /** Resolves if the process that began the workers is gone. */
  gone: Promise<void>;
}

/** Serves the site until a signal, and settles what is in flight. Throws what is wrong with the site before that with the ledger. */
export async function serveSite(serving: Serving): Promise<void> {
  // Not sooner: what is created while the code is loaded does live long.
  createYoung();
  const { host, port, metricsPort, deskPort, retainDays, worker, logger, gone } = serving;
  const isFirst = worker === null || worker === 1;
  const { path, config, files } = await loadSite(serving.options, (error) => logger.error({}, error.message));
  const ledger = await serving.opening;

  const transport = lazyTransport(async () => {
    const { undiciTransport } = await import('../../service/undici.ts');
    return undiciTransport({ connections: CONNECTIONS, onUnasked: (origin) => logger.warn({ origin }, UNASKED) });
  });
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
        metrics = await listen(metricsListener(proxy), { port: own, option: '--metrics-port' });
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
      logger.info(
        { version: ownVersion(), url: server.url, config: path, db: serving.db, ...metricsUrl, ...deskUrl },
        'listening',
      );
      if (worker === 1 && !(config.limits && config.limits.shared)) logger.warn({}, OWN_LIMITS);
      await desk?.showLink();
      // Also for a start after one that is killed, which writes nothing at its end.
      flushCompileCache();
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
  }
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
