import { html, nothing, type TemplateResult } from 'lit';
import type { FieldView } from '../../contract/action.ts';
import { fill } from '../shared/localization.ts';

/** A field of the action with its label and, below it, its error. */
export function renderField(field: FieldView, optional: string, error: string | undefined): TemplateResult {
  const { label, name, required, type } = field;
  const id = `field-${name}`;
  const text = required ? label : fill(optional, label);
  const control = renderControl(field, id, !!error);
  const message = html`<span part="error" id="${id}-error" title=${error}>${error}</span>`;
  return type === 'checkbox'
    ? html`<div part="field" class="line"><label part="choice" for=${id}>${control} ${text}</label>${message}</div>`
    : html`<div part="field">
        <div class="caption"><label part="label" for=${id}>${text}</label>${message}</div>
        ${control}
      </div>`;
}

function renderControl(field: FieldView, id: string, invalid: boolean) {
  const { name, type, required, maxLength, options } = field;
  const { autocomplete = nothing, inputMode = nothing, enterKeyHint = nothing } = field;
  const described = `${id}-error`;
  if (type === 'select') {
    return html`<select
      part="input"
      id=${id}
      name=${name}
      autocomplete=${autocomplete}
      aria-required=${required}
      aria-invalid=${invalid}
      aria-describedby=${described}
    >
      <option value=""></option>
      ${options.map(({ value, label }) => html`<option value=${value}>${label}</option>`)}
    </select>`;
  }
  if (type === 'textarea') {
    return html`<textarea
      rows="3"
      part="input"
      id=${id}
      name=${name}
      autocomplete=${autocomplete}
      inputmode=${inputMode}
      enterkeyhint=${enterKeyHint}
      aria-required=${required}
      maxlength=${maxLength ?? nothing}
      aria-invalid=${invalid}
      aria-describedby=${described}
    ></textarea>`;
  }
  return html`<input
    type=${type}
    step=${type === 'number' ? 'any' : nothing}
    part=${type === 'checkbox' ? 'box' : 'input'}
    id=${id}
    name=${name}
    autocomplete=${autocomplete}
    inputmode=${inputMode}
    enterkeyhint=${enterKeyHint}
    aria-required=${required}
    maxlength=${maxLength ?? nothing}
    aria-invalid=${invalid}
    aria-describedby=${described}
  />`;
}
