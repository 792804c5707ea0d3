import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { PATIENT } from '../support/http/patient.ts';
import { folderWithLedger, type Running, start } from './command.ts';
import { itInFull } from '../support/thorough.ts';

const KEY = 'emu_a-key-for-tests-only';
const NOOR = '739204618530271847';
const SERVER = '1172394850617283945';

/** Twenty-six ways to write Noor's id that a service takes for the same number. */
const ALIASES = [
  ...Array.from({ length: 14 }, (_, zeros) => '0'.repeat(zeros) + NOOR),
  ...Array.from({ length: 12 }, (_, at) => `${NOOR.slice(0, at + 3)}_${NOOR.slice(at + 3)}`),
];

/** What the rule for ids was before there was one: letters, digits and a few marks. */
const ANY_ID = `{ pattern: '[A-Za-z0-9._:-]{1,64}' }`;
const AS_NUMBERS = `{ canonical: (text) => String(BigInt(text.replaceAll('_', ''))), example: '${NOOR}' }`;

/** A community whose service reads ids as numbers, and a site before it. */
async function site(t: TestContext, memberIds: string, more: readonly string[] = []) {
  const community = {
    id: SERVER,
    name: 'Harbour Lights',
    memberIds: 'lenient',
    members: [{ id: NOOR, name: 'Noor Haddad' }],
  };
  const cwd = await folderWithLedger(t, {
    'servers.json': JSON.stringify({ servers: [community] }),
    'block.txt': `000${NOOR}\n`,
    'rewards.config.ts': `export default {
      service: { baseUrl: { env: 'REWARDS_BASE_URL' }, connectTimeoutMs: ${PATIENT.connectTimeoutMs} },
      origins: ['https://example.org'],
      limits: false,
      memberIds: ${memberIds},
      actions: { meetup: { title: 'Meetup', repeats: 'once', points: 10, remark: 'r' } },
    };`,
  });
  const emulator = start(t, ['emulate', '--port', '0', '--servers', 'servers.json', '--api-key', KEY], { cwd });
  const service = await emulator.url();
  const env = { REWARDS_API_KEY: KEY, REWARDS_BASE_URL: service };
  const proxy = start(t, ['serve', '--port', '0', ...more], { cwd, env });
  const url = `${await proxy.url()}/rewards/actions/meetup/claims`;
  return {
    proxy,
    claim: async (memberId: string, how: 'json' | 'form' = 'json'): Promise<number> => {
      const type = how === 'json' ? 'application/json' : 'application/x-www-form-urlencoded';
      const body = how === 'json' ? JSON.stringify({ memberId }) : new URLSearchParams({ memberId }).toString();
      const headers = { origin: 'https://example.org', 'content-type': type };
      return (await fetch(url, { method: 'POST', headers, body })).status;
    },
    points: async (): Promise<number> => {
      const { servers } = await (await fetch(`${service}/emulator/state`)).json();
      return servers[0].members[0].points;
    },
  };
}

async function claimAll(claim: (alias: string) => Promise<number>): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  for (const alias of ALIASES) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as one person would
    const status = await claim(alias);
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  return statuses;
}

async function ends(proxy: Running): Promise<void> {
  assert.equal(await proxy.stop(), 0);
}

describe('one person, before a service that reads ids as numbers,', () => {
  it('is paid once: by default there is one way to write an id', async (t) => {
    const { proxy, claim, points } = await site(t, 'undefined');
    assert.deepEqual(await claimAll((alias) => claim(alias)), { 201: 1, 400: 25 });
    assert.deepEqual(await claimAll((alias) => claim(alias, 'form')), { 409: 1, 400: 25 });
    assert.equal(await points(), 10);
    await ends(proxy);
  });

  it('is paid once where the owner calls those ids the same, and is blocked by any of them', async (t) => {
    const { proxy, claim, points } = await site(t, AS_NUMBERS);
    assert.deepEqual(await claimAll((alias) => claim(alias)), { 201: 1, 409: 25 });
    assert.equal(await points(), 10);
    await ends(proxy);
    const blocking = await site(t, AS_NUMBERS, ['--block-list', 'block.txt']);
    assert.deepEqual(await claimAll((alias) => blocking.claim(alias)), { 422: 26 });
    assert.equal(await blocking.points(), 0);
    await ends(blocking.proxy);
  });

  itInFull('would be paid for each way to write the id, were those other ids to the site', async (t) => {
    const { proxy, claim, points } = await site(t, ANY_ID);
    assert.deepEqual(await claimAll((alias) => claim(alias)), { 201: 26 });
    assert.equal(await points(), 260);
    await ends(proxy);
  });
});
