import { html, nothing, type TemplateResult } from 'lit';
import type { GiftFileView, GiftRequest, GiftRunView } from '../../api-types.ts';
import { formText } from '../form-text.ts';
import { number } from '../format.ts';
import { runText } from '../gift-model.ts';
import type { Model } from '../model.ts';
import { count, fill, TEXTS } from '../texts.ts';
import { choosable } from './pieces.ts';

const T = TEXTS.give;
const TABS = ['one', 'file'] as const;
type Run = NonNullable<GiftRunView['run']>;

/** Giving by hand: to one member, or to those in a file. */
export function giveView(model: Model): TemplateResult {
  const { gifts } = model;
  return html`
    <div class="head">
      <h1 tabindex="-1" data-focus>${T.heading}</h1>
      <p>${T.what}</p>
    </div>
    <fieldset class="choice">
      <legend class="hidden">${T.to}</legend>
      ${TABS.map(
        (tab) =>
          html`<label
            ><input
              type="radio"
              name="tab"
              .checked=${gifts.tab === tab}
              @change=${() => gifts.show(tab)}
            />${choosable(T.tabs[tab])}</label
          >`,
      )}
    </fieldset>
    <section class="card give">${gifts.tab === 'one' ? oneView(model) : fileView(model)}</section>
  `;
}

function oneView(model: Model): TemplateResult {
  const { gifts, busy } = model;
  const give = (event: SubmitEvent) => {
    event.preventDefault();
    if (event.target instanceof HTMLFormElement) void gifts.giveOne(giftIn(new FormData(event.target)));
  };
  return html`
    <form class="record" @submit=${give}>
      ${serviceField(model)}
      <label>${T.member} <input name="memberId" required autocomplete="off" inputmode="numeric" /></label>
      <label>${T.points} <input name="points" type="number" min="1" step="1" inputmode="numeric" /></label>
      <label>${T.role} <input name="role" autocomplete="off" inputmode="numeric" /></label>
      <label class="why">${T.remark} <input name="remark" maxlength="500" autocomplete="off" /></label>
      <label class="why">
        ${T.key} <input name="key" required maxlength="255" pattern="[!-~]+" autocomplete="off" spellcheck="false" />
        <small class="soft">${T.keyMore}</small>
      </label>
      ${whoField(model)}
      <p class="row">
        <button class="button big main" ?disabled=${busy}>${T.give}</button>
        <span class="soft">${T.good}</span>
      </p>
    </form>
    <div role="status">${outcomeView(model)}</div>
  `;
}

function giftIn(form: FormData): GiftRequest {
  const names = ['points', 'role', 'remark', 'by', 'service'];
  const [points, role, remark, by, service] = names.map((name) => formText(form, name));
  return {
    memberId: formText(form, 'memberId'),
    key: formText(form, 'key'),
    ...(points && { points: Number(points) }),
    ...(role && { role }),
    ...(remark && { remark }),
    ...(by && { by }),
    ...(service && { service }),
  };
}

/** Which community gets it: asked for where there are several. */
function serviceField({ desk, gifts }: Model): TemplateResult | typeof nothing {
  const service = serviceOf({ desk, gifts });
  if (service === undefined) return nothing;
  const choose = ({ target }: Event) => {
    if (target instanceof HTMLSelectElement) gifts.service = target.value;
  };
  return html`<label
    >${T.service}
    <select name="service" @change=${choose}>
      ${desk?.services.map((name) => html`<option value=${name} ?selected=${name === service}>${name}</option>`)}
    </select>
  </label>`;
}

function serviceOf({ desk, gifts }: Pick<Model, 'desk' | 'gifts'>): string | undefined {
  const services = desk?.services ?? [];
  return services.length < 2 ? undefined : (gifts.service ?? services[0]);
}

/** Who gives it: asked for where no login says so. */
function whoField({ desk, name }: Model): TemplateResult | typeof nothing {
  if (desk?.who) return nothing;
  return html`<label
    >${T.by} <input type="text" name="by" required maxlength="100" autocomplete="name" .value=${name} />
  </label>`;
}

/** Comes into a live region that is there before: one that comes with its text is not spoken. */
function outcomeView({ gifts: { outcome } }: Model): TemplateResult | typeof nothing {
  if (!outcome) return nothing;
  const { status, repeated, reason, claimId } = outcome;
  const words = status === 'granted' && repeated ? T.outcomes.repeated : T.outcomes[status];
  return html`<p class="note">
    ${words} ${reason === null ? nothing : `${reason}.`}
    ${claimId === null ? nothing : html`<a href="./#/claim/${claimId}">${T.claim}</a>`}
  </p>`;
}

function fileView(model: Model): TemplateResult {
  const { check, file } = model.gifts;
  if (check && check.badLineCount > 0) return badLinesView(check, model);
  if (!file) return chooseView(model);
  return file.run ? runView(file, file.run, model) : checkedView(file, model);
}

function chooseView(model: Model): TemplateResult {
  return html`
    <h2>${T.file.heading}</h2>
    <p class="soft">${T.file.columns}</p>
    <pre tabindex="0">
memberId,points,role,remark,key
739204618530271847,5,,Autumn quest,quest-2026-1
284915730264819777,,1172403582910473651,,crew-2026-7</pre>
    <p class="soft">${T.file.key}</p>
    ${pickerView(T.file.choose, model)}
    <p class="soft">${T.file.checked}</p>
  `;
}

