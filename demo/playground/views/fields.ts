import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Choice } from '../choices.ts';

/** What the visitor chose, and whether that is the end of it, so that one step of the browser's history goes back over it. */
export type Choose = (value: string, final: boolean) => void;

interface Field {
  id: string;
  label: string;
  hint?: string;
}

/** A list to choose from. */
export function selectField(field: Field, choices: readonly Choice[], chosen: string, choose: Choose): TemplateResult {
  const { id, label, hint } = field;
  return html`
    <div class="field">
      <label for=${id}>${label}</label>
      <select
        id=${id}
        aria-describedby=${hint ? `${id}-hint` : nothing}
        .value=${live(chosen)}
        @change=${(event: Event) => choose(valueOf(event), true)}
      >
        ${choices.map(({ value, name }) => html`<option value=${value} ?selected=${value === chosen}>${name}</option>`)}
      </select>
      ${hintOf(field)}
    </div>
  `;
}

/** A few choices, all of them in view. */
export function segments(
  { id, label }: Field,
  choices: readonly Choice[],
  chosen: string,
  choose: Choose,
): TemplateResult {
  return html`
    <fieldset class="segments">
      <legend>${label}</legend>
      <div>
        ${choices.map(
          ({ value, name }) => html`
            <label>
              <input
                type="radio"
                name=${id}
                value=${value}
                .checked=${live(value === chosen)}
                @change=${() => choose(value, true)}
              />
              <span>${name}</span>
            </label>
          `,
        )}
      </div>
    </fieldset>
  `;
}

/** A text, which counts once it is of the pattern. An empty one stands for the default. */
export function textField(
  field: Field & { placeholder: string; pattern?: string },
  text: string,
  choose: Choose,
): TemplateResult {
  const { id, label, placeholder, pattern } = field;
  const take = (event: Event) => {
    if (event.currentTarget instanceof HTMLInputElement && event.currentTarget.checkValidity())
      choose(event.currentTarget.value.trim(), event.type === 'change');
  };
  return html`
    <div class="field">
      <label for=${id}>${label}</label>
      <input
        id=${id}
        type="text"
        autocomplete="off"
        spellcheck="false"
        maxlength="300"
        placeholder=${placeholder}
        pattern=${pattern ?? nothing}
        aria-describedby=${field.hint ? `${id}-hint` : nothing}
        .value=${live(text)}
        @input=${take}
        @change=${take}
      />
      ${hintOf(field)}
    </div>
  `;
}

export function checkField(
  field: Field & { disabled?: boolean },
  checked: boolean,
  choose: (checked: boolean) => void,
): TemplateResult {
  const { id, label, disabled = false } = field;
  return html`
    <div class="field check">
      <input
        id=${id}
        type="checkbox"
        aria-describedby=${field.hint ? `${id}-hint` : nothing}
        ?disabled=${disabled}
        .checked=${live(checked)}
        @change=${() => choose(!checked)}
      />
      <label for=${id}>${label}</label>
      ${hintOf(field)}
    </div>
  `;
}

function hintOf({ id, hint }: Field): unknown {
  return hint ? html`<p class="hint" id="${id}-hint">${hint}</p>` : nothing;
}

function valueOf({ currentTarget }: Event): string {
  return currentTarget instanceof HTMLSelectElement ? currentTarget.value : '';
}
