import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createSqliteLedger } from '../../src/ledger/sqlite.ts';
import type { PostgresServer } from '../support/databases/postgres.ts';
import type { SmallDisk } from '../support/databases/small-disk.ts';
import type { ProxyProcesses } from './proxy-processes.ts';
import type { Random } from './random.ts';

/** What befalls a store, or the clocks of those who use it. Resolves once it is over. */
export type Strike = (proxies: ProxyProcesses) => Promise<void>;

const MAX_MS = 60;
/** How far off a clock is: a little, within what the ledger puts up with between any two, far back, or far ahead. */
const WAYS_OFF = [
  [-29_000, 29_000],
  [-3 * 86_400_000, 0],
  [2 * 60_000, 3 * 86_400_000],
] as const;

/** The server ends one of the connections to the database, or all. */
export function endConnections(server: PostgresServer, url: string, random: Random): Strike {
  const database = new URL(url).pathname.slice(1);
  return async () => {
    const limit = random.chance(0.5) ? 1 : 100;
    await server.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}' ORDER BY random() LIMIT ${limit}`,
    );
  };
}

/** The file is away for a moment, in one way or another. It has a folder of its own. */
export function moveFiles(path: string, random: Random): Strike {
  const folder = dirname(path);
  const moved = (files: readonly string[]) => {
    for (const file of files) renameSync(file, `${file}.away`);
    return () => {
      for (const file of files) renameSync(`${file}.away`, file);
    };
  };
  const ways = [
    () => moved([path]),
    () => moved([path, `${path}-wal`, `${path}-shm`]),
    () => moved([folder]),
    () => {
      const putBack = moved([folder]);
      mkdirSync(folder);
      createSqliteLedger(path);
      return () => {
        // Out of the way first: a proxy that writes a file into it at that moment would keep it from being removed.
        renameSync(folder, `${folder}.other`);
        putBack();
        rmSync(`${folder}.other`, { recursive: true });
      };
    },
  ];
  return async () => {
    const putBack = random.pick(ways)();
    await delay(random.below(MAX_MS));
    putBack();
  };
}

/** There is no room on the disk for a moment. */
export function fillDisk(disk: SmallDisk, random: Random): Strike {
  return async () => {
    disk.fill();
    await delay(random.below(MAX_MS));
    disk.clear();
  };
}

/** The clocks of some of the processes are set: a little, far back, or far ahead. Those of the others are right. */
export function setClocks(random: Random): Strike {
  return async (proxies) => {
    const [earliest, latest] = random.pick(WAYS_OFF);
    const right = random.below(proxies.count);
    proxies.setClocks((index) =>
      index === right || random.chance(0.5) ? 0 : earliest + random.below(latest - earliest),
    );
  };
}
