import { html, type TemplateResult } from 'lit';
import { FAILURES } from '../../api/failures.ts';
import type { KeyView, ServerView } from '../../index.ts';
import type { Model } from '../model.ts';
import { onSubmit } from './on-submit.ts';

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** The server's name, what the API asks of it, its keys, and all servers as a file. */
export function settingsView(model: Model): TemplateResult {
  const { server } = model;
  if (!server) return html``;
  const { id, name, botAdded, tier, memberIds, keys } = server;
  const { api } = model;
  return html`
    <header class="head">
      <h2>Settings</h2>
      <p>${name}, id ${id}</p>
    </header>
    <div class="scroll settings">
      <form
        class="line"
        @submit=${onSubmit(({ name: text = '' }) => model.attempt(() => api.changeServer(id, { name: text }), 'Renamed.'))}
      >
        <label>Name <input name="name" required maxlength="100" autocomplete="off" value=${name} /></label>
        <button type="submit">Rename</button>
      </form>

      <h3>What the API asks for</h3>
      ${switchView('The bot is in the server', botAdded, answer('bot-not-added'), () =>
        model.attempt(() => api.changeServer(id, { botAdded: !botAdded })),
      )}
      ${switchView('Highest subscription tier', tier === 'highest', answer('tier-too-low'), () =>
        model.attempt(() => api.changeServer(id, { tier: tier === 'highest' ? 'lower' : 'highest' })),
      )}
      ${switchView(
        'Read member ids as numbers',
        memberIds === 'lenient',
        'As a careless service might: leading zeros and _ make no difference, and the reply echoes what was sent.',
        () => model.attempt(() => api.changeServer(id, { memberIds: memberIds === 'lenient' ? 'exact' : 'lenient' })),
      )}
      ${switchView(
        'You are an administrator',
        model.administrator,
        'Without it the bot does not let you create or revoke a key, unless you may use the API.',
        () => model.update({ administrator: !model.administrator }),
      )}
      ${switchView(
        'You may use the API',
        model.mayUseApi,
        'The permission that others than administrators can have.',
        () => model.update({ mayUseApi: !model.mayUseApi }),
      )}
      ${switchView(
        'Developer mode',
        model.developerMode,
        'With it, right-click a member or a role to copy its id.',
        () => model.update({ developerMode: !model.developerMode }),
      )}

      <h3>API keys</h3>
      ${
        keys.length === 0
          ? html`<p>None yet. Say <code>/api-key create</code> in <a href="./#general"># general</a>.</p>`
          : html`<ul class="keys">
              ${keys.map(keyView)}
            </ul>`
      }

      <h3>All servers</h3>
      <p class="buttons">
        <button type="button" @click=${() => save(model)}>Save to a file</button>
        <label class="file"
          >Load a file
          <input type="file" accept="application/json,.json" @change=${(event: Event) => load(event, model)}
        /></label>
        <button type="button" @click=${() => askForReset(model)}>Reset everything</button>
        <button type="button" @click=${() => askForRemoval(server, model)}>Remove ${name}</button>
      </p>
    </div>
  `;
}

function askForReset(model: Model): void {
  const text =
    'Reset everything? Servers, members, points and keys are as at the start then. You can take it back for half a minute, but for keys.';
  model.ask(text, 'Yes, reset', () => model.reset());
}

function askForRemoval({ id, name }: ServerView, model: Model): void {
  const remove = () => model.attempt(() => model.api.removeServer(id), `${name} is gone.`);
  model.ask(`Remove ${name}, with all its members? Its keys are of no server then.`, 'Yes, remove', remove);
}

function switchView(name: string, on: boolean, text: string, toggle: () => unknown): TemplateResult {
  return html`
    <div class="setting">
      <button type="button" role="switch" aria-checked=${on} @click=${toggle}>${name}</button>
      <p>${text}</p>
    </div>
  `;
}

function answer(failure: 'bot-not-added' | 'tier-too-low'): string {
  const { status, code, error } = FAILURES[failure];
  return `Without it the API answers ${status} with code ${code}, “${error}”: the emulator’s own choice, since the service shows none.`;
}

function keyView({ masked, createdAt, revoked }: KeyView): TemplateResult {
  return html`
    <li>
      <code>${masked}</code> made ${day.format(new Date(createdAt))} <strong>${revoked ? 'revoked' : 'in use'}</strong>
    </li>
  `;
}

function save(model: Model): void {
  void model.attempt(async () => {
    const text = JSON.stringify(await model.api.snapshot(), null, 2);
    const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
    const link = Object.assign(document.createElement('a'), { href: url, download: 'servers.json' });
    link.click();
    URL.revokeObjectURL(url);
  }, 'Saved without keys, as servers.json.');
}

function load({ target }: Event, model: Model): void {
  const input = target instanceof HTMLInputElement ? target : null;
  const file = input?.files?.[0];
  if (!input || !file) return;
  void model.attempt(async () => model.api.load(JSON.parse(await file.text())), `${file.name} is loaded.`);
  input.value = '';
}
