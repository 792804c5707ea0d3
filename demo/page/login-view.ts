import { html, type TemplateResult } from 'lit';
import type { Login } from './site-login.ts';

/** Who is logged in, or who wants to be. */
export function loginView(
  { member, members }: Login,
  change: (member: string | null) => Promise<void>,
): TemplateResult {
  if (member) {
    return html`
      <p class="who" role="status">Logged in as <strong>${member.name}</strong></p>
      <button type="button" @click=${() => void change(null)}>Log out</button>
    `;
  }
  return html`
    <label
      >Member
      <select name="member">
        ${members.map(({ id, name }) => html`<option value=${id}>${name}</option>`)}
      </select></label
    >
    <button type="button" @click=${(event: Event) => void change(chosen(event))}>Log in</button>
  `;
}

function chosen({ currentTarget }: Event): string | null {
  const form = currentTarget instanceof HTMLButtonElement ? currentTarget.form : null;
  const value = form && new FormData(form).get('member');
  return typeof value === 'string' ? value : null;
}
