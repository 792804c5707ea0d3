import { html, nothing, type TemplateResult } from 'lit';
import type { ClaimEvent, ClaimRecord } from '../../../ledger/index.ts';
import { grantText, stateText } from '../format.ts';
import type { Model } from '../model.ts';
import { count, fill, TEXTS } from '../texts.ts';
import { decideOneView } from './decision-view.ts';
import { evidenceText } from './evidence.ts';
import { copied, fact, stateView } from './pieces.ts';

const T = TEXTS.claim;
const LATE = 'reply: too late: ';
const OPERATOR = 'operator: ';

/** One claim with all that is known of it. */
export function claimView(model: Model): TemplateResult {
  const { detail, clock } = model;
  if (!detail)
    return html`<h1 class="hidden">${TEXTS.views.claims}</h1>
      ${model.error ? nothing : html`<p>${TEXTS.loading}</p>`}`;
  const { claim, reference, history } = detail;
  const { memberId, nextClaimAt, streak, fields, grants } = claim;
  const isOpen = grants.some(({ state }) => state === 'unknown');
  return html`
    <div class="head">
      <h1 tabindex="-1" data-focus>
        ${model.titleOf(claim.action)}, ${grants.map(({ order }) => grantText(order)).join(', ')}
      </h1>
      <p>${stateView(claim.state)}</p>
    </div>
    <div class="halves">
      <section class="card">
        <dl class="facts">
          ${fact(T.member, html`${copied(memberId, model)}<br /><a href="./#/claims?${new URLSearchParams({ q: memberId })}">${T.allOfMember}</a>`)}
          ${fact(T.reference, copied(reference, model))} ${fact(T.made, clock.whole(claim.createdAt))}
          ${fact(T.period, claim.period)} ${fact(T.next, nextClaimAt === null ? T.never : clock.whole(nextClaimAt))}
          ${streak === null ? nothing : fact(T.streak, streak)} ${fact(T.service, claim.service)}
        </dl>
        <h2>${T.gives}</h2>
        <ul class="grants">
          ${grants.map((grant) => grantView(grant))}
        </ul>
        ${
          fields === null
            ? nothing
            : html`<h2>${T.fields}</h2>
                <dl class="facts">${Object.entries(fields).map(([name, value]) => fact(name, String(value)))}</dl>`
        }
      </section>
      <div class="halves-side">
        ${isOpen ? html`<section class="card waits">${decideOneView(model)}</section>` : nothing}
        <section class="card">
          <h2>${T.way}</h2>
          <ol class="way">
            ${history.map((event) => eventView(event, claim, model))}
          </ol>
          <p><a href="./#/deliveries?${new URLSearchParams({ claim: claim.id })}">${T.told}</a></p>
        </section>
      </div>
    </div>
  `;
}

function grantView({ order, echo, state, attempts, evidence }: ClaimRecord['grants'][number]): TemplateResult {
  return html`<li>
    <p>
      <b>${grantText(echo ?? order)}</b> ${stateView(state)}
      <span class="soft">${fill(T.sent, { times: count(attempts, TEXTS.units.time) })}</span>
    </p>
    <p class="soft">“${order.remark}”</p>
    ${
      evidence === null
        ? nothing
        : html`<p>${evidenceText(evidence)}</p>
            <details>
              <summary>${T.evidence}</summary>
              <pre>${JSON.stringify(evidence, null, 2)}</pre>
            </details>`
    }
  </li>`;
}

function eventView(event: ClaimEvent, { grants }: ClaimRecord, { clock }: Model): TemplateResult {
  const { at, grant, to } = event;
  const order = grants.find(({ index }) => index === grant)?.order;
  return html`<li class=${to}>
    <p>
      <time>${clock.whole(at)}</time>
      ${grants.length > 1 && order ? html`<span class="soft">${grantText(order)}</span>` : nothing}
    </p>
    <p><b>${stateText(to)}</b>: ${causeText(event)}</p>
  </li>`;
}

function causeText({ cause, to }: ClaimEvent): string {
  const { causes } = TEXTS;
  if (cause === 'reply' && to === 'unknown') return causes.noReply;
  if (cause === 'reply' && to === 'released') return causes.unsent;
  if (cause.startsWith(LATE)) return fill(causes.late, { said: cause.slice(LATE.length) });
  if (cause.startsWith(OPERATOR)) {
    const [who = '', ...why] = cause.slice(OPERATOR.length).split(': ');
    return fill(causes.operator, { who, why: why.join(': ') });
  }
  if (cause === 'reserve' || cause === 'send' || cause === 'reply' || cause === 'deadline' || cause === 'gap')
    return causes[cause];
  return cause;
}
