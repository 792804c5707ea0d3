import { html, raw } from 'hono/html';
import { PROBLEMS } from '../../contract/index.ts';
import { problemHeaders, type ProblemReply } from './problem.ts';
import { type Answer, pageAnswer } from './respond.ts';

/** The content of a page for a visitor whose browser sent a request without a script. */
export interface Page {
  heading: string;
  text: string;
  items?: readonly string[];
  /** A link back to the site, or what to do if there is none. */
  back: { href: string; text: string } | string;
  /** A reference for the visitor to quote to the site's owner. */
  reference?: string;
  /** A script, and the `data-` attributes of its element. The page's policy must contain its hash, or it does not run. */
  script?: { text: string; data: Readonly<Record<string, string>> };
}

/** A page that loads nothing else. */
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

/** A problem as a page, for a request without a script. */
export function problemPage(
  problem: ProblemReply,
  requestId: string,
  back: Page['back'],
  headers: Record<string, string> = {},
): Promise<Answer> {
  const { code, detail, errors = [] } = problem;
  const { status, title } = PROBLEMS[code];
  // Visitors cannot correct errors in a proof: only a script sends those.
  const filledIn = errors.filter(({ field }) => !field.startsWith('proof.'));
  const items = filledIn.map(({ field, message }) => `${nameOf(field)}: ${message}`);
  const shown = { heading: title, text: detail, items, reference: requestId, back };
  return page(status, shown, { ...problemHeaders(problem), ...headers });
}

/** The control's name, if it can be one: the page must not show invented text. */
function nameOf(field: string): string {
  const name = field.replace(/^fields\./, '');
  return /^_?[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(name) ? name : 'something else';
}

/** The element of a page's own script. The page's policy must contain its hash, or it does not run. */
export function scriptElement({ text, data }: NonNullable<Page['script']>): ReturnType<typeof html> {
  const attributes = Object.entries(data).map(([name, value]) => html` data-${raw(name)}="${value}"`);
  return html`<script${attributes}>${raw(text)}</script>`;
}
