import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import type { CallEntry } from '../../index.ts';
import type { Model } from '../model.ts';
import { callDetails } from './call-details.ts';

/** The label of a call that was sent again from the console. */
const AGAIN = 'sent again';
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

/** The text that a search looks through. */
function textOf({ path, status, form, fault, replayOf }: CallEntry): string {
  return [path, status ?? 'no reply', fault?.kind ?? '', replayOf === null ? '' : AGAIN, ...Object.values(form ?? {})]
    .join(' ')
    .toLowerCase();
}

function callView(call: CallEntry, model: Model): TemplateResult {
  const { id, at, path, status, executed, fault, replayOf, durationMs } = call;
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
        ${replayOf === null ? nothing : html`<span class="again">${AGAIN}</span>`}
      </button>
      ${isOpen ? callDetails(call, model) : nothing}
    </li>
  `;
}
