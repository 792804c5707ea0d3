import { html, render } from 'lit';
import { withCode } from '../../../src/proxy/identity/platform/return-code.ts';
import { MEMBERS } from '../choices.ts';

/** What the proxy's own page says to the widget that opened it: see `src/elements/client/sign-in/sign-in-window.ts`. */
const TYPE = 'rewards-sign-in';

/** Hands the widget a code, which is an empty text where nobody signs in, and goes: back to its page where that did not open a window. */
function answer(code: string): void {
  const wish = new URLSearchParams(location.search);
  const { opener }: { opener: unknown } = window;
  const page = URL.parse(wish.get('return') ?? '');
  if (isWindow(opener)) {
    opener.postMessage({ type: TYPE, challenge: wish.get('challenge'), code }, location.origin);
    window.close();
  } else if (page?.origin === location.origin) location.replace(code === '' ? page : withCode(page, code));
}

function isWindow(value: unknown): value is Window {
  return typeof value === 'object' && value !== null && 'postMessage' in value;
}

const root = document.querySelector<HTMLElement>('main');
if (root) {
  render(
    html`
      <div class="intro">
        <h1>Who are you?</h1>
        <p>This page stands in for the community’s platform, and takes everybody at their word.</p>
      </div>
      ${MEMBERS.map(({ value, name }) => html`<button type="button" value=${value} @click=${() => answer(value)}>${name}</button>`)}
      <button type="button" class="none" value="" @click=${() => answer('')}>Cancel</button>
    `,
    root,
  );
}
