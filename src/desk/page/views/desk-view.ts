import { html, nothing, type TemplateResult } from 'lit';
import { createRef, ref } from 'lit/directives/ref.js';
import { number } from '../format.ts';
import { type Model, titleOf } from '../model.ts';
import type { Route } from '../route.ts';
import { fill, TEXTS } from '../texts.ts';
import { changeTheme } from '../theme.ts';
import { auditView } from './audit-view.ts';
import { claimView } from './claim-view.ts';
import { claimsView } from './claims-view.ts';
import { codeView } from './code-view.ts';
import { deliveriesView } from './deliveries-view.ts';
import { enterView } from './enter-view.ts';
import { giveView } from './give-view.ts';
import { healthView } from './health-view.ts';
import { brand, icon, type IconName } from './icons.ts';
import { overviewView } from './overview-view.ts';
import { choosable } from './pieces.ts';
import { waitingView } from './waiting-view.ts';

const VIEWS = ['overview', 'waiting', 'claims', 'give', 'health', 'audit'] as const satisfies readonly IconName[];
/** Under which of them the others stand. */
const UNDER: Partial<Record<Route['view'], (typeof VIEWS)[number]>> = {
  claim: 'claims',
  deliveries: 'health',
  code: 'overview',
};
const finder = createRef<HTMLInputElement>();

addEventListener('keydown', (event) => {
  const { target } = event;
  const isTyping = target instanceof HTMLElement && target.matches('input, textarea, select');
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  finder.value?.focus();
});

/** The whole page. */
export function deskView(model: Model): TemplateResult {
  if (model.outside !== null) return enterView(model);
  const { desk, error } = model;
  const isShown = desk !== null && model.isOpen;
  if (error !== null && !isShown) return html`<main class="enter">${errorView(model)}</main>`;
  return html`
    ${topView(model)}
    <main id="main" tabindex="-1" aria-busy=${model.busy}>
      ${error === null ? nothing : errorView(model)}
      ${
        isShown
          ? viewOf(model.route, model)
          : html`<h1 class="hidden">${titleOf(model.route)}</h1>
              <p class="card opening">${TEXTS.loading}</p>`
      }
    </main>
    ${isShown ? footView(model) : nothing}
    <p class="said" role="status">${model.said}</p>
  `;
}

function topView(model: Model): TemplateResult {
  return html`
    <header class="top">
      <a class="skip" href="#main" @click=${skip}>${TEXTS.skip}</a>
      <div>
        <a class="brand" href="./#/overview">${brand()}${TEXTS.title}</a>
        <nav class="nav" aria-label=${TEXTS.navigation}>${VIEWS.map((view) => linkTo(view, model))}</nav>
        <form class="find" role="search" @submit=${(event: SubmitEvent) => find(event, model)}>
          <input
            type="search"
            name="q"
            autocomplete="off"
            spellcheck="false"
            aria-label=${TEXTS.findLabel}
            placeholder=${TEXTS.find}
            ${ref(finder)}
          />
          <button aria-label=${TEXTS.find}>${icon('find')}</button>
          <kbd aria-hidden="true">/</kbd>
        </form>
        <button class="square" type="button" aria-label=${TEXTS.theme} @click=${changeTheme}>${icon('theme')}</button>
        ${
          model.desk?.canLeave
            ? html`<button class="square" type="button" aria-label=${TEXTS.leave} @click=${() => void model.signOut()}>
                ${icon('leave')}
              </button>`
            : nothing
        }
      </div>
    </header>
  `;
}

function footView({ clock, now }: Model): TemplateResult {
  return html`<footer class="foot">
    <p>${fill(TEXTS.times, { zone: clock.zone, time: clock.clock(now) })}</p>
  </footer>`;
}

function viewOf(route: Route, model: Model): TemplateResult | typeof nothing {
  switch (route.view) {
    case 'overview':
      return overviewView(model);
    case 'waiting':
      return waitingView(route, model);
    case 'claims':
      return claimsView(route.query, model);
    case 'claim':
      return claimView(model);
    case 'give':
      return giveView(model);
    case 'deliveries':
      return deliveriesView(route.query, model);
    case 'code':
      return codeView(route.query, model);
    case 'health':
      return healthView(model);
    case 'audit':
      return auditView(model);
  }
}

function linkTo(view: (typeof VIEWS)[number], model: Model): TemplateResult {
  const { view: shown } = model.route;
  const isCurrent = (UNDER[shown] ?? shown) === view;
  const { count } = model.waiting;
  return html`<a href="./#/${view}" aria-current=${isCurrent ? 'page' : nothing}>
    ${icon(view)}${choosable(TEXTS.views[view])}${
      view === 'waiting'
        ? html`<span class="beside"><span class="badge">${count > 0 ? number(count) : nothing}</span></span>`
        : nothing
    }
  </a>`;
}

function errorView(model: Model): TemplateResult {
  return html`<p class="error" role="alert">
    ${model.error} <button class="button" type="button" @click=${() => model.reload()}>${TEXTS.again}</button>
  </p>`;
}

function find(event: SubmitEvent, model: Model): void {
  event.preventDefault();
  model.find(finder.value?.value ?? '');
}

/** The address is the route's, so the page itself goes where the link leads. */
function skip(event: Event): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#main')?.focus();
}
