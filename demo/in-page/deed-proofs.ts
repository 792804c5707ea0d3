import { once } from '../../src/common/once.ts';
import type { OnchainSettings } from '../../src/proxy/index.ts';
import { HARBOUR_CHAIN } from '../chain/facts.ts';
import { IN_PAGE } from './addresses.ts';

/** The checks are loaded with the first claim that needs them: most pages have none. */
const loadProofs = once(async () => {
  const { deedProofs } = await import('../examples/deed/proofs.ts');
  return deedProofs(`${IN_PAGE.chain}/`);
});

/** The proofs of the actions on chain, on the chain in the page. */
export const DEED_PROOFS = {
  lantern: lazyProof('lantern', 'transaction'),
  deed: lazyProof('deed', 'address'),
};

function lazyProof(name: 'lantern' | 'deed', asks: OnchainSettings['asks']): OnchainSettings {
  return {
    type: 'onchain',
    asks,
    chains: [HARBOUR_CHAIN],
    check: async (claim) => (await loadProofs())[name].check(claim),
  };
}
