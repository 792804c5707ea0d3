import { html, nothing, svg, type TemplateResult } from 'lit';
import type { ActionFacts, CodeView } from '../../api-types.ts';
import type { Model } from '../model.ts';
import { enteredIn, filterForm } from './filter-form.ts';
import { count, fill, TEXTS } from '../texts.ts';

const T = TEXTS.code;
const MINUTE_MS = 60_000;

/** A code that changes, as large as the screen has room, for a hall or a door. */
export function codeView(query: URLSearchParams, model: Model): TemplateResult {
  const { shown } = model.codes;
  const actions = model.desk?.actions.filter(({ hasCode }) => hasCode) ?? [];
  return html`
    <div class="head">
      <h1 tabindex="-1" data-focus>${T.heading}</h1>
      <p>${T.what}</p>
    </div>
    ${actions.length === 0 ? html`<p class="card">${T.none}</p>` : formView(query, actions)}
    ${shown ? screenView(shown, model) : query.has('action') && model.busy ? html`<p>${TEXTS.loading}</p>` : nothing}
  `;
}

function formView(query: URLSearchParams, actions: readonly ActionFacts[]): unknown {
  return filterForm(
    query,
    (form) => `#/code?${enteredIn(form, ['action', 'page'])}`,
    html`
      <label
        >${T.action}
        <select name="action">
          ${actions.map(
            ({ name, title }) =>
              html`<option value=${name} ?selected=${query.get('action') === name}>${title}</option>`,
          )}
        </select>
      </label>
      <label
        >${T.page}
        <input
          name="page"
          type="url"
          inputmode="url"
          autocomplete="off"
          spellcheck="false"
          placeholder=${T.address}
          .value=${query.get('page') ?? ''}
        />
      </label>
      <button class="button main">${T.show}</button>
    `,
  );
}

function screenView(view: CodeView, model: Model): TemplateResult {
  const { action, code, nextAt, goodUntil, shownSeconds, qr } = view;
  const { left } = model.codes;
  const minutes = (goodUntil - nextAt) / MINUTE_MS;
  const fillScreen = (event: Event) => {
    if (event.currentTarget instanceof Element) void event.currentTarget.closest('.screen')?.requestFullscreen();
  };
  return html`
    <section class="screen" aria-label=${T.heading}>
      <h2>${model.titleOf(action)}</h2>
      <p class="code"><span>${code.slice(0, 3)}</span><span>${code.slice(3)}</span></p>
      ${qr ? qrView(qr) : nothing}
      <div class="until">
        <progress max=${shownSeconds} value=${left} aria-label=${T.progress}></progress>
        <p>${fill(T.next, { seconds: left })}</p>
        <p class="soft">${fill(T.counts, { minutes: count(minutes, TEXTS.units.minute) })}</p>
      </div>
      ${
        document.fullscreenEnabled
          ? html`<button class="button whole" type="button" @click=${fillScreen}>${T.whole}</button>`
          : nothing
      }
    </section>
  `;
}

/** Black on white in any scheme: cameras take no other. */
function qrView({ address, size, path }: NonNullable<CodeView['qr']>): TemplateResult {
  return html`
    <figure>
      <svg viewBox="0 0 ${size} ${size}" role="img" aria-label=${T.qr} shape-rendering="crispEdges">
        <rect width=${size} height=${size} fill="#fff" />
        ${svg`<path d=${path} fill="#000" />`}
      </svg>
      <figcaption>${address.replace(/#.*/, '')}</figcaption>
    </figure>
  `;
}
