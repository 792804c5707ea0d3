import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { CallEntry } from '../../index.ts';
import type { Model } from '../model.ts';

const clock = new Intl.DateTimeFormat('en', { timeStyle: 'medium' });

/** Every call of the service's API, the newest first, each with all that went over the wire. */
export function requestsView(model: Model): TemplateResult {
  const { calls } = model;
  return html`
    <header class="head">
      <h2>Requests</h2>
      <p>What the proxy asked of the service, with the key masked</p>
    </header>
    <div class="scroll">
      ${
        calls.length === 0
          ? html`<p class="empty">No call yet. Claim something on the website, and it turns up here.</p>`
          : html`
              <ol class="calls">
                ${repeat(
                  calls.toReversed(),
                  ({ id }) => id,
                  (call) => callView(call, model),
                )}
              </ol>
            `
      }
    </div>
  `;
}

function callView(call: CallEntry, model: Model): TemplateResult {
  const { id, at, path, status, executed, fault, durationMs } = call;
  const isOpen = model.openCall === id;
  return html`
    <li>
      <button
        type="button"
        class="call"
        aria-expanded=${isOpen}
        @click=${() => model.update({ openCall: isOpen ? null : id })}
      >
        <time datetime=${at}>${clock.format(new Date(at))}</time>
        <span class="path">${path}</span>
        <span class="status ${status !== null && status < 400 ? 'good' : 'bad'}">${status ?? 'no reply'}</span>
        <span>${executed ? 'executed' : 'not executed'}</span>
        <span>${durationMs} ms</span>
        ${fault ? html`<span class="fault">fault: ${fault.kind}</span>` : nothing}
      </button>
      ${isOpen ? detailsView(call, model) : nothing}
    </li>
  `;
}

function detailsView({ method, path, headers, form, body, serverId }: CallEntry, model: Model): TemplateResult {
  const server = model.servers.find(({ id }) => id === serverId)?.name ?? 'none: the key is of no server';
  return html`
    <div class="details">
      <h3>Request</h3>
      <p><code>${method} ${path}</code> for the server <strong>${server}</strong></p>
      ${pairs('Headers', headers)} ${form ? pairs('Form', form) : html`<p>No form in it.</p>`}
      <h3>Reply</h3>
      ${body === null ? html`<p>None was sent.</p>` : html`<pre tabindex="0" aria-label="Body of the reply">${pretty(body)}</pre>`}
    </div>
  `;
}

function pairs(name: string, values: Record<string, string>): TemplateResult {
  return html`
    <h4>${name}</h4>
    <dl>
      ${Object.entries(values).map(
        ([key, value]) =>
          html`<dt>${key}</dt>
            <dd>${value}</dd>`,
      )}
    </dl>
  `;
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body === '' ? '(empty)' : body;
  }
}
