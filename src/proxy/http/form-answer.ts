import type { Claim } from '../../contract/index.ts';
import type { Origins } from './origins.ts';
import { page, type Page, problemPage } from './page.ts';
import type { ProblemReply } from './problem.ts';
import { isForm } from './request-body.ts';
import { type Answer, redirectTo } from './respond.ts';
import type { Incoming } from './incoming.ts';

/** The result of a form that a browser sent without a script. */
export type FormOutcome = { claim: Claim } | { problem: ProblemReply };

export interface FormSender {
  request: Incoming;
  requestId: string;
  /** The page that the form wants its visitor to return to, unchecked. */
  returnTo: string | null;
  origins: Origins;
}

const CLAIMS = /\/actions\/[^/]+\/claims$/;

/**
 * Whether it is a form at the address that accepts forms, so that the visitor sees the answer as a page. At other addresses a form is an ordinary
 * error.
 */
export function isClaimForm(request: Incoming): boolean {
  return isForm(request) && CLAIMS.test(new URL(request.url).pathname);
}

/**
 * The answer to a form. If the form names a page on one of the owner's sites, it redirects there with the outcome in the query (`rewards=granted`,
 * `pending`, or a problem's code). Otherwise it is a page that says what happened.
 */
export async function answerForm(outcome: FormOutcome, sender: FormSender): Promise<Answer> {
  const next = sender.returnTo === null ? null : sender.origins.ownAddress(sender.returnTo);
  const word = 'claim' in outcome ? outcome.claim.status : outcome.problem.code;
  if (next) {
    next.searchParams.set('rewards', word);
    return redirectTo(next);
  }
  if ('claim' in outcome) return claimPage(outcome.claim, sender);
  return problemPage(outcome.problem, sender.requestId, wayBack(sender.request, sender.origins));
}

function claimPage({ id, status, grants }: Claim, sender: FormSender): Promise<Answer> {
  const granted = status === 'granted';
  const items = grants.map((grant) => (grant.type === 'points' ? pointsText(grant.points) : `Role: ${grant.roleName}`));
  return page(granted ? 201 : 202, {
    heading: granted ? 'Thank you' : 'Not confirmed yet',
    text: granted
      ? 'This was sent to your community, and it confirmed it:'
      : 'This was sent, but is not confirmed yet. Please do not send it again. If it does not arrive, tell the owner of the site.',
    items,
    reference: id,
    back: wayBack(sender.request, sender.origins),
  });
}

function wayBack({ headers }: Incoming, origins: Origins): Page['back'] {
  const back = origins.ownAddress(headers.get('referer') ?? '');
  return back ? { href: back.href, text: 'Back to the site' } : 'Use your browser’s back button to return to the site.';
}

function pointsText(points: number): string {
  return points === 1 ? '+1 point' : `+${points} points`;
}
