import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { account, anvil, FINAL_DEPTH } from './anvil.ts';
import { chainAt, claimant, CONTRACT, deploy, minting, mintData, proxyFor } from './claiming.ts';

const MEMBERS = 100;

describe('a hundred members', () => {
  for (const links of ['one-to-one', 'none'] as const) {
    it(`with one transaction, where addresses belong ${links}: one is paid`, async () => {
      await using chain = await anvil();
      await deploy(chain);
      await using setup = proxyFor(minting(chainAt([chain.url]), 7n, { links }));
      const by = account(0);
      const transaction = await chain.send({ from: by.address, to: CONTRACT, data: mintData(7n) });
      await chain.mine(FINAL_DEPTH);
      const claims = await Promise.all(
        Array.from({ length: MEMBERS }, (_, n) => claimant(setup, { by, memberId: `m${n}`, transaction })),
      );
      const replies = await Promise.all(claims.map((claim) => claim()));
      const paid = replies.filter(({ status }) => status === 201);
      assert.equal(paid.length, 1);
      assert.equal(setup.calls.length, 1);
      assert.ok(replies.every(({ status, body }) => status === 201 || body['code'] === 'not-proved'));
    });
  }
});
