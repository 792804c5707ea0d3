import '../shared/lit-globals.ts';
import type { CSSResultGroup, PropertyValues } from 'lit';
import { ClaimElement } from '../shared/claim-element.ts';
import type { Localization } from '../shared/localization.ts';
import { roleEnglish } from '../shared/messages.ts';
import { styles } from './role.styles.ts';

/**
 * A card by which a member of the community gets a role: its name and colour, and what it is for, come from the action.
 *
 * @element rewards-role
 *
 * @cssproperty [--rewards-body-size=15em] - Least height of form and result, so that nothing moves when one takes the other's place.
 */
export class RewardsRole extends ClaimElement {
  static override readonly tag = 'rewards-role';
  static override styles: CSSResultGroup = styles;

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    const role = this.claims.view?.grants.find((grant) => grant.type === 'role');
    // By script, because a page's policy may allow no style attributes.
    this.renderRoot.querySelector<HTMLElement>('section')?.style.setProperty('--_role', role?.roleColor ?? null);
  }

  protected override verb({ texts }: Localization): string {
    return texts.claimRole ?? roleEnglish;
  }
}
