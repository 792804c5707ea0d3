import { html, render } from 'lit';
import { MEMBERS } from '../choices.ts';

/** What the proxy's own page says to the widget that opened it: see `src/elements/client/sign-in/sign-in-window.ts`. */
const TYPE = 'rewards-sign-in';

/** Hands the widget a code, which is an empty text where nobody signs in, and goes. */
function answer(code: string): void {
  const challenge = new URLSearchParams(location.search).get('challenge');
  const { opener }: { opener: unknown } = window;
  if (isWindow(opener)) opener.postMessage({ type: TYPE, challenge, code }, location.origin);
  window.close();
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
      ${MEMBERS.map(({ value, name }) => html`<button type="button" @click=${() => answer(value)}>${name}</button>`)}
      <button type="button" class="none" @click=${() => answer('')}>Cancel</button>
    `,
    root,
  );
}
