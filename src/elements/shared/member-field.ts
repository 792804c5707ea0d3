import { html, type TemplateResult } from 'lit';
import type { Localization } from './localization.ts';
import { knownMember, rememberedMember } from './member-store.ts';
import type { MemberAdvice } from './types.ts';

/**
 * The field in which the visitor enters a member id: label, hint or error, help, and the wish to be remembered.
 * It is part of the widget's own shadow root, because labels and descriptions do not reach across one.
 */
export function renderMemberField(localization: Localization, advice: MemberAdvice | undefined): TemplateResult {
  const { messages } = localization;
  const wrong = advice?.memberError(localization);
  return html`
    <div part="field">
      <label part="label" for="member">${messages.memberLabel}</label>
      <input
        part="input"
        id="member"
        required
        dir="ltr"
        autocomplete="off"
        aria-describedby="hint"
        aria-invalid=${!!wrong?.error}
        value=${knownMember()}
      />
      <p part=${wrong?.error ? 'error' : 'hint'} id="hint">${wrong?.text || messages.memberHint}</p>
      <details part="help">
        <summary part="help-summary">${messages.memberHelp}</summary>
        ${advice?.help(localization)}
      </details>
      <label part="remember">
        <input type="checkbox" id="remember" ?checked=${rememberedMember()} />
        ${messages.remember}
      </label>
    </div>
  `;
}
