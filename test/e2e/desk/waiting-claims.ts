import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import { request } from '../../../src/ledger/conformance/requests.ts';
import { folderWithLedger, type Running, start } from '../../cli/command.ts';

export const ALICE = '739204618530271847';
export const MALLORY = '516830294751038469';
export const CONFIG = {
  service: { baseUrl: 'http://127.0.0.1:9/' },
  origins: ['https://example.org'],
  actions: {
    daily: { title: 'Daily check-in', repeats: 'daily', points: 10, remark: 'Daily check-in' },
    meetup: { title: 'Meetup', repeats: 'once', points: 50, remark: 'Signed up', capacity: 20 },
  },
};

/** A proxy with two claims whose outcome is unknown, one after the other, and one that was granted. */
export async function startDesk(
  t: TestContext,
  config = CONFIG,
): Promise<{ proxy: Running; cwd: string; link: string; ids: string[] }> {
  const cwd = await folderWithLedger(t, { 'rewards.config.json': JSON.stringify(config) });
  const ledger = sqliteLedger(join(cwd, 'rewards.db'));
  const ids: string[] = [];
  const now = Date.now();
  for (const [index, memberId] of ['1048273615902847361', ALICE, MALLORY].entries()) {
    const fields = index === 0 ? { name: 'Noor' } : null;
    const reservation = await ledger.reserve(request({ memberId, now: now - 10_000 + index, fields }));
    assert.ok(reservation.kind === 'reserved');
    const { id, grants } = reservation.claim;
    const [echo] = grants.map(({ order }) => order);
    const evidence = index === 0 ? { status: 200, code: 0 } : { failure: 'the reply ended early' };
    const settlement = index === 0 && echo ? { state: 'granted' as const, echo } : { state: 'unknown' as const };
    await ledger.settle(id, 0, { ...settlement, evidence }, now - 9_000);
    ids.push(id);
  }
  await ledger.close();
  const env = { REWARDS_API_KEY: 'canary-key' };
  const proxy = start(t, ['serve', '--port', '0', '--desk', '0'], { cwd, env });
  const [link] = await proxy.printed(/http:\/\/127\.0\.0\.1:\d+\/#enter=[\w-]{43}/);
  return { proxy, cwd, link, ids };
}
