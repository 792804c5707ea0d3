import '../shared/lit-globals.ts';
import { type CSSResultGroup, html, nothing, type PropertyDeclarations } from 'lit';
import { ClaimElement } from '../shared/claim-element.ts';
import type { FieldEntry } from '../shared/claiming/field-entry.ts';
import { loadPart } from '../client/load-part.ts';
import type { Localization } from '../shared/localization.ts';
import { checkinEnglish } from '../shared/messages.ts';
import { styles } from './checkin.styles.ts';
import type { renderStreak } from './streak.ts';

const FLAG = { type: Boolean, reflect: true };

/**
 * A card with one button by which a member of the community collects a reward, once in its period.
 *
 * @element rewards-checkin
 *
 * @csspart streak - How long the member has come without a gap: the last days, and a line below them.
 * @csspart days - The days.
 * @csspart day - One of them; also `done`, `today` or both.
 * @csspart done - A day on which the member came.
 * @csspart today - The last of the days.
 * @csspart streak-text - The line below the days.
 */
export class RewardsCheckin extends ClaimElement {
  static override readonly tag = 'rewards-checkin';
  static override styles: CSSResultGroup = styles;
  static override properties: PropertyDeclarations = { auto: FLAG, compact: FLAG };

  #renderStreak: typeof renderStreak | undefined;
  /** @internal */
  showsStreak: boolean | undefined;

  /**
   * Whether it checks in by itself, without a press, whenever the member is known and may.
   * @reflect
   */
  declare auto: boolean;
  /**
   * Whether it draws the button alone; what else there is to say takes its place.
   * @reflect
   */
  declare compact: boolean;

  constructor() {
    super();
    this.auto = this.compact = false;
  }

  /** @internal */
  async loadEntry(): Promise<FieldEntry | undefined> {
    this.#renderStreak ??= (await loadPart(() => import('./streak.ts'))).renderStreak;
    return undefined;
  }

  protected override verb({ texts }: Localization): string {
    return texts.checkin ?? checkinEnglish;
  }

  protected override renderIntroduction(localization: Localization): unknown {
    const { claims } = this;
    // Room is kept from the first paint on, or never: what the visitor looks at must not move.
    this.showsStreak ??= this.served?.parts.has('streak') ?? !!(claims.memberId || this.memberId);
    return this.showsStreak ? html`<div part="streak">${this.#renderStreak?.(claims, localization)}</div>` : nothing;
  }
}
