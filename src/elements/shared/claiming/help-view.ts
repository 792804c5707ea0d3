import { html, type TemplateResult } from 'lit';
import type { Localization } from '../localization.ts';
import { helpEnglish } from './help-messages.ts';
import { helpStyles } from './help.styles.ts';
import { adoptStyles } from './adopt.ts';
import type { StyledElement } from './styled-element.ts';

/** The steps to one's own member id, each with a picture of what to look for. */
export function renderHelp(localization: Localization, element: StyledElement): TemplateResult {
  adoptStyles(element, helpStyles);
  const { messages, texts } = localization;
  const { helpMode, helpMenu, helpCopy } = { ...helpEnglish, ...texts };
  return html`
    <h3>${messages.memberHelp}</h3>
    <ol part="steps">
      <li>${switchPicture}${helpMode}</li>
      <li>${menuPicture}${helpMenu}</li>
      <li>${copyPicture}${helpCopy}</li>
    </ol>
  `;
}

/** A list of settings, one of them switched on. */
const switchPicture = html`<svg class="picture" viewBox="0 0 96 56" aria-hidden="true">
  <rect class="sheet" x="1" y="1" width="94" height="54" rx="8" />
  <path class="words" d="M12 15h34M12 41h28" />
  <rect class="chosen" x="6" y="21" width="84" height="14" rx="4" />
  <path class="words" d="M12 28h42" />
  <rect class="on" x="66" y="23" width="18" height="10" rx="5" />
  <circle class="knob" cx="79" cy="28" r="3.5" />
</svg>`;

/** A name in a list of members, with a pointer on it. */
const menuPicture = html`<svg class="picture" viewBox="0 0 96 56" aria-hidden="true">
  <rect class="sheet" x="1" y="1" width="94" height="54" rx="8" />
  <rect class="chosen" x="6" y="8" width="84" height="18" rx="4" />
  <circle class="on" cx="17" cy="17" r="6" />
  <path class="words" d="M29 17h34" />
  <circle class="faint" cx="17" cy="40" r="6" />
  <path class="words" d="M29 40h24" />
  <path class="pointer" d="m60 19 14 12-7 1 4 8-3 2-4-8-5 4z" />
</svg>`;

/** A menu, whose last entry copies the id. */
const copyPicture = html`<svg class="picture" viewBox="0 0 96 56" aria-hidden="true">
  <rect class="sheet" x="1" y="1" width="94" height="54" rx="8" />
  <path class="words" d="M12 13h36M12 25h28" />
  <rect class="chosen" x="6" y="33" width="84" height="16" rx="4" />
  <path class="words" d="M12 41h40" />
  <path class="stroke" d="M72 37h7v8h-7zM75 37v-2h7v8h-3" />
</svg>`;
