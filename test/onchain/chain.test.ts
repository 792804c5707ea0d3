import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chain, type ChainOptions } from '../../src/onchain/chain.ts';
import { API_KEY } from './stand-in-rpc.ts';

describe('a chain of the config', () => {
  const GOOD_OPTIONS: ChainOptions = {
    id: 1,
    name: 'Ethereum',
    rpc: [`https://rpc.example/${API_KEY}`, 'http://localhost:8545'],
  };
  const wrong: [name: string, options: object, says: RegExp][] = [
    ['an unknown option', { chainId: 1 }, /^chain: chainId is no option: there are id, name, rpc/],
    ['no id', { id: '1' }, /id must be the number of the chain/],
    ['no name', { name: ' ' }, /name must be what visitors read/],
    ['no RPC', { rpc: [] }, /rpc must be a list of addresses/],
    ['one address in place of a list', { rpc: `https://rpc.example/${API_KEY}` }, /rpc must be a list/],
    ['an address that is missing', { rpc: [undefined, undefined] }, /rpc\[0\] is missing.*environment variable/],
    ['an address that is none', { rpc: [API_KEY] }, /rpc\[0\] is not a URL/],
    [
      'an address that anybody can read',
      { rpc: [`http://rpc.example/${API_KEY}`] },
      /rpc\[0\] must begin with https:\/\//,
    ],
    ['a socket', { rpc: [`wss://rpc.example/${API_KEY}`] }, /rpc\[0\] must begin with https:\/\//],
    ['an address twice', { rpc: ['https://rpc.example', 'https://rpc.example'] }, /rpc has an address twice/],
    [
      'an address twice, each time written in another way',
      { rpc: ['https://rpc.example/v2', 'https://me:secret@RPC.example:443/v2/#1'] },
      /rpc has an address twice/,
    ],
    ['too large a quorum', { quorum: 3 }, /quorum must be a number from 1 to that of the addresses, 2/],
    ['no quorum', { quorum: 0 }, /quorum must be/],
    ['another finality', { finality: 'safe' }, /finality must be 'finalized', or/],
    ['no confirmations', { finality: { confirmations: 0 } }, /finality must be/],
    ['no time', { timeoutMs: 0 }, /timeoutMs must be milliseconds/],
  ];
  for (const [name, options, says] of wrong) {
    it(`cannot have ${name}`, () => {
      assert.throws(
        () => chain({ ...GOOD_OPTIONS, ...options }),
        (error: Error) => error instanceof TypeError && says.test(error.message) && !error.message.includes(API_KEY),
      );
    });
  }

  it('shows no address', async () => {
    const { inspect } = await import('node:util');
    const made = chain(GOOD_OPTIONS);
    assert.doesNotMatch(JSON.stringify(made) + inspect(made, { depth: 9, showHidden: true }), new RegExp(API_KEY));
  });
});
