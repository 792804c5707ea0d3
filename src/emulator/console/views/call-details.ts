import { html, type TemplateResult } from 'lit';
import type { CallEntry } from '../../index.ts';
import { curlOf } from '../curl.ts';
import type { Model } from '../model.ts';
import { claimOfCall } from './claim-of-call.ts';

/** All that a call and its reply had in them, and what can be done with it. */
export function callDetails(call: CallEntry, model: Model): TemplateResult {
  const { id, method, path, headers, form, replyHeaders, body, serverId } = call;
  const server = model.servers.find((one) => one.id === serverId)?.name ?? 'none: the key is of no server';
  return html`
    <div class="details">
      <h3>Request</h3>
      <p><code>${method} ${path}</code> for the server <strong>${server}</strong></p>
      ${pairs('Headers', headers)} ${form ? pairs('Form', form) : html`<p>No form in it.</p>`}
      <p class="buttons">
        <button type="button" @click=${() => model.copy(curlOf(call, location.origin), 'Command')}>Copy as curl</button>
        <button type="button" aria-describedby="replay-${id}" @click=${() => model.replay(id)}>Send again</button>
      </p>
      <p class="aside" id="replay-${id}">
        Sent again it is a new call with the key that it had, as if the proxy had made it. The service does not notice
        that it is the same, so points are given a second time.
      </p>
      <h3>Reply</h3>
      ${replyHeaders ? pairs('Headers', replyHeaders) : html`<p>None was sent.</p>`}
      ${body === null ? '' : html`<pre tabindex="0" aria-label="Body of the reply">${pretty(body)}</pre>`}
      <h3>Claim</h3>
      ${claimOfCall(call, model)}
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
