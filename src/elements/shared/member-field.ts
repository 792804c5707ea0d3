import { html, type TemplateResult } from 'lit';
import type { Localization } from './localization.ts';
import { knownMember, rememberedMember } from './member-store.ts';
import type { MemberAdvice } from './types.ts';

/**
 * The field in which the visitor enters a member id. It is in the widget's own shadow root, because labels and descriptions cannot cross its border.
 */
export function renderMemberField(
  localization: Localization,
  advice: MemberAdvice | undefined,
  label: unknown,
  fixed?: boolean,
): TemplateResult {
  const { error = false, hint } = advice?.memberError(localization) ?? {};
  return html`
    <div part="field">
      <label part="label" class="caption" for="member">${label}</label>
      <input
        part="input"
        id="member"
        dir="ltr"
        autocomplete="off"
        placeholder=${hint || localization.messages.memberHint}
        aria-describedby="hint"
        aria-required="true"
        aria-invalid=${error}
        value=${knownMember()}
        ?readonly=${fixed}
      />
    </div>
  `;
}

/** The content below the field: the checkbox to remember the id, or an error, and the help, which opens above the page. */
export function renderMemberFoot(localization: Localization, advice: MemberAdvice | undefined): TemplateResult {
  const { messages } = localization;
  const { error, text } = advice?.memberError(localization) ?? {};
  return html`
    <p part=${error ? 'error' : 'hint'} id="hint">${text}</p>
    <label part="remember">
      <input type="checkbox" id="remember" ?checked=${rememberedMember()} />
      ${messages.remember}
    </label>
    <button type="button" part="help-summary" popovertarget="help"><span>${messages.memberHelp}</span></button>
    <div part="help" id="help" popover>${advice?.help(localization)}</div>
  `;
}
