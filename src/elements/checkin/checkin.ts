import '../shared/lit-globals.ts';
import { type CSSResultGroup, html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { ClaimElement } from '../shared/claim-element.ts';
import type { FieldEntry } from '../shared/claiming/field-entry.ts';
import { loadPart } from '../client/load-part.ts';
import type { Localization } from '../shared/localization.ts';
import { checkinEnglish } from '../shared/messages.ts';
import { styles } from './checkin.styles.ts';
import type * as Pill from './pill.ts';
import type * as Streak from './streak.ts';

const FLAG = { type: Boolean, reflect: true };

/**
 * A card with one button by which a member of the community collects a reward, once in its period.
 *
 * @element rewards-checkin
 *
 * @csspart pill - The button that is seen of it where it is `compact`.
 * @csspart popup - What opens above the page from there, with the card in it.
 * @csspart said - The live region beside it.
 * @csspart count - How long the member has come without a gap, with a flame, in the place of the grants.
 * @csspart plus - What the claim gives, at the end of the button, while the count is in the place of the grants.
 * @csspart streak - The days of that, and those to come.
 * @csspart days - The days.
 * @csspart day - One of them; also `done`, `today`, `gift` or several.
 * @csspart gift - A day whose claim gives more than the one before it.
 * @csspart done - A day on which the member came.
 * @csspart today - The day that it is.
 * @csspart streak-text - How long, in words.
 */
export class RewardsCheckin extends ClaimElement {
  static override readonly tag = 'rewards-checkin';
  static override styles: CSSResultGroup = styles;
  static override properties: PropertyDeclarations = { auto: FLAG, compact: FLAG };

  #pill: typeof Pill | undefined;
  #streak: typeof Streak | undefined;
  /** @internal */
  showsStreak: boolean | undefined;

  /**
   * Whether it checks in by itself, without a press, whenever the member is known and may.
   * @reflect
   */
  declare auto: boolean;
  /**
   * Whether it draws one button alone, which claims for a member that is known, and else opens the card above the page.
   * @reflect
   */
  declare compact: boolean;

  constructor() {
    super();
    this.auto = this.compact = false;
  }

  /** @internal */
  async loadEntry(): Promise<FieldEntry | undefined> {
    if (!this.#streak) {
      this.#streak = await loadPart(() => import('./streak.ts'));
      this.requestUpdate();
    }
    return undefined;
  }

  protected override verb({ texts }: Localization): string {
    return texts.checkin ?? checkinEnglish;
  }

  /** @internal */
  override get hidesField(): boolean {
    return this.knowsMember && this.drawsMember && !/invalid|refused/.test(this.state);
  }

  protected override render(): TemplateResult {
    const card = super.render();
    return this.compact
      ? html`${this.#renderPill()}
          <div part="popup" id="popup" popover>${card}</div>`
      : card;
  }

  #renderPill(): unknown {
    const { claims, localization } = this;
    if (!this.#pill) void this.#loadPill().catch(() => undefined);
    const verb = this.verb(localization);
    const asks = this.drawsMember && !this.hidesField;
    const pill = this.#pill?.renderPill({ shown: claims, localization, verb, asks, streak: this.#streak });
    return pill ?? html`<button part="pill" translate="no" popovertarget="popup">${verb}</button>`;
  }

  async #loadPill(): Promise<void> {
    this.#pill = await loadPart(() => import('./pill.ts'));
    this.requestUpdate();
  }

  protected override renderHeadEnd(localization: Localization): unknown {
    return html`${this.renderGrants(localization)}${this.#streak?.renderCount(this.claims, localization)}`;
  }

  protected override renderBeside(localization: Localization, answered: boolean): unknown {
    this.showsStreak = this.hidesField || !this.drawsMember;
    if (!this.showsStreak && !answered) return nothing;
    void this.loadEntry().catch(() => undefined);
    return html`<div part="streak">${this.#streak?.renderStreak(this.claims, localization)}</div>`;
  }

  protected override renderNote(localization: Localization): unknown {
    return this.renderDescription(localization, this.#streak?.stepLine(this.claims, localization));
  }
}
