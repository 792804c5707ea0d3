import { html, nothing, type TemplateResult } from 'lit';
import { claimReferenceIn } from '../claim-reference.ts';
import type { CallEntry } from '../../index.ts';
import type { Model } from '../model.ts';

/** The proxy's claim that a call was made for, as far as the call shows it: only the remark may have its reference. */
export function claimOfCall(call: CallEntry, model: Model): TemplateResult {
  const reference = claimReferenceIn(call);
  const memberId = call.form?.['user_id'];
  if (call.replayOf !== null)
    return html`<p>None: it was sent again from this console, and the proxy knows nothing of it.</p>`;
  if (reference !== null) {
    return html`
      <p>The remark ends with its reference, <code>${reference}</code>.</p>
      ${waysTo(`rewards claims show ${reference}`, reference, 'Open it at the desk', model)}
    `;
  }
  if (!memberId) return html`<p>The call names no member.</p>`;
  return html`
    <p>
      The call does not say: its remark has no reference, which an action adds with <code>remarkReference: true</code>.
      It is among the member’s claims, by the time.
    </p>
    ${waysTo(`rewards claims list --member ${memberId}`, memberId, 'The member’s claims at the desk', model)}
  `;
}

function waysTo(command: string, sought: string, atDesk: string, model: Model): TemplateResult {
  const { desk } = model.links;
  return html`
    <p class="buttons">
      <button type="button" @click=${() => model.copy(command, 'Command')}>
        Copy ${command.split(' ', 3).join(' ')} …
      </button>
      ${desk === undefined ? nothing : html`<a class="button" href="${desk}/#/claims?q=${encodeURIComponent(sought)}">${atDesk}</a>`}
    </p>
  `;
}
