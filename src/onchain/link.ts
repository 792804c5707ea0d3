import type { Link, OnchainClaim } from '../proxy/index.ts';
import { demand } from './demand.ts';

/**
 * Who owns an address after a claim was made with it.
 * - `one-to-one`: one member, who has no other address.
 * - `one-member`: one member, who may have more addresses.
 * - `none`: nobody. A member may use any address, also one that another member has used.
 */
export type LinkRule = 'one-to-one' | 'one-member' | 'none';

/** All chains of Ethereum's kind have the same addresses. */
const FAMILY = 'eip155';

/** What belongs to the member from the claim on. */
export function linksOf({ address }: Pick<OnchainClaim, 'address'>, rule: LinkRule): Link[] {
  return rule === 'none' ? [] : [{ family: FAMILY, value: address, isOnly: rule === 'one-to-one' }];
}

const RULES: readonly LinkRule[] = ['one-to-one', 'one-member', 'none'];

/** Throws `TypeError`, which names the function of the config. */
export function demandLinkRule(where: string, rule: LinkRule): void {
  demand(RULES.includes(rule), where, `links must be one of ${RULES.join(', ')}`);
}
