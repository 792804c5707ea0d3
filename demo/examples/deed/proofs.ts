import { chain, holding, SENDER, transaction } from '../../../src/onchain/index.ts';
import { HARBOUR_CHAIN, LANTERN } from '../../chain/facts.ts';

/** The chain is on this machine, which may have much to do. */
const TIMEOUT_MS = 15_000;

/** What `verify` of the actions asks of the chain at that address. */
export function deedProofs(rpc: string) {
  const harbour = chain({ ...HARBOUR_CHAIN, rpc: [rpc], timeoutMs: TIMEOUT_MS });
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
