import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { DeliveryLine, ReceiverFacts } from '../../api-types.ts';
import { number } from '../format.ts';
import type { Model } from '../model.ts';
import { enteredIn, filterForm } from './filter-form.ts';
import { count, fill, TEXTS } from '../texts.ts';
import { moreView } from './pieces.ts';
import { sendAgainDialog } from './send-again-dialog.ts';

const T = TEXTS.deliveries;
const STATES = ['waiting', 'delivered', 'failed'] as const;

/** What the owner's other systems were told of claims, and what is to be sent to them again. */
export function deliveriesView(query: URLSearchParams, model: Model): TemplateResult {
  const { receivers, page, sent } = model.deliveries;
  const claim = query.get('claim');
  return html`
    <div class="head">
      <h1 tabindex="-1" data-focus>${T.heading}</h1>
      <p>${T.what}</p>
      <button class="button push" type="button" @click=${() => model.reload()}>${TEXTS.health.again}</button>
    </div>
    <div role="status">${sent === null ? nothing : html`<p class="note">${sent}</p>`}</div>
    ${
      receivers === null || page === null
        ? html`<p>${model.error === null ? TEXTS.loading : nothing}</p>`
        : receivers.length === 0
          ? html`<div class="card">
              <p>${T.nobody}</p>
              <p class="soft">${T.nobodyMore}</p>
            </div>`
          : html`
              <div class="receivers">${receivers.map((receiver) => receiverView(receiver, model))}</div>
              ${
                claim === null
                  ? filterView(query, receivers)
                  : html`<p>
                      ${T.ofClaim} <a href="./#/claim/${claim}">${claim.slice(0, 13)}</a>.
                      <a href="./#/deliveries">${T.ofAll}</a>
                    </p>`
              }
              ${
                page.deliveries.length === 0
                  ? html`<p class="card">${T.none}</p>`
                  : html`<div class="card flat">${tableView(page.deliveries, receivers, model)}</div>`
              }
            `
    }
    ${moreView(typeof page?.next === 'string', model)} ${sendAgainDialog(model)}
  `;
}

function receiverView(receiver: ReceiverFacts, model: Model): TemplateResult {
  const { name, isTold, failed } = receiver;
  return html`
    <section class="card ${failed > 0 ? 'waits' : ''}">
      <h2>${name} ${isTold ? nothing : html`<span class="soft">${T.former}</span>`}</h2>
      <ul class="counts">
        ${STATES.map(
          (state) =>
            html`<li>
              <a href="./#/deliveries?${new URLSearchParams({ to: name, state })}"
                ><b>${number(receiver[state])}</b> ${T.states[state]}</a
              >
            </li>`,
        )}
      </ul>
      ${
        failed > 0 && isTold
          ? html`<p>
              <button class="button" type="button" @click=${() => model.deliveries.ask({ receiver })}>
                ${fill(T.sendAll, { events: count(failed, TEXTS.units.event) })}
              </button>
            </p>`
          : nothing
      }
    </section>
  `;
}

function filterView(query: URLSearchParams, receivers: readonly ReceiverFacts[]): unknown {
  return filterForm(
    query,
    (form) => `#/deliveries?${enteredIn(form, ['to', 'state'])}`,
    html`
      <label
        >${T.to}
        <select name="to">
          <option value="">${TEXTS.claims.all}</option>
          ${receivers.map(
            ({ name }) => html`<option value=${name} ?selected=${query.get('to') === name}>${name}</option>`,
          )}
        </select>
      </label>
      <label
        >${T.state}
        <select name="state">
          <option value="">${TEXTS.claims.all}</option>
          ${STATES.map(
            (state) =>
              html`<option value=${state} ?selected=${query.get('state') === state}>${T.states[state]}</option>`,
          )}
        </select>
      </label>
      <button class="button">${TEXTS.claims.filter}</button>
    `,
  );
}

function tableView(
  deliveries: readonly DeliveryLine[],
  receivers: readonly ReceiverFacts[],
  model: Model,
): TemplateResult {
  const told = new Set(receivers.filter(({ isTold }) => isTold).map(({ name }) => name));
  return html`
    <table class="list deliveries">
      <thead>
        <tr>
          <th scope="col">${T.happened}</th>
          <th scope="col">${T.event}</th>
          <th scope="col">${T.to}</th>
          <th scope="col">${T.state}</th>
          <th scope="col"><span class="hidden">${T.again}</span></th>
        </tr>
      </thead>
      <tbody>
        ${repeat(
          deliveries,
          ({ event, receiver }) => `${event} ${receiver}`,
          (line) => lineView(line, told.has(line.receiver), model),
        )}
      </tbody>
    </table>
  `;
}

function lineView(line: DeliveryLine, isTold: boolean, model: Model): TemplateResult {
  const { at, event, claimId, receiver, state, type } = line;
  const words = state === 'waiting' ? T.now : T.again;
  return html`
    <tr tabindex="-1">
      <td>${model.clock.brief(at, model.now)}</td>
      <td>
        <a href="./#/claim/${claimId}">${model.titleOf(line.action)}, ${T.types[type]}</a>
        <bdi class="id">${event}</bdi>
      </td>
      <td>${receiver}</td>
      <td>
        <span class="state ${state}">${T.states[state]}</span>
        <span class="soft">${wayText(line, model)}</span>
      </td>
      <td>
        ${
          isTold
            ? html`<button
                class="button"
                type="button"
                aria-label="${words}: ${model.titleOf(line.action)}, ${T.types[type]}, ${receiver}"
                @click=${() => model.deliveries.ask({ line })}
              >
                ${words}
              </button>`
            : nothing
        }
      </td>
    </tr>
  `;
}

/** How often it was tried, what came of the last time, and when that is or is to be. */
function wayText({ attempts, outcome, state, dueAt, endedAt }: DeliveryLine, { clock, now }: Model): string {
  const parts = [
    attempts === 0 ? T.untried : fill(T.tried, { times: count(attempts, TEXTS.units.time) }),
    ...(outcome === null ? [] : [fill(T.last, { outcome })]),
    ...(state === 'waiting' && dueAt !== null && dueAt > now ? [fill(T.next, { time: clock.brief(dueAt, now) })] : []),
    ...(endedAt === null ? [] : [fill(T.ended[state], { time: clock.brief(endedAt, now) })]),
  ];
  return parts.join(' · ');
}
