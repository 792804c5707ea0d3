import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { type Command, completions } from '../commands.ts';
import type { Model } from '../model.ts';

/** The message box, which offers the bot's commands while one is typed: a combobox (WAI-ARIA, "list autocomplete"). */
export function composerView(model: Model): TemplateResult {
  const { draft, server } = model;
  const offers = server?.botAdded ? completions(draft) : [];
  const choice = Math.min(model.choice, offers.length - 1);
  return html`
    <form class="composer" @submit=${(event: SubmitEvent) => submit(event, model)}>
      ${
        offers.length === 0
          ? nothing
          : html`
              <ul id="commands" role="listbox" aria-label="Commands">
                ${offers.map((offer, at) => offerView(offer, at, { chosen: at === choice, model }))}
              </ul>
            `
      }
      <input
        type="text"
        name="message"
        autocomplete="off"
        aria-label="Message to general"
        placeholder="Message, or / for commands"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded=${offers.length > 0}
        aria-controls="commands"
        aria-activedescendant=${offers.length > 0 ? `command-${choice}` : nothing}
        .value=${live(draft)}
        @input=${(event: InputEvent) => write(event, model)}
        @keydown=${(event: KeyboardEvent) => onKey(event, { offers, choice, model })}
      />
      <button type="submit">Send</button>
    </form>
  `;
}

function offerView(
  { name, summary }: Command,
  at: number,
  { chosen, model }: { chosen: boolean; model: Model },
): TemplateResult {
  return html`
    <li id="command-${at}" role="option" aria-selected=${chosen} @click=${() => complete(name, model)}>
      <strong>${name}</strong> <span>${summary}</span>
    </li>
  `;
}

function write({ target }: InputEvent, model: Model): void {
  if (target instanceof HTMLInputElement) model.update({ draft: target.value, choice: 0 });
}

function complete(name: string, model: Model): void {
  model.update({ draft: name, choice: 0 });
  document.querySelector<HTMLInputElement>('.composer input')?.focus();
}

function onKey(
  event: KeyboardEvent,
  { offers, choice, model }: { offers: Command[]; choice: number; model: Model },
): void {
  const chosen = offers[choice];
  const step = ({ ArrowDown: 1, ArrowUp: -1 } as const)[event.key];
  if (!chosen) {
    const before = step ? model.history.move(step) : null;
    if (before === null) return;
    model.update({ draft: before, choice: 0 });
  } else if (step) model.update({ choice: (choice + step + offers.length) % offers.length });
  else if (event.key === 'Tab' || event.key === 'Enter') complete(chosen.name, model);
  else if (event.key === 'Escape') model.update({ draft: '' });
  else return;
  event.preventDefault();
}

function submit(event: SubmitEvent, model: Model): void {
  event.preventDefault();
  void model.say(model.draft);
}
