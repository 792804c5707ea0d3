import { render } from '@lit-labs/ssr';
import { collectResultSync } from '@lit-labs/ssr/lib/render-result.js';
import { html, nothing } from 'lit';
import { loadLocale } from '../../../src/elements/index.ts';
import '../../../src/elements/define.ts';

const PATH = '/test/elements/pages/served.html';

/** All elements as a server draws them, in a page without a script. */
async function servedPage(query: URLSearchParams): Promise<string> {
  const lang = query.get('lang');
  const member = query.get('member') ?? nothing;
  if (lang) await loadLocale(lang);
  const tongue = lang ?? nothing;
  const drawn = collectResultSync(
    render(html`
      <rewards-checkin action="daily" member-id=${member} lang=${tongue}></rewards-checkin>
      <rewards-role action="keeper" member-id=${member} lang=${tongue}></rewards-role>
      <rewards-onchain action="deed" member-id=${member} lang=${tongue}></rewards-onchain>
      <rewards-signup action="meetup" member-id=${member} lang=${tongue}
        ><form>
          <label>Name <input name="name" /></label><button>Count me in</button>
        </form></rewards-signup
      >
      ${query.has('member-field') ? html`<rewards-member lang=${tongue}></rewards-member>` : nothing}
      <p id="below">What stands below.</p>
    `),
  );
  const marks = /<!--\/?lit-[^>]*-->/g;
  // Lit's marks name the templates: those of another version go by other names.
  const digests = /(?<=<!--lit-part )[^-]+(?=-->)/g;
  const sent =
    query.get('drawn-by') === 'another-version'
      ? drawn.replace(digests, 'AAAAAAAAAAA=')
      : query.has('compressed')
        ? drawn.replace(marks, '')
        : drawn;
  return `<!doctype html>
    <html lang="${query.get('page-lang') ?? 'en'}">
      <meta charset="utf-8" />
      <title>A page that a server drew</title>
      <style>
        rewards-signup:has(form button)::part(button) { display: none }
      </style>
      ${sent}
    </html>`;
}

interface Context {
  path: string;
  querystring: string;
  body: unknown;
  type: string;
}

/** Serves the page; what is in it depends on the query. */
export async function serveRendered(context: Context, next: () => Promise<unknown>): Promise<unknown> {
  if (context.path !== PATH) return next();
  context.type = 'html';
  context.body = await servedPage(new URLSearchParams(context.querystring));
  return undefined;
}
