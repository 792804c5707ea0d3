/** What is measured: the proxy with its ledger on SQLite (`synchronous=FULL`) or PostgreSQL. Prints its port. */
import './report-cpu.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { postgresLedger } from '../../src/ledger/postgres.ts';
import { sqliteLedger } from '../../src/ledger/sqlite.ts';
import { toNodeListener } from '../../src/proxy/adapters/node.ts';
import { createProxy } from '../../src/proxy/index.ts';
import { undiciTransport } from '../../src/service/undici.ts';

const [, , upstream = '', store = ''] = process.argv;
const quiet = () => {};
const proxy = createProxy({
  service: { baseUrl: upstream, apiKey: 'bench-key' },
  origins: ['https://bench.example'],
  limits: false,
  actions: { daily: { title: 'Daily check-in', repeats: 'daily', points: 10, remark: 'Daily check-in' } },
  ledger: store.startsWith('postgres:')
    ? postgresLedger(new Pool({ connectionString: store, max: 16 }))
    : sqliteLedger(store, { thread: true }),
  transport: undiciTransport({ connections: 64 }),
  logger: { debug: quiet, info: quiet, warn: quiet, error: console.error },
});
const server = createServer(toNodeListener(proxy, { light: true }));
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
