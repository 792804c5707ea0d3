import { html, nothing, type TemplateResult } from 'lit';
import type { Model, Place } from '../model.ts';
import { chatView } from './chat-view.ts';
import { faultsView } from './faults-view.ts';
import { membersView } from './members-view.ts';
import { menuView } from './menu-view.ts';
import { questionView } from './question-view.ts';
import { requestsView } from './requests-view.ts';
import { settingsView } from './settings-view.ts';
import { sidebarView } from './sidebar-view.ts';

const CONTENTS: Record<Place, (model: Model) => TemplateResult> = {
  general: chatView,
  rewards: chatView,
  members: membersView,
  requests: requestsView,
  faults: faultsView,
  settings: settingsView,
};

/** The whole console. */
export function consoleView(model: Model): TemplateResult {
  const { connection, place, server } = model;
  // The layout depends on which servers there are.
  if (connection === 'opening') return html`<p class="empty">One moment…</p>`;
  return html`
    <div class="console" data-place=${place}>
      ${sidebarView(model)}
      <main>${server ? CONTENTS[place](model) : html`<p class="empty">${emptyText(model)}</p>`}</main>
      ${place === 'members' || !server ? nothing : html`<aside class="beside">${membersView(model)}</aside>`}
    </div>
    ${menuView(model)} ${questionView(model)}
    <div role="status">${noticeView(model)}</div>
  `;
}

/** Drawn into a live region that is there already: one that appears together with its text is not announced. */
function noticeView(model: Model): TemplateResult | typeof nothing {
  const { connection, notice } = model;
  if (notice === null && connection !== 'lost') return nothing;
  return html`<p class="notice">
    ${connection === 'lost' ? 'The emulator does not answer. This page goes on when it does.' : notice}
    ${
      notice === null
        ? nothing
        : html`<span class="buttons">
            ${
              model.undo
                ? html`<button type="button" class="plain" @click=${() => void model.undo?.()}>Undo</button>`
                : nothing
            }
            <button type="button" class="plain" @click=${() => model.update({ notice: null, undo: null })}>
              Close
            </button>
          </span>`
    }
  </p>`;
}

function emptyText({ connection }: Model): string {
  return connection === 'live' ? 'There is no server left. Add one, or reset the emulator.' : 'One moment…';
}
