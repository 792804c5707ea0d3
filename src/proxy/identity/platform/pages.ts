import { page, type Page } from '../../http/page.ts';
import type { Answer } from '../../http/respond.ts';
import { sourceHash } from '../../http/source-hash.ts';
import type { SignInRequest } from './sign-in-request.ts';

const TYPE = 'rewards-sign-in';

/**
 * The message of the sign-in's window to the widget that opened it: a code, or that the sign-in is over; or the question whether that widget opened
 * it.
 */
interface Message {
  type: 'rewards-sign-in';
  challenge: string;
  code?: string;
  asks?: true;
}

/** What a visitor is told if the page to return to is unknown. */
export const CLOSE_OR_GO_BACK = 'Close this window, or go back to the site, and try again.';

/** Asks the opener whether it wants this sign-in. If so, follows the link on the page. */
const ASKING = script(`
const { origin, message } = document.currentScript.dataset;
const asked = JSON.parse(message);
const { href } = document.querySelector('a');
addEventListener('message', ({ source, origin: from, data }) => {
  if (source !== opener || from !== origin) return;
  if (data?.type === asked.type && data.challenge === asked.challenge) location.replace(href);
});
opener?.postMessage(asked, origin);
`);

/** Tells the opener and closes the window. If the browser has separated the two, the page and its link remain. */
const TELLING = script(`
const { origin, message } = document.currentScript.dataset;
if (opener) {
  opener.postMessage(JSON.parse(message), origin);
  close();
}
`);

/**
 * Continues to the platform automatically. A redirect in answer to a form would require that the page's policy (`form-action`) allows the platform,
 * and everything that it redirects to.
 */
export function passingPage(address: URL, platform: string): Promise<Answer> {
  return page(
    200,
    {
      heading: 'One moment…',
      text: 'This goes on by itself. If it does not:',
      back: { href: address.href, text: `Go on to ${platform}` },
    },
    { refresh: `0; url=${address.href}` },
  );
}

/** Asks the visitor whether to continue to the platform, because another site may have sent them. The opener may answer instead. */
export async function questionPage(address: URL, wanted: SignInRequest, platform: string): Promise<Answer> {
  const { challenge, popup } = wanted;
  const { host, origin } = new URL(wanted.returnTo);
  const question = {
    heading: `Sign in with ${platform}?`,
    text: `Then ${host} knows who you are. If you did not want to sign in there just now, close this page.`,
    back: { href: address.href, text: `Go on to ${platform}` },
  };
  return popup && challenge !== null
    ? scriptedPage(question, ASKING, origin, { type: TYPE, challenge, asks: true })
    : page(200, question);
}

/** The last page of a sign-in in a separate window: only a page of `returnTo`'s origin receives its message. */
export async function windowPage(returnTo: URL, challenge: string, code: string | null): Promise<Answer> {
  const end = {
    heading: code === null ? 'You did not sign in' : 'You are signed in',
    text: 'This window closes by itself. If it does not, go on from here:',
    back: { href: returnTo.href, text: returnTo.host },
  };
  return scriptedPage(end, TELLING, returnTo.origin, { type: TYPE, challenge, ...(code !== null && { code }) });
}

/** A page whose script sends the message only to pages of that origin. */
async function scriptedPage(shown: Page, { text, policy }: Script, origin: string, message: Message): Promise<Answer> {
  const withScript = { ...shown, script: { text, data: { origin, message: JSON.stringify(message) } } };
  return page(200, withScript, { 'content-security-policy': await policy });
}

/** A script, and the policy of the pages that contain it. */
interface Script {
  text: string;
  policy: Promise<string>;
}

function script(text: string): Script {
  return { text, policy: policyFor(text) };
}

async function policyFor(text: string): Promise<string> {
  return `default-src 'none'; script-src ${await sourceHash(text)}; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}
