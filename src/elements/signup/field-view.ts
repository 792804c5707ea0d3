import { html, nothing, type TemplateResult } from 'lit';
import type { FieldView } from '../../contract/action.ts';

/** A field that the action asks for, with its label and, below it, what is wrong with it. */
export function renderField(field: FieldView, optional: string, flaw: string | undefined): TemplateResult {
  const { label, name, required, type } = field;
  const id = `field-${name}`;
  const text = required ? label : optional.replace('{label}', () => label);
  const control = renderControl(field, id, !!flaw);
  const error = html`<span part="error" id="${id}-error" title=${flaw}>${flaw}</span>`;
  return type === 'checkbox'
    ? html`<div part="field" class="line"><label part="choice" for=${id}>${control} ${text}</label>${error}</div>`
    : html`<div part="field">
        <div class="caption"><label part="label" for=${id}>${text}</label>${error}</div>
        ${control}
      </div>`;
}

function renderControl({ name, type, required, maxLength, options }: FieldView, id: string, invalid: boolean) {
  const described = `${id}-error`;
  if (type === 'select') {
    return html`<select
      part="input"
      id=${id}
      name=${name}
      ?required=${required}
      aria-invalid=${invalid}
      aria-describedby=${described}
    >
      <option value=""></option>
      ${options.map(({ value, label }) => html`<option value=${value}>${label}</option>`)}
    </select>`;
  }
  if (type === 'textarea') {
    return html`<textarea
      part="input"
      id=${id}
      name=${name}
      rows="3"
      ?required=${required}
      maxlength=${maxLength ?? nothing}
      aria-invalid=${invalid}
      aria-describedby=${described}
    ></textarea>`;
  }
  return html`<input
    part=${type === 'checkbox' ? 'box' : 'input'}
    id=${id}
    name=${name}
    type=${type}
    step=${type === 'number' ? 'any' : nothing}
    autocomplete=${NAMED_ALIKE.test(type) ? type : OWN_NAMES.test(name) ? name : nothing}
    ?required=${required}
    maxlength=${maxLength ?? nothing}
    aria-invalid=${invalid}
    aria-describedby=${described}
  />`;
}

/** Types whose fields browsers fill in by a name that is the type's. */
const NAMED_ALIKE = /email|tel|url/;
/** Names by which browsers know what of the visitor's own to fill in. */
const OWN_NAMES = /^(?:name|nickname|organization|bday)$/;
