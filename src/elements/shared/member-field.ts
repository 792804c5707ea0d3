import { html, type TemplateResult } from 'lit';
import type { Localization } from './localization.ts';
import { knownMember, rememberedMember } from './member-store.ts';

/** What only who turned to the field needs, loaded on demand: see `claiming/member-entry.ts`. */
export interface MemberAdvice {
  /** What is wrong with the text, or makes one wonder; an empty text where nothing does. */
  memberFlaw(localization: Localization): { error: boolean; text: string };
  /** The steps to one's own member id. */
  help(localization: Localization): TemplateResult | undefined;
}

/**
 * The field in which the visitor enters a member id: label, hint or error, help, and the wish to be remembered.
 * It is part of the widget's own shadow root, because labels and descriptions do not reach across one.
 */
export function renderMemberField(localization: Localization, advice: MemberAdvice | undefined): TemplateResult {
  const { messages } = localization;
  const flaw = advice?.memberFlaw(localization);
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
        aria-invalid=${!!flaw?.error}
        value=${knownMember()}
      />
      <p part=${flaw?.error ? 'error' : 'hint'} id="hint">${flaw?.text || messages.memberHint}</p>
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
