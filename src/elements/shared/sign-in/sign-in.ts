import { html, type ReactiveController, type TemplateResult } from 'lit';
import { isSignIn, readSignInToken } from '../../../contract/read-sign-in.ts';
import type { ClaimController, WidgetAction } from '../claim-controller.ts';
import { failureOf } from '../claiming/failure.ts';
import { allMessages } from '../claiming/messages.ts';
import type { Failure } from '../events.ts';
import { fill, type Localization } from '../localization.ts';
import { enterKept, keepEntries } from './kept-entries.ts';
import { dropPledge, keepPledge, newPledge, type Pledge, takeReturn } from './pledge.ts';
import { codeFrom, openWindow } from './sign-in-window.ts';
import { signInStyles } from './sign-in.styles.ts';
import { keepToken, SIGNED, tellSigned, tokenFor } from './token-store.ts';
import { leaveForSignIn, wishing } from './way-there.ts';

/**
 * Signs the visitor in with the community's platform, for one widget. Where the page, the proxy and its sign-in share an
 * origin, a cookie that no script can read is all it takes. Elsewhere a browser would not send it: the widget gets a token,
 * keeps it for this tab, and shows it with every request.
 */
export class SignIn implements ReactiveController {
  readonly #claims: ClaimController;
  /** Made ahead: a window may be opened in direct answer to a press alone. */
  #pledge: Promise<Pledge | undefined> = newPledge();
  #running = false;

  constructor(claims: ClaimController) {
    this.#claims = claims;
    const { host } = claims;
    const { styleSheet } = signInStyles;
    if (styleSheet) host.renderRoot.adoptedStyleSheets.push(styleSheet);
    this.#showToken();
    host.addController(this);
    void enterKept(host);
    const returned = takeReturn();
    if (returned && !this.#byCookie) void this.#redeem(returned, claims.run.signal);
    else if (tokenFor(this.#endpoint)) void claims.load();
  }

  hostConnected(): void {
    addEventListener(SIGNED, this);
  }

  hostDisconnected(): void {
    removeEventListener(SIGNED, this);
  }

  /** Somebody signed in or out on this page. */
  handleEvent(): void {
    const { state } = this.#claims;
    if (!this.#running && state !== 'submitting' && state !== 'pending') void this.#claims.load();
  }

  /**
   * Has the visitor sign in: in a window, or where the browser opens none, in place of this page, which they come back to.
   * Gives the action as it is for them then, or a failure, or nothing where they did not want to.
   */
  async run(signal: AbortSignal): Promise<WidgetAction | Failure | undefined> {
    const url = this.#url;
    const pledge = await this.#pledge;
    if (!url || !pledge) return { code: 'bad-reply' };
    // A page that claims by itself must not be left for it.
    if (!navigator.userActivation.isActive) return { code: 'sign-in-required' };
    this.#pledge = newPledge();
    if (!this.#byCookie) keepPledge(pledge);
    const { host } = this.#claims;
    const wish = { return: location.href, challenge: pledge.challenge };
    const opened = openWindow(wishing(url, { ...wish, popup: '' }));
    if (!opened) {
      await keepEntries(host);
      if (signal.aborted) return undefined;
      leaveForSignIn(url, wish, host.renderRoot);
      return new Promise(() => {});
    }
    const code = await codeFrom(opened, url.origin, pledge.challenge, signal);
    dropPledge();
    if (!code || signal.aborted) return undefined;
    this.#running = true;
    try {
      return await this.#enter(code, pledge, signal);
    } finally {
      this.#running = false;
    }
  }

  /** Who is signed in, and the way out, or the way in. `begin` is what the way in does. */
  render(localization: Localization, begin: () => void): TemplateResult {
    const { member, signIn } = this.#claims.view ?? {};
    const messages = allMessages(localization);
    return html`<p part="account">
      ${
        member
          ? html`<span>${fill(messages.member, signIn?.member ?? member.memberId)}</span>
              <button type="button" part="sign-out" @click=${this.#signOut}>${messages.signOut}</button>`
          : html`<button type="button" part="sign-in" @click=${begin}>
              ${fill(messages.signInWith, signIn?.platform ?? '')}
            </button>`
      }
    </p>`;
  }

  /** Where visitors sign in. */
  get #url(): URL | null {
    const { signIn } = this.#claims.view ?? {};
    const url = isSignIn(signIn) ? URL.parse(signIn.url) : null;
    return url && /^https?:$/.test(url.protocol) ? url : null;
  }

  get #endpoint(): string {
    return new URL(this.#claims.host.endpoint, location.href).href;
  }

  /** Whether the page's requests bring the cookie that the sign-in leaves. */
  get #byCookie(): boolean {
    return this.#endpoint.startsWith(`${location.origin}/`) && this.#url?.origin === location.origin;
  }

  async #enter(code: string, { verifier }: Pledge, signal: AbortSignal): Promise<WidgetAction | Failure | undefined> {
    const claims = this.#claims;
    if (this.#byCookie) tellSigned();
    else {
      const failure = await this.#redeem({ code, verifier }, signal);
      if (failure) return failure;
    }
    const answer = await claims.look(signal);
    if (signal.aborted) return undefined;
    const view = claims.read(answer);
    if (!view) return failureOf(answer);
    claims.view = view;
    return view.member ? view : { code: 'sign-in-required' };
  }

  /** Gets a token for the code, and keeps it. */
  async #redeem(given: { code: string; verifier: string }, signal: AbortSignal): Promise<Failure | undefined> {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(given), signal };
    const answer = await this.#claims.ask('/sign-in/token', init);
    const token = answer.response?.ok ? readSignInToken(answer.body) : undefined;
    if (!token) return failureOf(answer);
    keepToken(this.#endpoint, token);
    return undefined;
  }

  readonly #signOut = async (): Promise<void> => {
    const claims = this.#claims;
    await claims.ask('/sign-out', { method: 'POST', signal: claims.begin('loading') });
    keepToken(this.#endpoint, undefined);
  };

  /** Has the widget show the token with all that it asks, and drop it when the proxy takes it no longer. */
  #showToken(): void {
    const claims = this.#claims;
    const plain = claims.ask.bind(claims);
    claims.ask = async (path, init) => {
      const token = tokenFor(this.#endpoint);
      const headers = new Headers(init.headers);
      if (token) headers.set('authorization', `Bearer ${token}`);
      const answer = await plain(path, { ...init, headers });
      if (answer.response?.status === 401) {
        if (claims.view) claims.view = { ...claims.view, member: null };
        if (token) keepToken(this.#endpoint, undefined);
      }
      return answer;
    };
  }
}
