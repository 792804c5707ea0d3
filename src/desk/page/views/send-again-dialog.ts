import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { ref } from 'lit/directives/ref.js';
import { closeModal, showModal } from '../../../common/modal.ts';
import { formText } from '../form-text.ts';
import type { AskedAgain } from '../delivery-model.ts';
import type { Model } from '../model.ts';
import { count, fill, TEXTS } from '../texts.ts';

const T = TEXTS.deliveries;

/** The question before something is sent again, with who it is where no login says so. */
export function sendAgainDialog(model: Model): TemplateResult | typeof nothing {
  const { asked } = model.deliveries;
  if (!asked) return nothing;
  const known = model.desk?.who ?? null;
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    const { target } = event;
    if (!(target instanceof HTMLFormElement)) return;
    const by = known === null ? formText(new FormData(target), 'by') : undefined;
    closeModal(event);
    void model.deliveries.send(by);
  };
  // Each question has a dialog of its own: the one before may have been closed and not be gone yet.
  return html`${keyed(
    asked,
    html`<dialog class="card" aria-labelledby="send-again" ${ref(showModal)} @close=${() => close(asked, model)}>
      <form class="record" @submit=${send}>
        <h2 id="send-again">${questionFor(asked, model)}</h2>
        <p class="soft">${T.keeps}</p>
        ${
          known === null
            ? html`<label class="why"
                >${T.who}
                <input type="text" name="by" required maxlength="100" autocomplete="name" .value=${model.name} />
              </label>`
            : nothing
        }
        <p class="row">
          <button class="button big main">${T.again}</button>
          <button class="button big" type="button" @click=${closeModal}>${T.cancel}</button>
        </p>
      </form>
    </dialog>`,
  )}`;
}

function questionFor(asked: AskedAgain, model: Model): string {
  if ('receiver' in asked) {
    const { name, failed } = asked.receiver;
    return fill(T.askAll, { receiver: name, events: count(failed, TEXTS.units.event) });
  }
  const { action, type, receiver } = asked.line;
  return fill(T.askOne, { what: `${model.titleOf(action)}, ${T.types[type]}`, receiver });
}

/** Where something else is asked by now, that stays. */
function close(asked: AskedAgain, { deliveries }: Model): void {
  if (deliveries.asked === asked) deliveries.ask(null);
}
