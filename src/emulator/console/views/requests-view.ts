import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import type { CallEntry } from '../../index.ts';
import { curlOf } from '../curl.ts';
import type { Model } from '../model.ts';

const clock = new Intl.DateTimeFormat('en', { timeStyle: 'medium' });

/** Every call of the service's API, the newest first, each with all that went over the wire. */
export function requestsView(model: Model): TemplateResult {
  const { callSearch, shown } = model;
  const wanted = callSearch.trim().toLowerCase();
  const calls = wanted === '' ? model.calls : model.calls.filter((call) => textOf(call).includes(wanted));
  const latest = calls.slice(-shown.calls).toReversed();
  return html`
    <header class="head">
      <h2>Requests</h2>
      <p>What the proxy asked of the service, with the key masked</p>
    </header>
    <div class="scroll">
      <p class="line">
        <input
          type="search"
          autocomplete="off"
          aria-label="Find calls by path, status, member id or remark"
          placeholder="Find calls: 409, /roles, a member id"
          .value=${live(callSearch)}
          @input=${(event: InputEvent) => find(event, model)}
        />
      </p>
      ${
        calls.length === 0
          ? html`<p class="empty">
              ${wanted === '' ? 'No call yet. Claim something on the website, and it turns up here.' : 'No call has that in it.'}
            </p>`
          : html`
              <ol class="calls">
                ${repeat(
                  latest,
                  ({ id }) => id,
                  (call) => callView(call, model),
                )}
              </ol>
              ${
                latest.length < calls.length
                  ? html`<p>
                      <button type="button" @click=${() => model.showMore('calls', 100)}>Show earlier calls</button>
                    </p>`
                  : nothing
              }
            `
      }
    </div>
  `;
}

function find({ target }: InputEvent, model: Model): void {
  if (target instanceof HTMLInputElement) model.update({ callSearch: target.value });
}

/** What a call is found by. */
function textOf({ path, status, form, fault }: CallEntry): string {
  return [path, status ?? 'no reply', fault?.kind ?? '', ...Object.values(form ?? {})].join(' ').toLowerCase();
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

function detailsView(call: CallEntry, model: Model): TemplateResult {
  const { method, path, headers, form, body, serverId } = call;
  const server = model.servers.find(({ id }) => id === serverId)?.name ?? 'none: the key is of no server';
  return html`
    <div class="details">
      <h3>Request</h3>
      <p><code>${method} ${path}</code> for the server <strong>${server}</strong></p>
      ${pairs('Headers', headers)} ${form ? pairs('Form', form) : html`<p>No form in it.</p>`}
      <p>
        <button type="button" @click=${() => model.copy(curlOf(call, location.origin), 'Command')}>Copy as curl</button>
      </p>
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