function pickerView(words: string, model: Model): TemplateResult {
  const choose = ({ target }: Event) => {
    if (!(target instanceof HTMLInputElement)) return;
    const [file] = target.files ?? [];
    if (file) void model.gifts.choose(file, serviceOf(model));
    // So that choosing the same file once more is a change, too.
    target.value = '';
  };
  return html`<p class="record">
    ${serviceField(model)}
    <label
      >${words} <input type="file" accept=".csv,.tsv,.txt,text/csv" ?disabled=${model.busy} @change=${choose}
    /></label>
  </p>`;
}

function badLinesView({ name, badLines, badLineCount }: GiftFileView, model: Model): TemplateResult {
  const more = badLineCount - badLines.length;
  return html`
    <h2 tabindex="-1" data-next>${fill(T.file.wrong, { name, lines: count(badLineCount, TEXTS.units.line) })}</h2>
    ${linesView(badLines.map(({ line, issues }) => html`<li><b>${fill(T.file.line, { line })}</b> ${issues.join('; ')}</li>`))}
    ${more > 0 ? html`<p class="soft">${fill(T.file.more, { count: number(more) })}</p>` : nothing}
    <p>${T.file.mend}</p>
    ${pickerView(T.file.again, model)}
  `;
}

function checkedView(file: GiftRunView, model: Model): TemplateResult {
  const { name, look } = file;
  const { fresh, known, foreign } = look;
  const before = known.granted + known.refused + known.unknown + known.pending;
  return html`
    <p class="soft">${fill(T.file.nothingYet, { name, lines: count(look.total, TEXTS.units.line) })}</p>
    <h2 tabindex="-1" data-next>
      ${fill(T.file.would, { members: count(fresh.members, TEXTS.units.member), what: amountText(fresh) })}
    </h2>
    ${before === 0 ? nothing : html`<p>${fill(T.file.before, { lines: count(before, TEXTS.units.line) })}</p>`}
    ${
      foreign.length === 0
        ? nothing
        : html`<p class="risk">${fill(T.file.foreign, { lines: count(foreign.length, TEXTS.units.line) })}</p>`
    }
    ${startForm(T.file.start, file, model)}
  `;
}

function startForm(words: string, file: GiftRunView, model: Model): TemplateResult {
  const start = (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.target instanceof HTMLFormElement)) return;
    void model.gifts.start(file, formText(new FormData(event.target), 'by') || undefined);
  };
  return html`<form class="record" @submit=${start}>
    ${whoField(model)}
    <p class="row">
      <button class="button big main" ?disabled=${model.busy}>${words}</button>
      <button class="button big" type="button" @click=${() => model.gifts.clear()}>${T.file.another}</button>
      <span class="soft">${T.file.stoppable}</span>
    </p>
  </form>`;
}

function runView(file: GiftRunView, run: Run, model: Model): TemplateResult {
  const { total, left, isOver, stopped, granted, alreadyGiven, refused, unknown, pending } = run;
  const done = total - left;
  return html`
    <p class="soft">${file.name}</p>
    <h2 tabindex="-1" data-next>${runText(run)}</h2>
    <progress max=${total} value=${done} aria-label=${T.file.progress}></progress>
    <dl class="figures">
      ${[
        [T.file.granted, granted],
        [T.file.already, alreadyGiven],
        [T.file.refused, refused],
        [T.file.unknown, unknown + pending],
        [T.file.left, left],
      ].map(
        ([what, figure]) =>
          html`<div>
            <dt>${what}</dt>
            <dd>${number(Number(figure))}</dd>
          </div>`,
      )}
    </dl>
    ${stopped === null || left === 0 ? nothing : html`<p class="soft">${fill(T.file.why, { why: stopped })}</p>`}
    ${isOver ? openLinesView(run) : html`<p class="soft">${T.file.leave}</p>`}
    ${
      !isOver
        ? html`<p class="row">
            <button class="button big" type="button" @click=${() => void model.gifts.stop(file)}>${T.file.stop}</button>
          </p>`
        : left > 0
          ? startForm(T.file.goOn, file, model)
          : html`<p class="row">
              <button class="button" type="button" @click=${() => model.gifts.clear()}>${T.file.another}</button>
            </p>`
    }
  `;
}

function openLinesView({ lines, unknown, refused }: Run): TemplateResult | typeof nothing {
  if (lines.length === 0) return nothing;
  return html`
    ${unknown > 0 ? html`<p><a href="./#/waiting">${T.file.decide}</a></p>` : nothing}
    ${refused > 0 ? html`<p>${T.file.refusedMore}</p>` : nothing}
    ${linesView(
      lines.map(
        ({ line, memberId, reason }) =>
          html`<li><b>${fill(T.file.line, { line })}</b> <bdi>${memberId}</bdi>: ${reason}</li>`,
      ),
    )}
  `;
}

/** Lines to look at. Many are scrolled, by the keyboard too. */
function linesView(items: readonly TemplateResult[]): TemplateResult {
  return html`<div class="bad-lines" tabindex="0" role="region" aria-label=${T.file.badLines}>
    <ul>
      ${items}
    </ul>
  </div>`;
}

function amountText({ points, roles }: GiftRunView['look']['fresh']): string {
  const parts = [
    ...(points > 0 || roles === 0 ? [count(points, TEXTS.units.points)] : []),
    ...(roles > 0 ? [count(roles, TEXTS.units.roles)] : []),
  ];
  return parts.join(', ');
}
