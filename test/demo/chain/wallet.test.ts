import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { recoverMessageAddress, toHex } from 'viem';
import { accountOf } from '../../../demo/chain/accounts.ts';
import { HARBOUR_CHAIN, LANTERN, LIGHT } from '../../../demo/chain/facts.ts';
import { type Heard, SimulatedWallet } from '../../../demo/chain/wallet.ts';
import { AskedChain } from './asked-chain.ts';

const { address } = accountOf('Noor');
const HERE = { chainId: toHex(HARBOUR_CHAIN.id) };
const TEXT = 'Light a lantern — for the ships';

interface Held {
  wallet: SimulatedWallet;
  chain: AskedChain;
  heard: Heard[];
  /** Whose it is. */
  owner: { name: string };
  ask: (method: string, ...params: unknown[]) => Promise<unknown>;
}

async function held(t: TestContext): Promise<Held> {
  const chain = new AskedChain();
  const heard: Heard[] = [];
  const owner = { name: 'Noor' };
  const rpc = await chain.listen(t);
  const wallet = new SimulatedWallet({ rpc, owner: () => owner.name, told: (one) => heard.push(one) });
  return { wallet, chain, heard, owner, ask: (method, ...params) => wallet.request({ method, params }) };
}

describe('the simulated wallet', () => {
  it('shows its account once it was asked to, and says so once', async (t) => {
    const { ask, heard } = await held(t);
    assert.deepEqual(await ask('eth_accounts'), []);
    assert.deepEqual(await ask('eth_requestAccounts'), [address]);
    assert.deepEqual(await ask('eth_requestAccounts'), [address]);
    assert.deepEqual(await ask('eth_accounts'), [address]);
    assert.deepEqual(heard, [{ question: 'connect', answer: address }]);
  });

  it('signs a text so that its address can be told from that', async (t) => {
    const { ask, heard } = await held(t);
    await ask('eth_requestAccounts');
    const signature = String(await ask('personal_sign', toHex(TEXT), address.toLowerCase()));
    assert.match(signature, /^0x[0-9a-f]{130}$/);
    assert.equal(await recoverMessageAddress({ message: TEXT, signature: signature as `0x${string}` }), address);
    assert.deepEqual(heard.at(-1), { question: 'sign', answer: signature, text: TEXT });
  });

  it('sends transactions one after the other, which the chain takes', async (t) => {
    const { ask, chain } = await held(t);
    await ask('eth_requestAccounts');
    const send = () => ask('eth_sendTransaction', { from: address, to: LANTERN, data: LIGHT });
    const hashes = [await send(), await send()];
    chain.wait(2);
    assert.equal(await chain.read('eth_getTransactionCount', address, 'latest'), '0x2');
    assert.equal(new Set(hashes).size, 2);
  });

  it('switches to the chain, tells its listeners, and knows no other', async (t) => {
    const { ask, wallet } = await held(t);
    const chains: unknown[] = [];
    const listener = (chainId: unknown) => chains.push(chainId);
    wallet.on('chainChanged', listener);
    wallet.chainId = 1;
    assert.equal(await ask('eth_chainId'), '0x1');
    await ask('eth_requestAccounts');
    await assert.rejects(ask('eth_sendTransaction', { from: address, to: LANTERN, data: LIGHT }), { code: 4902 });
    assert.equal(await ask('wallet_switchEthereumChain', HERE), null);
    assert.equal(await ask('eth_chainId'), HERE.chainId);
    await assert.rejects(ask('wallet_switchEthereumChain', { chainId: '0x5' }), { code: 4902 });
    wallet.removeListener('chainChanged', listener);
    wallet.chainId = 1;
    assert.deepEqual(chains, ['0x1', HERE.chainId]);
  });

  it('declines whatever it is asked, where it is told to', async (t) => {
    const { ask, wallet, heard, chain } = await held(t);
    wallet.declines = true;
    await assert.rejects(ask('eth_requestAccounts'), { code: 4001 });
    wallet.declines = false;
    await ask('eth_requestAccounts');
    wallet.chainId = 1;
    wallet.declines = true;
    await assert.rejects(ask('wallet_switchEthereumChain', HERE), { code: 4001 });
    wallet.chainId = HARBOUR_CHAIN.id;
    await assert.rejects(ask('personal_sign', toHex(TEXT), address), { code: 4001 });
    await assert.rejects(ask('eth_sendTransaction', { from: address, to: LANTERN, data: LIGHT }), { code: 4001 });
    assert.deepEqual(
      heard.map(({ question, answer }) => [question, answer !== null]),
      [
        ['connect', false],
        ['connect', true],
        ['switch', false],
        ['sign', false],
        ['send', false],
      ],
    );
    assert.equal(await chain.read('eth_getTransactionCount', address, 'pending'), '0x0');
  });

  it('tells of another account, and signs for that one alone', async (t) => {
    const { ask, wallet, owner } = await held(t);
    const accounts: unknown[] = [];
    wallet.on('accountsChanged', (value) => accounts.push(value));
    await wallet.ownerChanged();
    await assert.rejects(ask('personal_sign', toHex(TEXT), address), { code: 4100 });
    await ask('eth_requestAccounts');
    owner.name = 'Wren';
    await wallet.ownerChanged();
    assert.deepEqual(accounts, [[accountOf('Wren').address]]);
    await assert.rejects(ask('personal_sign', toHex(TEXT), address), { code: 4100 });
    await assert.rejects(ask('eth_sign', address, '0x'), { code: 4200 });
    await assert.rejects(ask('personal_sign', TEXT, accountOf('Wren').address), { code: 4200 });
  });
});
