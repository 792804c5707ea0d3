import { html, type TemplateResult } from 'lit';
import type { Login } from './site-login.ts';

/** Who is logged in, or who wants to be: what stands in the form of the site's login. */
export function loginView({ member, members }: Login): TemplateResult {
  if (member) {
    return html`
      <p class="who" role="status">Logged in as <strong>${member.name}</strong></p>
      <button>Log out</button>
    `;
  }
  return html`
    <label
      >Member
      <select name="member">
        ${members.map(({ id, name }) => html`<option value=${id}>${name}</option>`)}
      </select></label
    >
    <button>Log in</button>
  `;
}

/** Whom that form asks to log in; nobody, once somebody is. */
export function wanted(form: HTMLFormElement): string | null {
  const value = new FormData(form).get('member');
  return typeof value === 'string' ? value : null;
}
