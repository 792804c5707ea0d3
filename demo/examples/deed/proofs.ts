import { chain, holding, SENDER, transaction } from '../../../src/onchain/index.ts';
import { HARBOUR_CHAIN, LANTERN } from '../../chain/facts.ts';

/** What `verify` of the actions asks of the chain at that address. */
export function deedProofs(rpc: string) {
  const harbour = chain({ ...HARBOUR_CHAIN, rpc: [rpc] });
  return {
    lantern: transaction({
      chain: harbour,
      to: LANTERN,
      method: 'function light()',
      event: { abi: 'event Lit(address indexed keeper)', where: { keeper: SENDER } },
    }),
    deed: holding({ chain: harbour, token: LANTERN, standard: 'erc721' }),
  };
}
