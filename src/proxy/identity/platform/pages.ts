import { page } from '../../page.ts';

/** What the window that was opened for a sign-in tells the widget that opened it: a code where there is one, or that it is over. */
interface Message {
  type: 'rewards-sign-in';
  challenge: string;
  code?: string;
}

/** What a visitor is told where the way back is not known. */
export const CLOSE_OR_GO_BACK = 'Close this window, or go back to the site, and try again.';

/** Tells the opener and closes the window. Where the browser has cut the two apart, the page and its link stay. */
const SCRIPT = `
const { origin, message } = document.currentScript.dataset;
if (opener) {
  opener.postMessage(JSON.parse(message), origin);
  close();
}
`;

const policy = sha256(SCRIPT).then(
  (hash) =>
    `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
);

/** The end of a sign-in in a window of its own: only a page of `returnTo`'s origin is told of it. */
export async function windowPage(returnTo: URL, challenge: string, code: string | null): Promise<Response> {
  const message: Message = { type: 'rewards-sign-in', challenge, ...(code !== null && { code }) };
  return page(
    200,
    {
      heading: code === null ? 'You did not sign in' : 'You are signed in',
      text: 'This window closes by itself. If it does not, go on from here:',
      back: { href: returnTo.href, text: returnTo.host },
      script: { text: SCRIPT, data: { origin: returnTo.origin, message: JSON.stringify(message) } },
    },
    { 'content-security-policy': await policy },
  );
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}
