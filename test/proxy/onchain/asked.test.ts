import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { proving } from '../proofs/proving.ts';
import { BASE_CHAIN, MAINNET, takesAll } from './signing.ts';

describe('an action that asks for something on chain', () => {
  it('says so to widgets, and others do not', async () => {
    await using setup = proving(takesAll({ chains: [MAINNET, BASE_CHAIN] }));
    const { body } = await setup.ask('/rewards/actions/tour');
    assert.deepEqual(body['onchain'], { asks: 'address', chains: [MAINNET, BASE_CHAIN] });
    assert.equal('onchain' in (await setup.ask('/rewards/actions/daily')).body, false);
    const batch = await setup.ask('/rewards/batch?path=/actions/tour');
    const [first] = batch.body['replies'] as { body: { onchain: unknown } }[];
    assert.deepEqual(first?.body.onchain, body['onchain']);
  });

  it('asks for what several proofs ask for together', async () => {
    const onBoth = takesAll({ chains: [MAINNET, BASE_CHAIN] });
    const moves = takesAll({ asks: 'transaction', chains: [BASE_CHAIN] });
    const seen = async (verify: Parameters<typeof proving>[0]) => {
      await using setup = proving(verify);
      return (await setup.ask('/rewards/actions/tour')).body['onchain'];
    };
    assert.deepEqual(await seen({ all: [onBoth, moves] }), { asks: 'transaction', chains: [BASE_CHAIN] });
    assert.deepEqual(await seen({ any: [onBoth, moves, { type: 'code', code: 'x' }] }), {
      asks: 'transaction',
      chains: [MAINNET, BASE_CHAIN],
    });
    assert.deepEqual(await seen({ not: onBoth }), { asks: 'address', chains: [MAINNET, BASE_CHAIN] });
    assert.equal(await seen({ type: 'code', code: 'x' }), undefined);
    assert.throws(
      () => proving({ all: [takesAll(), takesAll({ chains: [BASE_CHAIN] })] }),
      /actions\.tour\.verify\.all: has proofs on chain without a common chain/,
    );
  });

  it('is told in the config how it is made', () => {
    assert.throws(
      () => proving({ type: 'onchain', asks: 'address' } as never),
      /must be made by a function of rewards-proxy\/onchain/,
    );
    assert.throws(() => proving(takesAll({ chains: [] })), /tour\.verify\.chains: must have at least one chain/);
  });
});
