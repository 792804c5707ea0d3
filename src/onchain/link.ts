import type { Link, OnchainClaim } from '../proxy/index.ts';
import { demand } from './demand.ts';

/**
 * To whom an address belongs, once a claim was made with it.
 * - `one-to-one`: to one member, who has no other.
 * - `one-member`: to one member, who may have others.
 * - `none`: that is not kept, and a member may show any address, also one that another has shown.
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
