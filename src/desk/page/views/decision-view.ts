import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { ref } from 'lit/directives/ref.js';
import { repeat } from 'lit/directives/repeat.js';
import type { ClaimLine } from '../../api.ts';
import { formText } from '../form-text.ts';
import { orderText } from '../format.ts';
import type { Group } from '../groups.ts';
import type { Answer, Model } from '../model.ts';
import { count, fill, TEXTS } from '../texts.ts';
import { evidenceText } from './evidence.ts';
import { copied, fact, givesBriefly, givesText, shortMember } from './pieces.ts';

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
  const answer = model.answers.get(claim.id) ?? null;
  const time = clock.brief(claim.createdAt, now);
  return html`
    <h2 tabindex="-1" data-focus>
      ${fill(T.ask, { what: open.map(({ order }) => orderText(order)).join(', '), time })}
    </h2>
    <dl class="facts">
      ${fact(T.member, copied(claim.memberId, model))}
      ${fact(T.where, fill(T.whereMore, { time: clock.whole(claim.createdAt), remark: open[0]?.order.remark ?? '' }))}
      ${open.map(({ evidence }) => fact(T.came, evidenceText(evidence)))}
      ${fact(TEXTS.claim.reference, html`<a href="#/claim/${claim.id}">${detail.reference}</a>`)}
    </dl>
    <div class="answers-of-one" role="group" aria-label=${fill(T.ask, { what: givesText(claim), time })}>
      ${answerButton(claim.id, 'granted', answer, model)} ${answerButton(claim.id, 'released', answer, model)}
    </div>
    ${answer === 'released' ? html`<p class="risk">${T.risk}</p>` : nothing}
    ${
      answer === null
        ? html`<p class="soft">${T.same}</p>`
        : recordForm([claim.id], answer === 'granted' ? T.recordHas : T.recordHasNot, answer, model)
    }
  `;
}

function answerButton(id: string, answer: Answer, chosen: Answer | null, model: Model): TemplateResult {
  const [words, more] = answer === 'granted' ? [T.has, T.hasMore] : [T.hasNot, T.hasNotMore];
  return html`<button type="button" aria-pressed=${chosen === answer} @click=${() => model.answer(id, answer)}>
    <b>${words}</b><span>${more}</span>
  </button>`;
}

/** The claims of a group, each of which is answered for itself: one answer for all pays twice whoever had theirs. */
export function decideManyView({ claims, from, until }: Group, model: Model): TemplateResult {
  const { clock, now, answers } = model;
  const ids = claims.map(({ id }) => id);
  const number = (answer: Answer) => ids.filter((id) => answers.get(id) === answer).length;
  const [has, hasNot] = [number('granted'), number('released')];
  const leave = ids.length - has - hasNot;
  const times = { from: clock.brief(from, now), until: clock.brief(until, from), count: ids.length };
  return html`
    <h2 tabindex="-1" data-focus>${fill(T.askMany, times)}</h2>
    <p class="row">
      <button class="button" type="button" @click=${() => model.answerAll(ids, 'granted')}>${T.allHave}</button>
      <button class="button" type="button" @click=${() => model.answerAll(ids, 'released')}>${T.noneHas}</button>
      <button class="button" type="button" @click=${() => model.answerAll(ids, null)}>${T.leave}</button>
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
        ? html`<p class="soft">${T.same}</p>`
        : recordForm(
            ids,
            fill(T.record, { decisions: count(has + hasNot, TEXTS.units.decision) }),
            hasNot > 0 ? 'released' : 'granted',
            model,
          )
    }
  `;
}

function eachView(claim: ClaimLine, model: Model): TemplateResult {
  const chosen = model.answers.get(claim.id) ?? null;
  return html`<li>
    <fieldset>
      <legend>
        <span class="time">${model.clock.clock(claim.createdAt)}</span>
        <span>${shortMember(claim.memberId)}</span>
        <span class="soft">${model.titleOf(claim.action)}, ${givesBriefly(claim)}</span>
      </legend>
      <div class="choice">
        ${ANSWERS.map(
          ([answer, words]) =>
            html`<label>
              <input
                type="radio"
                name=${claim.id}
                .checked=${live(chosen === answer)}
                @change=${() => model.answer(claim.id, answer)}
              /><span>${words}</span>
            </label>`,
        )}
      </div>
    </fieldset>
  </li>`;
}

/** On a phone it begins below what one sees. Among several the list stays where it is. */
function intoView(form: Element | undefined): void {
  requestAnimationFrame(() => form?.scrollIntoView({ block: 'nearest' }));
}

function recordForm(ids: readonly string[], button: string, answer: Answer, model: Model): TemplateResult {
  const known = model.desk?.who ?? null;
  const record = (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.target instanceof HTMLFormElement)) return;
    const form = new FormData(event.target);
    void model.record(ids, known ?? formText(form, 'by'), formText(form, 'why'));
  };
  return html`
    <form class="record" @submit=${record} ${ids.length === 1 ? ref(intoView) : nothing}>
      <label
        >${T.who}
        <input
          name="by"
          required
          maxlength="100"
          autocomplete="name"
          ?readonly=${known !== null}
          .value=${model.name}
        />
      </label>
      <label class="why"
        >${T.why}
        <input name="why" required maxlength="500" autocomplete="off" placeholder=${T.whyHint} />
      </label>
      <p class="row">
        <button class="button big ${answer === 'granted' ? 'main' : 'danger'}" ?disabled=${model.busy}>
          ${button}
        </button>
        <span class="soft">${T.good}</span>
      </p>
    </form>
  `;
}
