import { html, raw } from 'hono/html';
import { PROBLEMS } from '../../contract/index.ts';
import { problemHeaders, type ProblemReply } from './problem.ts';
import { type Answer, pageAnswer } from './respond.ts';

/** What a page says to a visitor whose browser asked for it by itself. */
export interface Page {
  heading: string;
  text: string;
  items?: readonly string[];
  /** The way back to the site, or what to do where none is known. */
  back: { href: string; text: string } | string;
  /** What the visitor can quote to the site's owner. */
  reference?: string;
  /** A script, and what it finds in the `data-` attributes of its element. Without its hash in the page's policy it does not run. */
  script?: { text: string; data: Readonly<Record<string, string>> };
}

/** A page that needs nothing but itself. */
export async function page(status: number, shown: Page, headers: Record<string, string> = {}): Promise<Answer> {
  const { heading, text, items = [], back, reference, script } = shown;
  const document = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${heading}</title>
        <style>
          :root {
            color-scheme: light dark;
            font:
              1rem/1.5 system-ui,
              sans-serif;
          }
          main {
            max-width: 34rem;
            margin: 12vh auto 0;
            padding: 0 1.5rem;
            overflow-wrap: anywhere;
          }
          small {
            opacity: 0.8;
          }
        </style>
      </head>
      <body>
        <main>
          <h1>${heading}</h1>
          <p>${text}</p>
          ${
            items.length > 0
              ? html`<ul>
                  ${items.map((item) => html`<li>${item}</li>`)}
                </ul>`
              : ''
          }
          <p>${typeof back === 'string' ? back : html`<a href="${back.href}">${back.text}</a>`}</p>
          ${reference === undefined ? '' : html`<p><small>Reference: ${reference}</small></p>`}
        </main>
        ${script ? scriptElement(script) : ''}
      </body>
    </html> `;
  return pageAnswer(status, document.toString(), headers);
}

/** A problem as a page, for a request that no script made. */
export function problemPage(
  problem: ProblemReply,
  requestId: string,
  back: Page['back'],
  headers: Record<string, string> = {},
): Promise<Answer> {
  const { code, detail, errors = [] } = problem;
  const { status, title } = PROBLEMS[code];
  // Nobody fills in what only a script can show.
  const filledIn = errors.filter(({ field }) => !field.startsWith('proof.'));
  const items = filledIn.map(({ field, message }) => `${nameOf(field)}: ${message}`);
  const shown = { heading: title, text: detail, items, reference: requestId, back };
  return page(status, shown, { ...problemHeaders(problem), ...headers });
}

/** The control's name, as far as it can be one: nothing that was made up is shown on the page. */
function nameOf(field: string): string {
  const name = field.replace(/^fields\./, '');
  return /^_?[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(name) ? name : 'something else';
}

/** The element of a page's own script. Without its hash in the policy it does not run. */
export function scriptElement({ text, data }: NonNullable<Page['script']>): ReturnType<typeof html> {
  const attributes = Object.entries(data).map(([name, value]) => html` data-${raw(name)}="${value}"`);
  return html`<script${attributes}>${raw(text)}</script>`;
}
