import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { ref } from 'lit/directives/ref.js';
import { closeModal, showModal } from '../../../common/modal.ts';
import type { Model, Question } from '../model.ts';

/** Asks before something is deleted or reset. */
export function questionView(model: Model): TemplateResult | typeof nothing {
  const { question } = model;
  if (!question) return nothing;
  const answer = (event: SubmitEvent) => {
    event.preventDefault();
    closeModal(event);
    void question.act();
  };
  // Each question has its own dialog: the previous one may be closed but not removed yet.
  return html`${keyed(
    question,
    html`<dialog class="question" aria-labelledby="question" ${ref(showModal)} @close=${() => close(question, model)}>
      <form @submit=${answer}>
        <p id="question">${question.text}</p>
        <p class="buttons">
          <button type="submit">${question.yes}</button>
          <button type="button" autofocus @click=${closeModal}>Cancel</button>
        </p>
      </form>
    </dialog>`,
  )}`;
}

/** A newer question stays. */
function close(question: Question, model: Model): void {
  if (model.question === question) model.update({ question: null });
}
