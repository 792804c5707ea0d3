import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { decodeFunctionData, getAddress, type Hex, parseAbi } from 'viem';
import { lapsedTable } from '../../src/cli/claims/lapsed-text.ts';
import { NOON, POINTS, request, ROLE } from '../../src/ledger/conformance/requests.ts';
import { createStore, openStore } from '../crash/store.ts';
import { amount, StandInChain } from '../onchain/stand-in-chain.ts';
import { API_KEY, RpcError, StandInRpc } from '../onchain/stand-in-rpc.ts';
import { folderWith, run } from './command.ts';

const abi = parseAbi(['function balanceOf(address owner) view returns (uint256)']);
const TOKEN = `0x${'c0'.repeat(20)}`;
const ENV = { REWARDS_BASE_URL: 'https://service.example', REWARDS_API_KEY: 'unused-unused-unused' };
const addressOf = (memberId: string) => getAddress(`0x${Buffer.from(memberId).toString('hex').padStart(40, '0')}`);

const config = (rpc: string) => `import { defineConfig } from 'rewards-proxy';
import { chain, holding } from 'rewards-proxy/onchain';
const ethereum = chain({ id: 1, name: 'Ethereum', rpc: ['${rpc}'], timeoutMs: 15_000 });
const action = { title: 'Holders', repeats: 'once', points: 10, remark: 'Holder' };
export default defineConfig({
  origins: ['https://example.org'],
  actions: {
    daily: { ...action, repeats: 'daily' },
    holders: { ...action, verify: holding({ chain: ethereum, token: '${TOKEN}', standard: 'erc721', heldForDays: 7 }) },
  },
});`;

interface Site {
  rpc: StandInRpc;
  /** Who holds how many; what is thrown is what the RPC answers. */
  holders: Map<string, bigint | Error>;
  lost: (...args: string[]) => ReturnType<typeof run>;
  home: string;
  ids: Map<string, string>;
}

/** A ledger in which these members were granted something for a holding, and a chain. */
async function siteWith(t: TestContext, members: readonly string[]): Promise<Site> {
  const model = new StandInChain();
  const holders = new Map<string, bigint | Error>();
  model.onCall = ({ data }) => {
    const { args } = decodeFunctionData({ abi, data });
    const held = holders.get(getAddress(args[0])) ?? 0n;
    if (held instanceof Error) throw held;
    return amount(held);
  };
  const rpc = new StandInRpc((...call) => model.answer(...call));
  t.after(() => rpc[Symbol.asyncDispose]());
  const home = await folderWith(t, { 'rewards.config.ts': config(await rpc.listen()) });
  const db = join(home, 'claims.db');
  await createStore(db);
  const ledger = openStore(db);
  const ids = new Map<string, string>();
  const grant = async (action: string, memberId: string, evidence: object | undefined, now: number) => {
    const given = { action, memberId, now, grants: [ROLE], ...(evidence && { evidence }) };
    const reservation = await ledger.reserve(request(given));
    assert.ok(reservation.kind === 'reserved');
    const { id } = reservation.claim;
    await ledger.settle(id, 0, { state: 'granted', echo: ROLE, evidence: null }, now);
    ids.set(memberId, id);
  };
  for (const [index, memberId] of members.entries()) {
    const address = addressOf(memberId);
    holders.set(address, 1n);
    const proof = { type: 'holding', chain: 'eip155:1', address, blocks: [90, 95] };
    // oxlint-disable-next-line no-await-in-loop -- in order
    await grant('holders', memberId, { proofs: [proof] }, NOON + index);
  }
  await grant('daily', 'dora', undefined, NOON + 100);
  await ledger.close();
  const lost = (...args: string[]) =>
    run(['claims', 'export', '--no-longer', '--db', db, ...args], { cwd: home, env: ENV });
  return { rpc, holders, lost, home, ids };
}

