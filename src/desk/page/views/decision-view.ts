import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import type { ClaimLine } from '../../api-types.ts';
import { formText } from '../form-text.ts';
import { grantText } from '../format.ts';
import type { Group } from '../groups.ts';
import type { Model } from '../model.ts';
import { count, fill, TEXTS } from '../texts.ts';
import type { Decision, Decisions } from '../waiting-model.ts';
import { evidenceText } from './evidence.ts';
import { choosable, copied, copyButton, fact, givesBriefly, givesText, idText } from './pieces.ts';

const T = TEXTS.decision;
const ANSWERS = [
  ['granted', T.has],
  ['released', T.hasNot],
  [null, T.leave],
] as const;

/** What is to be known of one claim before somebody can say what became of it, and the two answers. */
export function decideOneView(model: Model): TemplateResult {
  const { detail, clock, now } = model;
  if (!detail) return html`<p>${TEXTS.loading}</p>`;
  const { claim } = detail;
  const open = claim.grants.filter(({ state }) => state === 'unknown');
  const time = clock.brief(claim.createdAt, now);
  return html`
    <h2 tabindex="-1" data-focus>
      ${fill(T.ask, { what: open.map(({ order }) => grantText(order)).join(', '), time })}
    </h2>
    <dl class="facts">
      ${fact(T.member, copied(claim.memberId, model))}
      ${fact(T.where, fill(T.whereMore, { time: clock.whole(claim.createdAt), remark: open[0]?.order.remark ?? '' }))}
      ${open.map(({ evidence }) => fact(T.came, evidenceText(evidence)))}
      ${fact(TEXTS.claim.reference, html`<a href="./#/claim/${claim.id}">${detail.reference}</a>`)}
    </dl>
    <div class="record decide" role="group" aria-label=${fill(T.ask, { what: givesText(claim), time })}>
      ${whoAndWhy(model)}
      <p class="risk">${T.risk}</p>
      <div class="answers-of-one">
        ${answerButton(claim.id, 'granted', model)} ${answerButton(claim.id, 'released', model)}
      </div>
    </div>
    <p class="soft">${T.unsent} ${T.good} ${T.same}</p>
  `;
}

/** Records it at once, where it was said who decides and why. They stand in no form, because the key Enter in a field is no answer. */
function answerButton(id: string, answer: Decision, model: Model): TemplateResult {
  const [words, more] = answer === 'granted' ? [T.has, T.hasMore] : [T.hasNot, T.hasNotMore];
  const record = ({ currentTarget }: Event) => {
    const all = currentTarget instanceof Element ? currentTarget.closest('.decide')?.querySelectorAll('input') : null;
    const fields = Array.from(all ?? []);
    const said = (name: string) => fields.find((field) => field.name === name)?.value.trim() ?? '';
    if (fields.every((field) => field.reportValidity())) recordBy(said, new Map([[id, answer]]), model);
  };
  return html`<button type="button" ?disabled=${model.busy} @click=${record}>
    <b>${words}</b><span>${more}</span>
  </button>`;
}

/** The claims of a group. Each has its own answer, because one answer for all would pay some members twice. */
export function decideManyView({ claims, from, until }: Group, model: Model): TemplateResult {
  const { clock, now, waiting } = model;
  const ids = claims.map(({ id }) => id);
  const decisions = new Map(Array.from(waiting.answers).filter(([id]) => ids.includes(id)));
  const number = (answer: Decision) => Array.from(decisions.values()).filter((one) => one === answer).length;
  const [has, hasNot] = [number('granted'), number('released')];
  const leave = ids.length - has - hasNot;
  const times = { from: clock.brief(from, now), until: clock.brief(until, from), count: ids.length };
  return html`
    <h2 tabindex="-1" data-focus>${fill(clock.brief(until, now) === times.from ? T.askManyAt : T.askMany, times)}</h2>
    <p class="row">
      <button class="button" type="button" @click=${() => waiting.answer(ids, 'granted')}>${T.allHave}</button>
      <button class="button" type="button" @click=${() => waiting.answer(ids, 'released')}>${T.noneHas}</button>
      <button class="button" type="button" @click=${() => waiting.answer(ids, null)}>${T.leave}</button>
    </p>
    <ul class="each">
      ${repeat(
        claims,
        ({ id }) => id,
        (claim) => eachView(claim, model),
      )}
    </ul>
    <p class="preview">${fill(T.preview, { has, hasNot, leave })}</p>
    ${
      hasNot > 0 ? html`<p class="risk">${fill(T.riskMany, { count: count(hasNot, TEXTS.units.claims) })}</p>` : nothing
    }
    ${
      has + hasNot === 0
        ? html`<p class="soft">${T.before} ${T.same}</p>`
        : recordForm(
            decisions,
            fill(T.record, { decisions: count(has + hasNot, TEXTS.units.decision) }),
            hasNot > 0 ? 'released' : 'granted',
            model,
          )
    }
  `;
}

function eachView(claim: ClaimLine, model: Model): TemplateResult {
  const chosen = model.waiting.answers.get(claim.id) ?? null;
  return html`<li>
    <fieldset>
      <legend>
        <span class="time">${model.clock.clock(claim.createdAt)}</span>
        ${idText(claim.memberId)}
        <span class="soft">${model.titleOf(claim.action)}, ${givesBriefly(claim)}</span>
      </legend>
      ${copyButton(claim.memberId, model)}
      <div class="choice push">
        ${ANSWERS.map(
          ([answer, words]) =>
            html`<label>
              <input
                type="radio"
                name=${claim.id}
                .checked=${live(chosen === answer)}
                @change=${() => model.waiting.answer([claim.id], answer)}
              />${choosable(words)}
            </label>`,
        )}
      </div>
    </fieldset>
  </li>`;
}

function recordForm(decisions: Decisions, button: string, answer: Decision, model: Model): TemplateResult {
  const record = (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.target instanceof HTMLFormElement)) return;
    const said = new FormData(event.target);
    recordBy((name) => formText(said, name), decisions, model);
  };
  return html`
    <form class="record decide" @submit=${record}>
      ${whoAndWhy(model)}
      <p class="row">
        <button class="button big ${answer === 'granted' ? 'main' : 'danger'}" ?disabled=${model.busy}>
          ${button}
        </button>
        <span class="soft">${T.good}</span>
      </p>
    </form>
  `;
}

function whoAndWhy({ desk, name }: Model): TemplateResult {
  return html`
    <label
      >${T.who}
      <input type="text" name="by" required maxlength="100" autocomplete="name" ?readonly=${desk?.who} .value=${name} />
    </label>
    <label class="why"
      >${T.why}
      <input name="why" required maxlength="500" autocomplete="off" placeholder=${T.whyHint} />
    </label>
  `;
}

function recordBy(said: (field: 'by' | 'why') => string, decisions: Decisions, model: Model): void {
  void model.record(decisions, model.desk?.who ?? said('by'), said('why'));
}
