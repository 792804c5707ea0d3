import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { PATIENT } from '../../support/http/patient.ts';
import { folderWith, folderWithLedger, type Running, start } from '../command.ts';
import { type StubService, stubService } from '../stub-service.ts';

const ORIGIN = 'https://example.org';
const CONFIG = JSON.stringify({
  service: { baseUrl: { env: 'REWARDS_BASE_URL' }, apiKey: 'canary-key-1', ...PATIENT },
  origins: [ORIGIN],
  limits: false,
  actions: {
    daily: { title: 'Daily check-in', repeats: 'daily', points: 10, remark: 'Daily check-in' },
    ticket: {
      title: 'A ticket',
      repeats: 'once',
      points: 5,
      remark: 'A ticket',
      verify: { type: 'code', codes: ['K7QM-2XRT'] },
    },
    welcome: { title: 'Welcome', repeats: 'once', points: 50, remark: 'Welcome' },
  },
});

/** A site of its own, whose proxy is started as its owner would. */
export interface Site {
  cwd: string;
  /** The ledger's file. */
  db: string;
  env: Record<string, string>;
  service: StubService;
  serve: (...args: string[]) => Running;
}

/** A folder with a config before a service that gives all that it is asked for; with a new ledger unless told otherwise. */
export async function siteWith(t: TestContext, { ledger = true } = {}): Promise<Site> {
  const service = await stubService(t);
  const cwd = await (ledger ? folderWithLedger : folderWith)(t, { 'rewards.config.json': CONFIG });
  const env = { REWARDS_BASE_URL: service.url };
  const serve = (...args: string[]) => start(t, ['serve', '--port', '0', ...args], { cwd, env });
  return { cwd, db: join(cwd, 'rewards.db'), env, service, serve };
}

/** The status that a claim is answered with. */
export async function claim(
  proxy: Running,
  memberId: string,
  action = 'daily',
  fields: Record<string, string> = {},
): Promise<number> {
  const response = await fetch(`${await proxy.url()}/rewards/actions/${action}/claims`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: ORIGIN },
    body: JSON.stringify({ memberId, fields }),
  });
  await response.body?.cancel();
  return response.status;
}

export async function health(proxy: Running): Promise<number> {
  const response = await fetch(`${await proxy.url()}/rewards/health`);
  await response.body?.cancel();
  return response.status;
}

/** A member's id, another for each number. */
export function memberOf(number: number): string {
  return String(739_204_618_530_000_000n + BigInt(number));
}
