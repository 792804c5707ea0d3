import type { Finding, OnchainClaim, OnchainSettings } from '../proxy/index.ts';
import type { Chain } from './chain.ts';
import { type LinkRule, linksOf } from './link.ts';
import { ChainUnavailable, type Reading } from './rpc-quorum.ts';
import { refusalForSignature, NOT_SIGNED } from './signature.ts';

type Check = (claim: OnchainClaim, reading: Reading) => Promise<Finding>;

/** Checks the signature first, then the rest. The address belongs to the member from then on. If the chain cannot be read, nothing is granted. */
export function signedAnd(chain: Chain, links: LinkRule, check: Check): OnchainSettings['check'] {
  return async (claim) => {
    if (claim.chainId !== chain.id) return { kind: 'refuse', detail: NOT_SIGNED };
    try {
      const refusal = await refusalForSignature(claim, chain);
      if (refusal) return refusal;
      const finding = await check(claim, claim);
      return finding.kind === 'ok' ? { ...finding, links: linksOf(claim, links) } : finding;
    } catch (error) {
      if (error instanceof ChainUnavailable || claim.signal.aborted) return { kind: 'unavailable' };
      throw error;
    }
  };
}
