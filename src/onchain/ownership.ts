import type { OnchainSettings } from '../proxy/index.ts';
import { checkLinkRule, type LinkRule, linksOf } from './link.ts';
import { refusalForSignature, NOT_SIGNED, type SignatureChain } from './signature.ts';

export interface OwnershipOptions {
  /** The chains on which the visitor may sign, at least one. They matter for contract wallets: the same address may be another wallet elsewhere. */
  chains: readonly SignatureChain[];
  /** Who owns an address from then on; default: `one-to-one`. */
  links?: LinkRule;
}

/**
 * A proof that an address is the visitor's, by its wallet's signature. Throws `TypeError` for a wrong option.
 *
 * @example
 * verify: ownership({ chains: [mainnet] })
 */
export function ownership({ chains, links = 'one-to-one' }: OwnershipOptions): OnchainSettings {
  if (!Array.isArray(chains) || chains.length === 0) {
    throw new TypeError('ownership: chains must have at least one chain, made with chain({ id, name, rpc })');
  }
  checkLinkRule('ownership', links);
  return {
    type: 'onchain',
    asks: 'address',
    chains: chains.map(({ id, name }) => ({ id, name })),
    async check(claim) {
      const { address, chainId } = claim;
      const chain = chains.find(({ id }) => id === chainId);
      if (!chain) return { kind: 'refuse', detail: NOT_SIGNED };
      const refusal = await refusalForSignature(claim, chain);
      if (refusal) return refusal;
      const evidence = [{ type: 'ownership', address, chainId }];
      return { kind: 'ok', evidence, singleUses: [], links: linksOf(claim, links) };
    },
  };
}
