import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Ledger } from '../../../src/ledger/index.ts';
import { createStore, openStore } from '../../crash/store.ts';
import { folderWith, run } from '../command.ts';
import { stubService } from '../stub-service.ts';

export const KEY = 'canary-key-0123456789';

export function config(...origins: string[]): string {
  return `import { defineConfig, env } from 'rewards-proxy';
export default defineConfig({
  service: { baseUrl: env('REWARDS_BASE_URL'), apiKey: env('REWARDS_API_KEY') },
  origins: ${JSON.stringify(origins)},
  actions: { daily: { title: 'Daily check-in', repeats: 'daily', points: 10, remark: 'Daily check-in' } },
});`;
}

/** A folder with a config and a key file before a service that answers, and how `doctor` is run there. */
export async function site(t: TestContext, ...origins: string[]) {
  const service = await stubService(t);
  const cwd = await folderWith(t, {
    'rewards.config.ts': config(...(origins.length > 0 ? origins : ['https://example.org'])),
    key: `${KEY}\n`,
  });
  await chmod(join(cwd, 'key'), 0o600);
  const env = { REWARDS_BASE_URL: service.url, REWARDS_API_KEY_FILE: join(cwd, 'key') };
  const doctor = (...args: string[]) => run(['doctor', ...args], { cwd, env });
  return { cwd, env, service, doctor };
}

/** Makes a ledger there, and has something be written into it. */
export async function fill(path: string, use: (ledger: Ledger) => Promise<unknown>): Promise<void> {
  await createStore(path);
  const ledger = openStore(path);
  await use(ledger);
  await ledger.close();
}
