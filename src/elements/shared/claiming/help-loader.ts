import type { ReactiveControllerHost, TemplateResult } from 'lit';
import { loadPart } from '../../client/load-part.ts';
import type { Localization } from '../localization.ts';
import type { renderHelp } from './help-view.ts';
import type { StyledElement } from './styled-element.ts';

/** A widget with a field for the member's id. */
type HelpHost = ReactiveControllerHost & StyledElement;

/** Loads the steps to find one's member id when the visitor opens the help. */
export class HelpLoader {
  readonly #host: HelpHost;
  #render: typeof renderHelp | undefined;

  constructor(host: HelpHost) {
    this.#host = host;
    // The event does not bubble.
    host.renderRoot.addEventListener('beforetoggle', ({ target }) => void this.#load(target), { capture: true });
    void this.#load(host.renderRoot.querySelector('#help:popover-open'));
  }

  render(localization: Localization): TemplateResult | undefined {
    return this.#render?.(localization, this.#host);
  }

  async #load(target: EventTarget | null): Promise<void> {
    if (this.#render || !(target instanceof HTMLElement) || target.id !== 'help') return;
    const part = await loadPart(() => import('./help-view.ts')).catch(() => undefined);
    if (!part) return;
    this.#render = part.renderHelp;
    this.#host.requestUpdate();
  }
}
