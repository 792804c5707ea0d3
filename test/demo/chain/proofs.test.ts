import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Hex, LocalAccount } from 'viem';
import { accountOf } from '../../../demo/chain/accounts.ts';
import { HARBOUR_CHAIN } from '../../../demo/chain/facts.ts';
import { deedProofs } from '../../../demo/examples/deed/proofs.ts';
import type { Finding } from '../../../src/proxy/index.ts';
import { AskedChain, signed } from './asked-chain.ts';

const NOOR = accountOf('Noor');
const WREN = accountOf('Wren');
const MESSAGE = 'A text of the proxy';
const logger = { debug() {}, info() {}, warn() {}, error() {} };

interface Given {
  transaction?: Hex;
  /** Who signs in Noor's place. */
  by?: LocalAccount;
}

type Check = (proof: 'lantern' | 'deed', given?: Given) => Promise<Finding>;

/** The proofs of the demo's actions on a chain of their own, for claims with Noor's address. */
async function proofsOn(t: TestContext): Promise<{ chain: AskedChain; check: Check }> {
  const chain = new AskedChain();
  const proofs = deedProofs(await chain.listen(t));
  const check: Check = async (proof, { transaction, by = NOOR } = {}) =>
    proofs[proof].check({
      action: proof,
      memberId: 'noor',
      address: NOOR.address,
      chainId: HARBOUR_CHAIN.id,
      message: MESSAGE,
      signature: await by.signMessage({ message: MESSAGE }),
      transaction: transaction ?? null,
      logger,
      signal: new AbortController().signal,
      now: Date.now(),
    });
  return { chain, check };
}

describe('what the demo asks of its chain', () => {
  it('counts a lit lantern once that is final, and tells how far it has come', async (t) => {
    const { chain, check } = await proofsOn(t);
    const transaction = await chain.light(NOOR);
    assert.equal((await check('lantern', { transaction })).kind, 'not-yet');
    for (const done of [0, 3, 5]) {
      chain.wait(done === 0 ? 2 : done === 3 ? 6 : 4);
      // oxlint-disable-next-line no-await-in-loop -- block by block
      const finding = await check('lantern', { transaction });
      assert.deepEqual('progress' in finding && finding.progress, { done, of: 6 });
    }
    chain.wait(2);
    assert.equal((await check('lantern', { transaction })).kind, 'ok');
  });

  it('counts a deed that is held at the last final block', async (t) => {
    const { chain, check } = await proofsOn(t);
    assert.equal((await check('deed')).kind, 'refuse');
    await chain.light(NOOR);
    chain.wait(12);
    assert.equal((await check('deed')).kind, 'refuse');
    chain.wait(2);
    assert.equal((await check('deed')).kind, 'ok');
  });

  it('refuses what others have signed, sent or done, and what came to nothing', async (t) => {
    const { chain, check } = await proofsOn(t);
    const own = await chain.light(NOOR);
    const foreign = await chain.light(WREN);
    const failed = await chain.chain.send(await signed(NOOR, { nonce: 1, data: '0xdeadbeef' }));
    const elsewhere = await chain.chain.send(await signed(NOOR, { nonce: 2, to: WREN.address }));
    chain.wait(14);
    assert.equal((await check('lantern', { transaction: own })).kind, 'ok');
    const claims: Given[] = [
      { transaction: own, by: WREN },
      { transaction: foreign },
      { transaction: failed },
      { transaction: elsewhere },
    ];
    for (const given of claims) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      assert.equal((await check('lantern', given)).kind, 'refuse');
    }
    assert.equal((await check('deed', { by: WREN })).kind, 'refuse');
  });
});
