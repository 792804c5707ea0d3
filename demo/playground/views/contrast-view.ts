import { html, nothing, type TemplateResult } from 'lit';
import { type Faint, LEAST } from '../contrast.ts';

const ratios = new Intl.NumberFormat('en', { maximumFractionDigits: 1, roundingMode: 'floor' });

/** Which of the chosen colours nobody should have to read. */
export function contrastView(faint: readonly Faint[]): TemplateResult {
  return html`
    <div class="contrast" role="status">
      ${
        faint.length === 0
          ? nothing
          : html`
              <p>Hard to read: WCAG asks for a contrast of ${LEAST} : 1 at least.</p>
              <ul>
                ${faint.map(({ what, scheme, ratio }) => html`<li>In ${scheme} colours, ${what}: ${ratios.format(ratio)} : 1</li>`)}
              </ul>
            `
      }
    </div>
  `;
}
