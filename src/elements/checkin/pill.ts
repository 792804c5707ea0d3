import { html, nothing, type TemplateResult } from 'lit';
import type { Localization } from '../shared/localization.ts';
import { pointsIn } from '../shared/claiming/streaks.ts';
import type { Shown } from '../shared/types.ts';
import { adoptStyles } from '../shared/claiming/adopt.ts';
import { pillStyles } from './pill.styles.ts';
import type * as Streak from './streak.ts';

/** What the button of a compact widget shows. */
interface Pill {
  shown: Shown & { readonly prepare: (event: Event) => unknown };
  localization: Localization;
  /** The text of the button. */
  verb: string;
  /** Whether the visitor has to say who they are. */
  asks: boolean;
  streak: typeof Streak | undefined;
}

/** For each widget, its outcome and what was said of it next to the button: what the card has said must not be heard again after the card closes. */
const told = new WeakMap<Shown, { outcome: string | undefined; said: string | undefined }>();

/**
 * The only visible button of a compact widget, of the same size in every state: it claims for a known member, and opens the card in all other states.
 */
export function renderPill({ shown, localization, verb, asks, streak }: Pill): TemplateResult {
  const { claiming, prepare, site, state, view } = shown;
  adoptStyles(site, pillStyles);
  const { said: outcome, short } = claiming?.render(localization) ?? {};
  if (told.get(shown)?.outcome !== outcome) {
    told.set(shown, { outcome, said: site.renderRoot.querySelector('#popup:popover-open') ? '' : outcome });
  }
  const atOnce = !asks && /ready|loading|submitting/.test(state);
  return html`
    <button
      part="pill"
      translate="no"
      lang=${localization.waits ? nothing : localization.locale}
      dir=${localization.direction}
      aria-busy=${localization.waits}
      popovertarget=${atOnce ? nothing : 'popup'}
      @click=${() => atOnce && site.claim()}
      @focusin=${prepare}
      @pointerenter=${prepare}
    >
      ${short ?? html`<span><slot name="button">${verb}</slot>${pointsIn(shown, localization)}</span>`}
      ${view && /granted|claimed/.test(state) ? streak?.renderCount(shown, localization) : nothing}
    </button>
    <span part="said" role="status" translate="no">${told.get(shown)?.said}</span>
  `;
}
