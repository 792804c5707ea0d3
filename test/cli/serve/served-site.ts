import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Claim } from '../../../src/contract/index.ts';
import { PATIENT } from '../../support/http/patient.ts';
import { folderWithLedger, type Running } from '../command.ts';
import type { StubService } from '../stub-service.ts';

export const ORIGIN = 'https://example.org';
export const CONFIG = `import { defineConfig, env } from 'rewards-proxy';
export default defineConfig({
  service: { baseUrl: env('REWARDS_BASE_URL'), apiKey: env('REWARDS_API_KEY'), ...${JSON.stringify(PATIENT)} },
  origins: ['${ORIGIN}'],
  actions: { daily: { title: 'Daily check-in', repeats: 'once', points: 10, remark: 'Daily check-in' } },
});`;

/** A folder with a config, a ledger and a key file, and the environment that goes with it. */
export async function site(t: TestContext, service: StubService, key = 'canary-key-1\n') {
  const cwd = await folderWithLedger(t, { 'rewards.config.ts': CONFIG, key });
  return { cwd, env: { REWARDS_BASE_URL: service.url, REWARDS_API_KEY_FILE: join(cwd, 'key') } };
}

/** Claims the only reward there is. */
export async function claim(proxy: Running, memberId = '1048273615902847361', url?: string) {
  const response = await fetch(`${url ?? (await proxy.url())}/rewards/actions/daily/claims`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: ORIGIN },
    body: JSON.stringify({ memberId }),
  });
  const text = await response.text();
  return { status: response.status, body: JSON.parse(text) as Partial<Claim> & { code?: string }, text };
}
