import { html, nothing, type TemplateResult } from 'lit';
import { isRecord } from '../../../contract/guard.ts';
import type { AuditEntry } from '../../../ledger/index.ts';
import type { Model } from '../model.ts';
import { count, fill, TEXTS } from '../texts.ts';
import { idText, moreView } from './pieces.ts';

/** Who saw, decided and exported, newest first. */
export function auditView(model: Model): TemplateResult {
  const { auditPages } = model;
  const { when, who, what } = TEXTS.audit;
  return html`
    <div class="head">
      <h1 tabindex="-1" data-focus>${TEXTS.audit.heading}</h1>
      <p>${TEXTS.audit.more}</p>
    </div>
    ${
      auditPages === null
        ? html`<p>${TEXTS.loading}</p>`
        : auditPages.entries.length === 0
          ? html`<p class="card">${TEXTS.audit.none}</p>`
          : html`<div class="card flat">
              <table class="list">
                <thead>
                  <tr>
                    <th scope="col">${when}</th>
                    <th scope="col">${who}</th>
                    <th scope="col">${what}</th>
                  </tr>
                </thead>
                <tbody>
                  ${auditPages.entries.map((entry) => entryView(entry, model))}
                </tbody>
              </table>
            </div>`
    }
    ${moreView(typeof auditPages?.next === 'number', model)}
  `;
}

function entryView(entry: AuditEntry, { clock }: Model): TemplateResult {
  const { at, who, claimId } = entry;
  return html`
    <tr tabindex="-1">
      <td>${clock.whole(at)}</td>
      <td>${who}</td>
      <td>
        ${wordsFor(entry)}
        ${claimId === null ? nothing : html`<a href="./#/claim/${claimId}">${idText(claimId.slice(0, 13))}</a>`}
      </td>
    </tr>
  `;
}

function wordsFor({ what, details }: AuditEntry): string {
  const { words } = TEXTS.audit;
  if (what === 'entered' || what === 'listed' || what === 'searched' || what === 'saw' || what === 'exported') {
    return words[what];
  }
  if (what === 'gave' || what === 'began-giving') return givingWords(what, details);
  if (what === 'sent again') return sentAgainWords(details);
  if (what === 'showed a code' && isRecord(details))
    return fill(words.showedCode, { action: String(details['action']) });
  if (what !== 'decided' || !isRecord(details)) return what;
  const text = details['state'] === 'granted' ? words.decidedGranted : words.decidedReleased;
  return fill(text, { why: String(details['why']) });
}

/** One event, which belongs to a claim, or all that failed. */
function sentAgainWords(details: unknown): string {
  const { words } = TEXTS.audit;
  const { receiver, deliveries } = isRecord(details) ? details : {};
  const name = typeof receiver === 'string' ? receiver : words.everybody;
  if (typeof deliveries !== 'number') return fill(words.sentAgain, { receiver: name });
  return fill(words.sentAllAgain, { receiver: name, events: count(deliveries, TEXTS.units.event) });
}

/** One gift, or a file of them, which is noted before and after. */
function givingWords(what: 'gave' | 'began-giving', details: unknown): string {
  const { words } = TEXTS.audit;
  if (!isRecord(details)) return what;
  const { file, lines, granted, points, role } = details;
  if (typeof file !== 'string') {
    const given =
      typeof points === 'number' ? count(points, TEXTS.units.point) : fill(TEXTS.units.role, { name: String(role) });
    return fill(words.gave, { what: given });
  }
  const counts = { file, lines: Number(lines), granted: Number(granted) };
  return fill(what === 'gave' ? words.gaveFile : words.beganGiving, counts);
}
