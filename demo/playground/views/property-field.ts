import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { PropertyFacts } from '../facts/facts.ts';
import { type Choose, textField } from './fields.ts';

/** The control for a custom property: a colour, a length on a scale, or a text. An empty `value` stands for the default. */
export function propertyField(property: PropertyFacts, value: string, choose: Choose): TemplateResult {
  const { name, kind, usual, description } = property;
  const label = labelOf(name);
  const scale = kind === 'length' ? /^([\d.]+)(em|px)$/.exec(usual) : null;
  if (kind === 'color')
    return adjustable(
      property,
      value,
      choose,
      html`
        <input
          id=${name}
          type="color"
          aria-describedby="${name}-hint"
          .value=${live(value || firstColor(usual))}
          @input=${(event: Event) => choose(textOf(event), false)}
          @change=${(event: Event) => choose(textOf(event), true)}
        />
        <output for=${name}>${value || 'default'}</output>
      `,
    );
  if (scale) {
    const [, size = '1', unit = 'em'] = scale;
    const most = Number(size) * 2;
    return adjustable(
      property,
      value,
      choose,
      html`
        <input
          id=${name}
          type="range"
          min="0"
          max=${most}
          step=${most / 16}
          aria-describedby="${name}-hint"
          .value=${live(value ? String(Number.parseFloat(value)) : size)}
          @input=${(event: Event) => choose(textOf(event) + unit, false)}
          @change=${(event: Event) => choose(textOf(event) + unit, true)}
        />
        <output for=${name}>${value || 'default'}</output>
      `,
    );
  }
  const pattern = kind === 'length' ? '\\d{1,3}(\\.\\d{1,4})?(em|rem|px)' : '[^;\\{\\}<>\\\\]{1,120}';
  return textField({ id: name, label, hint: description, placeholder: usual, pattern }, value, choose);
}

/** A control that always has a value, with a way back to the default. */
function adjustable(
  { name, description }: PropertyFacts,
  value: string,
  choose: Choose,
  control: unknown,
): TemplateResult {
  const label = labelOf(name);
  return html`
    <div class="field adjustable">
      <label for=${name}>${label}</label>
      <span class="control">
        ${control}
        <button type="button" aria-label="Reset ${label}" ?hidden=${value === ''} @click=${() => choose('', true)}>
          Reset
        </button>
      </span>
      ${description ? html`<p class="hint" id="${name}-hint">${description}</p>` : nothing}
    </div>
  `;
}

/** `--rewards-on-accent` is called “On accent”. */
function labelOf(name: string): string {
  const words = name.replace('--rewards-', '').replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What a colour field shows where nothing was chosen: the default in a light scheme, or grey where it is mixed. */
function firstColor(usual: string): string {
  const [, hex = '888'] = /#([\da-f]{3,6})\b/i.exec(usual) ?? [];
  return `#${hex.length === 3 ? hex.replace(/./g, '$&$&') : hex}`;
}

function textOf({ currentTarget }: Event): string {
  return currentTarget instanceof HTMLInputElement ? currentTarget.value : '';
}
