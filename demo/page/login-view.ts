import { html, nothing, type TemplateResult } from 'lit';
import type { Login } from './site-login.ts';

/**
 * Who is logged in, or who wants to be: what stands in the form of the site's login. The live region is there before its text,
 * and the button stays the one that has the focus.
 */
export function loginView({ member, members }: Login): TemplateResult {
  return html`
    <p role="status">${member ? html`Logged in as <strong>${member.name}</strong>` : nothing}</p>
    ${
      member
        ? nothing
        : html`<label
            >Member
            <select name="member">
              ${members.map(({ id, name }) => html`<option value=${id}>${name}</option>`)}
            </select></label
          >`
    }
    <button>${member ? 'Log out' : 'Log in'}</button>
  `;
}

/** Whom that form asks to log in; nobody, once somebody is. */
export function wanted(form: HTMLFormElement): string | null {
  const value = new FormData(form).get('member');
  return typeof value === 'string' ? value : null;
}