describe('rewards claims export --no-longer', () => {
  it('writes those alone whose holding is gone, each address asked about once', async (t) => {
    const { holders, lost, ids, rpc } = await siteWith(t, ['ada', 'ben', 'cleo']);
    holders.set(addressOf('ben'), 0n);
    const { code, stdout, stderr } = await lost();
    assert.deepEqual([code, stderr], [0, 'rewards: asked about 3 claims: of 1 the holding is gone\n']);
    const cells = `${ids.get('ben')},2026-11-20T12:00:00.001Z,holders,ben,eip155:1,${addressOf('ben')}`;
    assert.equal(
      stdout,
      [
        'claim,made,action,member,chain,address,role_id,role_name,holds,why_unknown',
        `${cells},998877665544332211,Attendee,no,`,
        '',
      ].join('\r\n'),
    );
    assert.equal(rpc.calls.filter(({ method }) => method === 'eth_call').length, 3);
  });

  it('never counts what no RPC could tell as gone, says why for each claim, and ends with status 1', async (t) => {
    const { holders, lost } = await siteWith(t, ['ada', 'ben', 'cleo']);
    holders.set(addressOf('ada'), new RpcError(-32_000, 'missing trie node'));
    holders.set(addressOf('ben'), 0n);
    const { code, stdout, stderr } = await lost('--json');
    assert.equal(code, 1);
    const found = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      found.map(({ memberId, holding }) => [memberId, holding.holds, holding.address]),
      [
        ['ada', 'unknown', addressOf('ada')],
        ['ben', 'no', addressOf('ben')],
      ],
    );
    assert.match(found[0].holding.whyUnknown, /^the chain Ethereum cannot be read: .* of a contract as of block \d+/);
    assert.equal(found[1].holding.whyUnknown, undefined);
    assert.match(stderr, /asked about 3 claims: of 1 the holding is gone\n/);
    assert.match(
      stderr,
      /1 claim could not be checked: fix the reason that is given for each, and run the command again/,
    );
    assert.ok(!(stdout + stderr).includes(API_KEY));
  });

  it('counts nothing as gone where the RPC is of another chain', async (t) => {
    const { rpc, lost } = await siteWith(t, ['ada', 'ben']);
    const { answer } = rpc;
    rpc.answer = (method, params) => (method === 'eth_chainId' ? '0x5' : answer(method, params));
    const { code, stdout, stderr } = await lost();
    assert.equal(code, 1);
    assert.doesNotMatch(stdout, /,no,/);
    assert.equal(stdout.match(/,unknown,/g)?.length, 2);
    assert.match(stderr, /rpc\[0\] is of the chain 5, not of 1/);
  });

  it('takes the filters of the export, and writes to a file', async (t) => {
    const { holders, lost, home } = await siteWith(t, ['ada', 'ben']);
    for (const memberId of ['ada', 'ben']) holders.set(addressOf(memberId), 0n);
    const output = join(home, 'gone.csv');
    const { code, stdout } = await lost('--member', 'ada', '--action', 'holders', '--output', output);
    assert.deepEqual([code, stdout], [0, '']);
    assert.deepEqual((await readFile(output, 'utf8')).match(/holders,\w+/g), ['holders,ada']);
  });

  it('says of how many the ledger has no holding', async (t) => {
    const { lost, home } = await siteWith(t, ['ada']);
    const ledger = openStore(join(home, 'claims.db'));
    await ledger.purge({ before: NOON + 1, now: NOON + 1, limit: 10 });
    await ledger.close();
    assert.match((await lost()).stderr, /asked about 0 claims: .*; the ledger has no holding of 1 claim more/);
  });

  for (const [name, args, code, says] of [
    ['a state', ['--state', 'refused'], 2, /--no-longer is about granted claims alone/],
    [
      'an action without a holding',
      ['--action', 'daily'],
      1,
      /no action daily asks for a holding.*; these do: holders/,
    ],
    ['no config', ['--config', 'none.ts'], 1, /there is no file .*none\.ts/],
  ] as const) {
    it(`refuses ${name}`, async (t) => {
      const { lost } = await siteWith(t, []);
      const ended = await lost(...args);
      assert.equal(ended.code, code);
      assert.match(ended.stderr, says);
    });
  }

  it('shows a table on a terminal', async () => {
    const grant = {
      index: 0,
      order: ROLE,
      state: 'granted',
      attempts: 1,
      deadline: 0,
      echo: ROLE,
      evidence: null,
    } as const;
    const claim = {
      id: 'claim-1',
      action: 'holders',
      memberId: 'ada',
      service: 'default',
      period: 'once',
      nextClaimAt: null,
      state: 'granted',
      streak: null,
      fields: null,
      createdAt: NOON,
      updatedAt: NOON,
    } as const;
    const address: Hex = '0x01';
    assert.equal(
      lapsedTable([
        { claim: { ...claim, grants: [grant] }, address, chainId: 1, unknown: null },
        {
          claim: { ...claim, grants: [{ ...grant, order: POINTS, echo: POINTS }] },
          address,
          chainId: 1,
          unknown: 'it is down',
        },
      ]),
      [
        'CLAIM    ACTION   MEMBER  ADDRESS  ROLE      HOLDS',
        'claim-1  holders  ada     0x01     Attendee  no',
        'claim-1  holders  ada     0x01               unknown: it is down',
      ].join('\n'),
    );
  });
});
