import { html, type TemplateResult } from 'lit';
import { rememberedMember } from './member-store.ts';
import type { Messages } from './messages.ts';

/**
 * The field in which the visitor enters a member id: label, hint or error, help, and the wish to be remembered.
 * It is part of the widget's own shadow root, because labels and descriptions do not reach across one.
 * What it does, once the visitor turns to it, is in `claiming/member-entry.ts`.
 */
export function renderMemberField(messages: Messages, error: string | undefined, help: unknown): TemplateResult {
  const remembered = rememberedMember();
  return html`
    <div part="field">
      <label part="label" for="member">${messages.memberLabel}</label>
      <input
        part="input"
        id="member"
        name="memberId"
        required
        dir="ltr"
        autocomplete="off"
        autocapitalize="none"
        autocorrect="off"
        spellcheck="false"
        aria-describedby="hint"
        aria-invalid=${!!error}
        value=${remembered}
      />
      <p part=${error ? 'error' : 'hint'} id="hint">${error ?? messages.memberHint}</p>
      <details part="help">
        <summary part="help-summary">${messages.memberHelp}</summary>
        ${help}
      </details>
      <label part="remember"><input type="checkbox" ?checked=${remembered} />${messages.remember}</label>
    </div>
  `;
}
