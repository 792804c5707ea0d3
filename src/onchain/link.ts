import type { Link, OnchainClaim } from '../proxy/index.ts';
import { checkOption } from './check-options.ts';

/**
 * Who owns an address after a claim was made with it.
 * - `one-to-one`: one member, who has no other address.
 * - `one-member`: one member, who may have more addresses.
 * - `none`: nobody. A member may use any address, also one that another member has used.
 */
export type LinkRule = 'one-to-one' | 'one-member' | 'none';

/** All EVM chains have the same addresses. */
const FAMILY = 'eip155';

/** The links that the claim creates: they belong to the member from then on. */
export function linksOf({ address }: Pick<OnchainClaim, 'address'>, rule: LinkRule): Link[] {
  return rule === 'none' ? [] : [{ family: FAMILY, value: address, isOnly: rule === 'one-to-one' }];
}

const RULES: readonly LinkRule[] = ['one-to-one', 'one-member', 'none'];

/** Throws a `TypeError` that names the function of the config. */
export function checkLinkRule(where: string, rule: LinkRule): void {
  checkOption(RULES.includes(rule), where, `links must be one of ${RULES.join(', ')}`);
}
