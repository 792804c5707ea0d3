import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ClaimLine } from '../../api-types.ts';
import { number } from '../format.ts';
import type { Group } from '../groups.ts';
import type { Model } from '../model.ts';
import type { Route } from '../route.ts';
import { count, fill, TEXTS } from '../texts.ts';
import { decideManyView, decideOneView } from './decision-view.ts';
import { givesBriefly, shortMember } from './pieces.ts';

type Waiting = Extract<Route, { view: 'waiting' }>;

/** Claims whose outcome nobody knows, in groups, and beside them the one, or the group, to decide on. */
export function waitingView({ chosen, together }: Waiting, model: Model): TemplateResult {
  const { shown, groups } = model.waiting;
  if (!shown)
    return html`<h1>${TEXTS.views.waiting}</h1>
      <p>${TEXTS.loading}</p>`;
  if (shown.count === 0) return nothingView(model);
  const group = groups.find(({ claims }) => claims.some(({ id }) => id === chosen));
  const isOpen = group !== undefined;
  return html`
    <div class="head ${isOpen ? 'behind' : ''}">
      <h1 tabindex="-1" ?data-focus=${!isOpen}>
        ${fill(TEXTS.waiting.heading, { claims: count(shown.count, TEXTS.units.claim) })}
      </h1>
      <p>${TEXTS.waiting.why}</p>
    </div>
    ${newerView(model)}
    <div class="two ${isOpen ? 'open' : ''}">
      <div class="card flat">
        ${groups.map((one) => groupView(one, { chosen, together }, model))}
        ${
          shown.next === null
            ? nothing
            : html`<p class="soft end">
                ${fill(TEXTS.waiting.first, { count: shown.claims.length, all: number(shown.count) })}
              </p>`
        }
      </div>
      <div class="card side">
        ${
          group === undefined
            ? html`<p class="soft">${TEXTS.waiting.choose}</p>`
            : html`<a class="back" href="./#/waiting">${TEXTS.waiting.back}</a>
                ${together ? decideManyView(group, model) : decideOneView(model)}`
        }
      </div>
    </div>
  `;
}

function nothingView(model: Model): TemplateResult {
  return html`
    ${newerView(model)}
    <section class="card empty">
      <h1 tabindex="-1" data-focus>${TEXTS.waiting.none}</h1>
      <p>${TEXTS.waiting.noneMore}</p>
      <p><a class="button" href="./#/claims">${TEXTS.waiting.all}</a></p>
    </section>
  `;
}

function newerView({ waiting }: Model): TemplateResult | typeof nothing {
  return waiting.hasNewer
    ? html`<p class="note">
        <button class="button" type="button" @click=${() => waiting.showNewer()}>${TEXTS.waiting.changed}</button>
      </p>`
    : nothing;
}

function groupView(group: Group, shown: Pick<Waiting, 'chosen' | 'together'>, model: Model): TemplateResult {
  const { claims, from, until } = group;
  const { clock } = model;
  const [first] = claims;
  const times = { day: clock.day(from), from: clock.clock(from), until: clock.brief(until, from) };
  return html`
    <section>
      <div class="group">
        <h2>${fill(times.from === times.until ? TEXTS.waiting.single : TEXTS.waiting.group, times)}</h2>
        ${
          claims.length > 1 && first
            ? html`<a class="button" href="./#/waiting/${first.id}?together">
                  ${fill(TEXTS.waiting.together, { count: claims.length })}
                </a>
                <p class="soft">${TEXTS.waiting.outage}</p>`
            : nothing
        }
      </div>
      <ul class="lines">
        ${repeat(
          claims,
          ({ id }) => id,
          (claim) => lineView(claim, shown.chosen === claim.id && !shown.together, model),
        )}
      </ul>
    </section>
  `;
}

function lineView(claim: ClaimLine, isChosen: boolean, model: Model): TemplateResult {
  return html`<li>
    <a href="./#/waiting/${claim.id}" aria-current=${isChosen ? 'true' : nothing}>
      <span class="time">${model.clock.clock(claim.createdAt)}</span>
      ${shortMember(claim.memberId)}
      <span class="what">${model.titleOf(claim.action)}, ${givesBriefly(claim)}</span>
    </a>
  </li>`;
}
