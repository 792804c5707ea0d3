import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Message } from '../message.ts';
import { number, pointsText } from '../points-text.ts';
import type { Model } from '../model.ts';
import { BOT, botPortrait } from './bot.ts';
import { composerView } from './composer-view.ts';
import { toEnd } from './directives.ts';
import { portrait } from './portrait.ts';

const clock = new Intl.DateTimeFormat('en', { timeStyle: 'short' });

/** A channel: what was said in it, and in the general one the place to write. */
export function chatView(model: Model): TemplateResult {
  const { messages, place, shown, server } = model;
  const latest = messages.slice(-shown.messages);
  const general = place === 'general';
  return html`
    <header class="head">
      <h2># ${place}</h2>
      <p>${general ? 'Talk to the bot: /api-key create' : 'What the bot gives out, as it happens'}</p>
    </header>
    <div
      class="log"
      role="log"
      aria-label="Messages in ${place}"
      tabindex="0"
      ${toEnd(`${place} ${server?.id} ${messages.at(-1)?.id}`)}
    >
      ${
        messages.length === 0
          ? html`<p class="empty">Nothing yet. Members who are rewarded on the website appear here.</p>`
          : html`
              ${
                latest.length < messages.length
                  ? html`<p class="earlier">
                      <button type="button" @click=${() => model.showMore('messages', 200)}>
                        Show earlier messages
                      </button>
                    </p>`
                  : nothing
              }
              <ol>
                ${repeat(
                  latest,
                  ({ id }) => id,
                  (message) => messageView(message, model),
                )}
              </ol>
            `
      }
    </div>
    ${general ? composerView(model) : nothing}
  `;
}

function messageView(message: Message, model: Model): TemplateResult {
  const { at, from } = message;
  const mine = from === 'you';
  return html`
    <li>
      ${mine ? portrait({ id: 'you', name: 'You' }) : botPortrait}
      <div>
        <p class="who">
          ${mine ? 'You' : BOT} ${mine ? nothing : html`<span class="tag">bot</span>`}
          <time datetime=${at}>${clock.format(new Date(at))}</time>
        </p>
        ${mine ? html`<p>${message.text}</p>` : botText(message, model)}
      </div>
    </li>
  `;
}

function botText(message: Exclude<Message, { from: 'you' }>, model: Model): TemplateResult {
  switch (message.kind) {
    case 'text':
      return html`<p>${message.text}</p>
        ${message.onlyYou ? html`<p class="aside">Only you can see this.</p>` : nothing}`;
    case 'key':
      return html`
        <p>
          This is the API key of <strong>${message.server}</strong>. Keep it secret: give it to your proxy as
          <code>REWARDS_API_KEY</code>. I say it this once.
        </p>
        <p class="key">
          <code>${message.key}</code>
          <button type="button" @click=${() => model.copy(message.key, 'API key')}>Copy</button>
        </p>
        <p class="aside">Only you can see this.</p>
      `;
    case 'award': {
      const points = pointsText(message.points);
      return html`
        <p>
          <strong>${message.memberName}</strong> gets <strong>${points}</strong>: ${message.remark}<span class="aside">
            That makes ${number.format(message.total)}.</span
          >
        </p>
      `;
    }
    case 'role':
      return html`
        <p>
          <strong>${message.memberName}</strong> ${message.alreadyHeld ? 'had' : 'gets'} the role
          <strong>${message.roleName}</strong>${message.alreadyHeld ? ' already' : ''}: ${message.remark}
        </p>
      `;
  }
}
