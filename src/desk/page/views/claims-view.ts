import { html, nothing, type TemplateResult } from 'lit';
import type { ClaimLine } from '../../api-types.ts';
import { formText } from '../form-text.ts';
import type { Model } from '../model.ts';
import { enteredIn, filterForm } from './filter-form.ts';
import { fill, TEXTS } from '../texts.ts';
import { givesText, moreView, shortMember, stateView } from './pieces.ts';

const T = TEXTS.claims;
const DAY_MS = 24 * 60 * 60 * 1000;
const STATES = ['granted', 'pending', 'refused', 'released'] as const;

/** Claims, newest first: all that a filter takes, or what a search found. */
export function claimsView(query: URLSearchParams, model: Model): TemplateResult {
  const { page } = model;
  const text = query.get('q');
  const isEmpty = page?.claims.length === 0;
  return html`
    <div class="head">
      <h1 tabindex="-1" data-focus>${text === null ? T.heading : fill(T.found, { text })}</h1>
    </div>
    ${text === null ? filterView(query, model) : nothing}
    ${
      page === null
        ? html`<p>${model.error === null ? TEXTS.loading : nothing}</p>`
        : isEmpty
          ? html`<div class="card">
              <p>${text === null ? T.none : T.notFound}</p>
              ${text === null ? nothing : html`<p class="soft">${T.notFoundMore}</p>`}
            </div>`
          : html`<div class="card flat">${tableView(page.claims, model)}</div>`
    }
    ${moreView(typeof page?.next === 'string', model)}
  `;
}

function filterView(query: URLSearchParams, model: Model): unknown {
  const { clock, desk } = model;
  const date = (name: string, less: number) => {
    const at = Number(query.get(name) ?? Number.NaN);
    return Number.isNaN(at) ? '' : clock.date(at - less);
  };
  return filterForm(
    query,
    (form) => `#/claims?${queryOf(form, model)}`,
    html`
      <label
        >${TEXTS.gave.action}
        <select name="action">
          <option value="">${T.all}</option>
          ${desk?.actions.map(
            ({ name, title }) =>
              html`<option value=${name} ?selected=${query.get('action') === name}>${title}</option>`,
          )}
        </select>
      </label>
      <label
        >${T.state}
        <select name="state">
          <option value="">${T.all}</option>
          ${STATES.map(
            (state) =>
              html`<option value=${state} ?selected=${query.get('state') === state}>${TEXTS.states[state]}</option>`,
          )}
        </select>
      </label>
      <label>${T.from} <input type="date" name="since" .value=${date('since', 0)} /></label>
      <label>${T.until} <input type="date" name="until" .value=${date('until', 1)} /></label>
      <button class="button">${T.filter}</button>
      <a class="button push" download href="./api/export.csv?${query}" title=${T.exportMore}>${T.export}</a>
    `,
  );
}

/** What the filter asks for: the day `until` belongs to it. */
function queryOf(form: FormData, { clock }: Model): URLSearchParams {
  const query = enteredIn(form, ['action', 'state']);
  const since = clock.startOf(formText(form, 'since'));
  const last = clock.startOf(formText(form, 'until'));
  if (since !== null) query.set('since', String(since));
  // A day has at most 25 hours, and the one after it at least 23.
  if (last !== null) query.set('until', String(clock.startOf(clock.date(last + 1.5 * DAY_MS)) ?? last + DAY_MS));
  return query;
}

function tableView(claims: readonly ClaimLine[], model: Model): TemplateResult {
  const { clock, now } = model;
  return html`
    <table class="list claims">
      <thead>
        <tr>
          <th scope="col">${T.made}</th>
          <th scope="col">${T.what}</th>
          <th scope="col">${T.member}</th>
          <th scope="col">${T.outcome}</th>
        </tr>
      </thead>
      <tbody>
        ${claims.map(
          (claim) =>
            html`<tr tabindex="-1">
              <td>${clock.brief(claim.createdAt, now)}</td>
              <td><a href="./#/claim/${claim.id}">${model.titleOf(claim.action)}, ${givesText(claim)}</a></td>
              <td>${shortMember(claim.memberId)}</td>
              <td>${stateView(claim.state)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  `;
}
