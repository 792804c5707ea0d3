import { html, nothing, type TemplateResult } from 'lit';
import type { Model } from '../model.ts';
import { TEXTS } from '../texts.ts';
import { brand } from './icons.ts';

const WHY = {
  used: TEXTS.enter.used,
  unknown: TEXTS.enter.unknown,
  nobody: TEXTS.enter.signIn,
  left: TEXTS.enter.left,
};

/** What somebody sees who is not in: why, and how to come in. */
export function enterView(model: Model): TemplateResult {
  const { outside, error, linkPrinted } = model;
  return html`
    <main class="enter">
      ${brand()}
      <h1 tabindex="-1" data-next>${TEXTS.enter.heading}</h1>
      <p class="why">${outside === null ? nothing : WHY[outside]}</p>
      <p>${TEXTS.enter.text}</p>
      <p>
        <button class="button main" type="button" @click=${() => void model.printLink()}>${TEXTS.enter.print}</button>
      </p>
      <p role="status">${error ?? (linkPrinted ? TEXTS.enter.printed : nothing)}</p>
    </main>
  `;
}
