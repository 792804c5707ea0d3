import { html } from 'hono/html';
import { type Claim, PROBLEMS } from '../../contract/index.ts';
import type { Origins } from '../origins.ts';
import type { ProblemReply } from '../problem.ts';
import { pageResponse } from '../respond.ts';

/** What became of a form that a browser sent by itself. */
export type FormOutcome = { claim: Claim } | { problem: ProblemReply };

export interface FormSender {
  request: Request;
  requestId: string;
  /** Where the form wants its visitor to go on, unchecked. */
  returnTo: string | null;
  origins: Origins;
}

/**
 * The answer to a form: on to the page that it names, if that is on one of the owner's sites, with the outcome in the query
 * (`rewards=granted`, `pending`, or a problem's code); else a page that says what happened.
 */
export async function answerForm(outcome: FormOutcome, sender: FormSender): Promise<Response> {
  const next = sender.returnTo === null ? null : ownAddress(sender.returnTo, sender.origins);
  const word = 'claim' in outcome ? outcome.claim.status : outcome.problem.code;
  if (next) {
    next.searchParams.set('rewards', word);
    return new Response(null, { status: 303, headers: { location: next.href, 'content-length': '0' } });
  }
  return 'claim' in outcome ? claimPage(outcome.claim, sender) : problemPage(outcome.problem, sender);
}

function claimPage({ id, status, grants }: Claim, sender: FormSender): Promise<Response> {
  const granted = status === 'granted';
  const gained = grants.map((grant) =>
    grant.type === 'points' ? pointsText(grant.points) : `Role: ${grant.roleName}`,
  );
  return page(granted ? 201 : 202, {
    heading: granted ? 'Thank you' : 'Not confirmed yet',
    text: granted
      ? 'This was sent to your community, and it confirmed it:'
      : 'This was sent, but is not confirmed yet. Please do not send it again. If it does not arrive, tell the owner of the site.',
    items: gained,
    reference: id,
    sender,
  });
}

function problemPage({ code, detail, errors = [], retryAfter }: ProblemReply, sender: FormSender): Promise<Response> {
  const { status, title } = PROBLEMS[code];
  const items = errors.map(({ field, message }) => `${field.replace(/^fields\./, '')}: ${message}`);
  const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  return page(status, { heading: title, text: detail, items, reference: sender.requestId, sender }, headers);
}

interface Page {
  heading: string;
  text: string;
  items: readonly string[];
  reference: string;
  sender: FormSender;
}

async function page(
  status: number,
  { heading, text, items, reference, sender }: Page,
  headers: Record<string, string> = {},
): Promise<Response> {
  const back = ownAddress(sender.request.headers.get('referer') ?? '', sender.origins);
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
          <p>
            ${back ? html`<a href="${back.href}">Back to the site</a>` : 'Use your browser’s back button to return to the site.'}
          </p>
          <p><small>Reference: ${reference}</small></p>
        </main>
      </body>
    </html> `;
  return pageResponse(status, document.toString(), headers);
}

function pointsText(points: number): string {
  return points === 1 ? '+1 point' : `+${points} points`;
}

/** The address, if it is on one of the owner's sites. */
function ownAddress(text: string, origins: Origins): URL | null {
  const url = URL.parse(text);
  return url && origins.allows(url.origin) ? url : null;
}
