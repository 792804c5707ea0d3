import { html, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { LogEntry } from '../live/log.ts';

const clock = new Intl.DateTimeFormat('en', { timeStyle: 'medium', hourCycle: 'h23' });

/** What happened, the latest first. */
export function logView(entries: readonly LogEntry[], clear: () => void): TemplateResult {
  return html`
    <div class="bar">
      <h2 id="log-title">Events</h2>
      <button type="button" ?disabled=${entries.length === 0} @click=${clear}>Clear</button>
    </div>
    <div class="entries" role="log" aria-labelledby="log-title" tabindex="0">
      ${entries.length === 0 ? html`<p class="hint">Nothing yet. Press the widget’s button.</p>` : ''}
      <ol>
        ${repeat(
          entries,
          ({ id }) => id,
          ({ at, from, text, detail }) => html`
            <li>
              <details>
                <summary>
                  <time datetime=${at.toISOString()}>${clock.format(at)}</time> <span class="from">${from}</span>
                  <span class="text">${text}</span>
                </summary>
                <pre>${detail}</pre>
              </details>
            </li>
          `,
        )}
      </ol>
    </div>
  `;
}
