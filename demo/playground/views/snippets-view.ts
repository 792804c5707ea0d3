import { html, type TemplateResult } from 'lit';
import type { Facts } from '../facts/facts.ts';
import { highlight } from '../highlight.ts';
import type { Settings } from '../settings.ts';
import { SNIPPETS } from '../snippets/index.ts';

export interface SnippetsContext {
  settings: Settings;
  facts: Facts;
  /** The id of the one on show. */
  open: string;
  show: (id: string) => void;
  copy: (text: string) => void;
  /** The text that was copied last. */
  copied: string;
}

/** The snippets behind tabs, each with a button to copy it. */
export function snippetsView(context: SnippetsContext): TemplateResult {
  const { open, show } = context;
  return html`
    <h2 id="code">Code</h2>
    <div
      class="tabs"
      role="tablist"
      aria-labelledby="code"
      @keydown=${(event: KeyboardEvent) => move(event, open, show)}
    >
      ${SNIPPETS.map(
        ({ id, title }) => html`
          <button
            type="button"
            role="tab"
            id="tab-${id}"
            aria-controls="code-${id}"
            aria-selected=${id === open}
            tabindex=${id === open ? 0 : -1}
            @click=${() => show(id)}
          >
            ${title}
          </button>
        `,
      )}
    </div>
    ${SNIPPETS.map((snippet) => snippetView(snippet, context))}
    <p class="hint">Not on npm yet: <a href="../docs/start.html#not-on-npm-yet">what to do until it is</a>.</p>
  `;
}

function snippetView({ id, title, file, write }: (typeof SNIPPETS)[number], context: SnippetsContext): TemplateResult {
  const { settings, facts, open, copy, copied } = context;
  const text = write(settings, facts);
  const verb = copied === text ? 'Copied' : 'Copy';
  return html`
    <div role="tabpanel" id="code-${id}" aria-labelledby="tab-${id}" ?hidden=${id !== open}>
      <div class="bar">
        <span class="file">${file}</span>
        <button type="button" class="copy" aria-label="${verb} ${title}" @click=${() => copy(text)}>${verb}</button>
      </div>
      <pre
        tabindex="0"
        role="region"
        aria-label=${file}
      ><code>${highlight(text).map(({ kind, text: piece }) => (kind === null ? piece : html`<span class=${kind}>${piece}</span>`))}</code></pre>
    </div>
  `;
}

/** Arrow keys go from tab to tab, as in any list of tabs (ARIA Authoring Practices). */
function move(event: KeyboardEvent, open: string, show: (id: string) => void): void {
  const at = SNIPPETS.findIndex(({ id }) => id === open);
  const places: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 };
  const place = places[event.key];
  const next = place === undefined ? undefined : SNIPPETS.at(place % SNIPPETS.length);
  if (!next || !(event.currentTarget instanceof HTMLElement)) return;
  event.preventDefault();
  show(next.id);
  event.currentTarget.querySelector<HTMLElement>(`#tab-${next.id}`)?.focus();
}
