import '../shared/lit-globals.ts';
import { type CSSResultGroup, html, nothing, type PropertyValues } from 'lit';
import { ClaimElement } from '../shared/claim-element.ts';
import type { Localization } from '../shared/localization.ts';
import { roleEnglish } from '../shared/messages.ts';
import { styles } from './role.styles.ts';

/**
 * A card by which a member of the community gets a role: its name and colour, and what it is for, come from the action.
 *
 * @element rewards-role
 *
 * @csspart about - What the action gives, and what it is.
 */
export class RewardsRole extends ClaimElement {
  static override readonly tag = 'rewards-role';
  static override styles: CSSResultGroup = styles;

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    const role = this.claims.view?.grants.find((grant) => grant.type === 'role');
    // By script, because a page's policy may forbid style attributes.
    this.renderRoot.querySelector<HTMLElement>('section')?.style.setProperty('--_role', role?.roleColor ?? null);
  }

  /** Where the member's id is asked for, the line between head and stage is saved: see the styles. */
  protected override renderAbout(localization: Localization): unknown {
    return this.drawsMember ? undefined : this.#about(localization);
  }

  protected override renderNote(localization: Localization): unknown {
    return this.drawsMember ? this.#about(localization) : undefined;
  }

  #about(localization: Localization): unknown {
    const { grants = [], title } = this.view ?? {};
    // On most of these cards the title is the role's name, which need not be repeated.
    const isTold = grants.every((grant) => grant.type === 'role' && grant.roleName === title);
    return html`<div part="about">
      ${isTold ? nothing : this.renderGrants(localization)} ${this.renderDescription(localization)}
    </div>`;
  }

  protected override verb({ texts }: Localization): string {
    return texts.claimRole ?? roleEnglish;
  }
}
