import { html, nothing, type TemplateResult } from 'lit';
import type { ActionFacts, SumsView } from '../../api-types.ts';
import { number, share } from '../format.ts';
import type { Model } from '../model.ts';
import { DAYS_AS } from '../span.ts';
import { fill, TEXTS } from '../texts.ts';
import { actionsOf, coloursOf, total } from '../totals.ts';
import { chartView } from './chart.ts';
import { choosable } from './pieces.ts';

const T = TEXTS.gave;

/** What was given: totals, a drawing or a table of the days, and a table of the actions. */
export function numbersView(model: Model): TemplateResult {
  const { sums } = model;
  return html`
    <section class="card flat gave">
      <div class="row pad">
        <h2 class="ask">${T.question}</h2>
        <div class="choice push" role="group" aria-label=${T.span}>
          ${model.spans.map(
            ({ name, words }) =>
              html`<label>
                <input type="radio" name="days" ?checked=${model.span === name} @change=${() => model.showSpan(name)} />
                ${choosable(words)}
              </label>`,
          )}
        </div>
      </div>
      ${sums === null ? html`<p class="pad">${TEXTS.loading}</p>` : daysView(sums, model)}
    </section>
    ${sums === null ? nothing : actionsView(sums, model)}
  `;
}

function daysView({ days }: SumsView, model: Model): TemplateResult {
  const all = days.flatMap(({ sums }) => sums);
  const claims = total(all, {});
  const refused = total(all, { state: 'refused' });
  const figures: [string, string, string?][] = [
    [T.granted, number(total(all, { state: 'granted' }))],
    [T.points, number(total(all, { what: 'points' }))],
    [T.waiting, number(total(all, { state: 'pending' }))],
    [T.refused, number(refused), fill(T.refusedShare, { share: share(refused, claims) })],
  ];
  return html`
    <dl class="figures">
      ${figures.map(
        ([name, value, more]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}${more === undefined ? nothing : html`<span class="soft">${more}</span>`}</dd>
          </div>`,
      )}
    </dl>
    ${
      claims === 0
        ? html`<p class="pad soft">${T.nothing}</p>`
        : html`<div class="pad">
            <div class="row">
              <b>${T.eachDay}</b>
              <div class="choice push" role="group" aria-label=${T.eachDay}>
                ${DAYS_AS.map(
                  (name) =>
                    html`<label>
                      <input
                        type="radio"
                        name="days-as"
                        ?checked=${model.daysAs === name}
                        @change=${() => model.showDaysAs(name)}
                      />
                      ${choosable(T.daysAs[name])}
                    </label>`,
                )}
              </div>
            </div>
            ${model.daysAs === 'table' ? daysTable(days, model) : chartView(days, model.daysAs, model)}
          </div>`
    }
  `;
}

function daysTable(days: SumsView['days'], { clock }: Model): TemplateResult {
  return html`<div class="wide" tabindex="0" role="region" aria-label=${T.eachDay}>
    <table class="list by-day">
      <thead>
        <tr>
          <th scope="col">${T.day}</th>
          <th scope="col" class="number">${T.granted}</th>
          <th scope="col" class="number">${T.points}</th>
          <th scope="col" class="number">${T.waiting}</th>
          <th scope="col" class="number">${T.refused}</th>
        </tr>
      </thead>
      <tbody>
        ${days.toReversed().map(
          ({ since, sums }) =>
            html`<tr>
              <th scope="row">${clock.day(since)}</th>
              <td class="number">${number(total(sums, { state: 'granted' }))}</td>
              <td class="number">${number(total(sums, { what: 'points' }))}</td>
              <td class="number">${number(total(sums, { state: 'pending' }))}</td>
              <td class="number">${number(total(sums, { state: 'refused' }))}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function actionsView({ days, held }: SumsView, model: Model): TemplateResult {
  const actions = actionsOf(days, model);
  const colours = coloursOf(days, model);
  const all = days.flatMap(({ sums }) => sums);
  const isCapped = actions.some(({ capacity, budget }) => capacity !== null || budget !== null);
  return html`
    <section class="card flat">
      <h2 class="pad">${T.byAction}</h2>
      <div class="wide" tabindex="0" role="region" aria-label=${T.byAction}>
        <table class="list">
          <thead>
            <tr>
              <th scope="col">${T.action}</th>
              <th scope="col" class="number">${T.granted}</th>
              <th scope="col" class="number">${T.points}</th>
              <th scope="col" class="number">${T.refused}</th>
              ${
                isCapped
                  ? html`<th scope="col" class="cap">${T.places}</th>
                      <th scope="col" class="cap">${T.budget}</th>`
                  : nothing
              }
            </tr>
          </thead>
          <tbody>
            ${actions.map((action) => {
              const { name, title } = action;
              const ever = held.find((one) => one.action === name);
              return html`<tr>
                <th scope="row">
                  <span class="swatch c${colours.get(name)}"></span>${title} ${capsView(action, ever)}
                </th>
                <td class="number">${number(total(all, { action: name, state: 'granted' }))}</td>
                <td class="number">${number(total(all, { action: name, what: 'points' }))}</td>
                <td class="number">${number(total(all, { action: name, state: 'refused' }))}</td>
                ${isCapped ? capCells(action, ever) : nothing}
              </tr>`;
            })}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">${T.together}</th>
              <td class="number">${number(total(all, { state: 'granted' }))}</td>
              <td class="number">${number(total(all, { what: 'points' }))}</td>
              <td class="number">${number(total(all, { state: 'refused' }))}</td>
              ${
                isCapped
                  ? html`<td class="cap"></td>
                      <td class="cap"></td>`
                  : nothing
              }
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  `;
}

/** Gifts, and what the config names no more, have no caps: nothing says how much they ever gave. */
function capCells({ capacity, budget }: ActionFacts, ever: SumsView['held'][number] | undefined): TemplateResult {
  return html`<td class="cap">${ever ? capView(ever.claims, capacity) : nothing}</td>
    <td class="cap">${ever ? capView(ever.points, budget) : nothing}</td>`;
}

/** The caps that there are, below the name where there is no room for columns of their own. */
function capsView({ capacity, budget }: ActionFacts, ever: SumsView['held'][number] | undefined): TemplateResult[] {
  const caps: [string, number, number | null][] = [
    [T.places, ever?.claims ?? 0, capacity],
    [T.budget, ever?.points ?? 0, budget],
  ];
  return caps
    .filter(([, , cap]) => cap !== null)
    .map(([what, held, cap]) => html`<span class="caps">${what}: ${capView(held, cap)}</span>`);
}

/** What is used up of a cap, in words and as a bar. */
function capView(held: number, cap: number | null): TemplateResult {
  if (cap === null) return html`${fill(T.unlimited, { held: number(held) })}`;
  const words = fill(T.of, { held: number(held), cap: number(cap) });
  return html`${words}<meter min="0" max=${cap} value=${held} aria-hidden="true"></meter>`;
}
